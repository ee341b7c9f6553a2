# planted: TFR501 for every compound the loop defines a new traced objective for the fit
# style: flat script, one loop over a table
"""Two-compartment pharmacokinetics, fitted to plasma samples compound by compound."""
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(33)
HOURS = tf.constant([0.25, 0.5, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 24.0])
COMPOUNDS = [f"CPD-{100 + 7 * k}" for k in range(13)]
STARTS = 64


def concentration(dose, clearance, volume, k12, k21):
    """Biexponential disposition after a bolus; parameters [starts]."""
    k10 = clearance / volume
    total = k10 + k12 + k21
    root = tf.sqrt(tf.maximum(total ** 2 - 4.0 * k10 * k21, 1e-9))
    alpha = 0.5 * (total + root)
    beta = 0.5 * (total - root)
    a = (alpha - k21) / (alpha - beta)
    t = HOURS[None, :]
    return (dose / volume)[:, None] * (
        a[:, None] * tf.exp(-alpha[:, None] * t)
        + (1.0 - a)[:, None] * tf.exp(-beta[:, None] * t))


def measured(clearance, volume, dose):
    clean = concentration(
        tf.constant([dose]), tf.constant([clearance]), tf.constant([volume]),
        tf.constant([0.4]), tf.constant([0.2]))[0]
    return tf.constant(clean.numpy() * rng.lognormal(0.0, 0.05, 10), tf.float32)


results = {}
grid = tf.constant(rng.uniform(0.0, 1.0, (STARTS, 4)), tf.float32)
low = tf.constant([np.log(0.5), np.log(5.0), np.log(0.05), np.log(0.05)], tf.float32)
high = tf.constant([np.log(20.0), np.log(80.0), np.log(2.0), np.log(1.0)], tf.float32)

for compound in COMPOUNDS:
    true_clearance = float(rng.uniform(2.0, 12.0))
    true_volume = float(rng.uniform(15.0, 50.0))
    dose = float(rng.choice([50.0, 100.0, 200.0]))
    plasma = measured(true_clearance, true_volume, dose)

    @tf.function
    def refine(theta):
        """A run of normalised gradient steps from all starts."""
        for i in tf.range(120):
            with tf.GradientTape() as tape:
                tape.watch(theta)
                p = tf.exp(theta)
                predicted = concentration(dose, p[:, 0], p[:, 1], p[:, 2], p[:, 3])
                error = tf.math.log(predicted + 1e-6) - tf.math.log(plasma + 1e-6)
                cost = tf.reduce_mean(error ** 2, axis=1)
            grad = tape.gradient(cost, theta)
            grad /= tf.norm(grad, axis=1, keepdims=True) + 1e-6
            rate = 0.08 * (1.0 - tf.cast(i, tf.float32) / 120.0)
            theta = tf.clip_by_value(theta - rate * grad, low, high)
        return theta, cost

    theta, cost = refine(low + grid * (high - low))
    best = int(tf.argmin(cost))
    results[compound] = (float(tf.exp(theta[best, 0])), true_clearance, float(cost[best]))

ratios = np.array([found / true for found, true, _ in results.values()])
print("compounds", len(results))
print("median clearance ratio %.2f" % np.median(ratios))
print("within 20 percent", int(np.sum(np.abs(ratios - 1.0) < 0.2)))
print("mean residual %.3f" % np.mean([cost for _, _, cost in results.values()]))
