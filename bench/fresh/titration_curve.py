# planted: TFR501 the charge balance of each addition is compiled inside the loop over the volumes
# style: chemistry teaching script, bisection on pH, module-level constants, list of results
import numpy as np
import tensorflow as tf

KW = 1.0e-14
ACID_C = 0.10        # mol/l of phosphoric acid
ACID_V = 25.0        # ml
BASE_C = 0.10        # mol/l NaOH
PKA = tf.constant([2.15, 7.20, 12.35], tf.float64)
KA = 10.0 ** -PKA

volumes = [float(v) for v in np.linspace(0.0, 80.0, 17)]


def alphas(h):
    """fractions of the four protonation states"""
    terms = tf.stack([h ** 3, KA[0] * h ** 2, KA[0] * KA[1] * h, KA[0] * KA[1] * KA[2]])
    return terms / tf.reduce_sum(terms)


def bisect(f, low, high, steps=50):
    low = tf.constant(low, tf.float64)
    high = tf.constant(high, tf.float64)
    for _ in range(steps):
        mid = 0.5 * (low + high)
        if f(mid) > 0:
            low = mid
        else:
            high = mid
    return float(0.5 * (low + high))


curve = []
for v in volumes:
    total = ACID_V + v
    acid = tf.constant(ACID_C * ACID_V / total, tf.float64)
    sodium = tf.constant(BASE_C * v / total, tf.float64)

    @tf.function
    def balance(ph):
        h = 10.0 ** -ph
        a = alphas(h)
        negative = acid * (a[1] + 2.0 * a[2] + 3.0 * a[3]) + KW / h
        return h + sodium - negative

    curve.append(bisect(balance, 0.0, 14.0))

slopes = np.gradient(np.array(curve), np.array(volumes))
print(" ml     pH   slope")
for v, ph, s in zip(volumes, curve, slopes):
    if v % 10 == 0:
        print(f"{v:4.0f} {ph:6.2f} {s:7.3f}")

steepest = volumes[int(np.argmax(slopes))]
print("steepest near", steepest, "ml")
buffer_region = [v for v, s in zip(volumes, slopes) if s < 0.03]
print("flat at", ", ".join(f"{v:.0f}" for v in buffer_region))
