# planted: TFR101 TFR301 the count of substeps between observations is a Python number in a range loop, with dt beside it
# style: quantitative biology, irregular time stamps, one filter function
"""Grid filter of a hidden activity (Ornstein-Uhlenbeck) behind irregular photon counts."""
import numpy as np
import tensorflow as tf

GRID = tf.constant(np.linspace(-3.0, 3.0, 81), tf.float32)
STEP = 6.0 / 80


class Activity:
    def __init__(self, pull=0.8, noise=0.9, offset=0.4):
        self.pull = pull
        self.noise = noise
        self.offset = offset

    def intensity(self):
        return tf.exp(self.offset + GRID)


@tf.function
def propagate(density, pull, noise, dt, substeps):
    mean = GRID * (1.0 - pull * dt)
    variance = noise * noise * dt + 1e-3
    kernel = tf.exp(-0.5 * (GRID[:, None] - mean[None, :]) ** 2 / variance)
    kernel /= tf.reduce_sum(kernel, axis=0, keepdims=True)
    for _ in tf.range(substeps):
        density = tf.linalg.matvec(kernel, density)
    return density


@tf.function
def observe(density, intensity, count, exposure):
    log_like = count * tf.math.log(intensity * exposure) - intensity * exposure - tf.math.lgamma(count + 1.0)
    joint = density * tf.exp(log_like)
    total = tf.reduce_sum(joint)
    return joint / total, tf.math.log(total)


def run(activity, times, counts, exposure=0.5, longest=0.1):
    density = tf.exp(-0.5 * GRID**2)
    density /= tf.reduce_sum(density)
    evidence, means, previous = 0.0, [], 0.0
    for time, count in zip(times, counts):
        gap = float(time - previous)
        substeps = max(1, int(np.ceil(gap / longest)))
        pull, noise, dt = (tf.constant(x, tf.float32) for x in (activity.pull, activity.noise, gap / substeps))
        density = propagate(density, pull, noise, dt, tf.constant(substeps))
        density, log_total = observe(
            density, activity.intensity(), tf.constant(count, tf.float32), tf.constant(exposure)
        )
        evidence += float(log_total)
        means.append(float(tf.reduce_sum(GRID * density)))
        previous = time
    return evidence, means


def photons(seed, size=18):
    rng = np.random.default_rng(seed)
    times = np.cumsum(rng.exponential(0.5, size))
    hidden, counts, last = 0.0, [], 0.0
    for time in times:
        decay = np.exp(-0.8 * (time - last))
        hidden = hidden * decay + rng.normal(0, 0.7 * np.sqrt(1 - decay**2))
        counts.append(int(rng.poisson(0.5 * np.exp(0.4 + hidden))))
        last = time
    return times, counts


def main():
    times, counts = photons(29)
    for pull in (0.4, 0.8, 1.6):
        evidence, means = run(Activity(pull=pull), times, counts)
        print(f"pull {pull:.1f}: evidence {evidence:.4f}  last means {np.round(means[-4:], 4).tolist()}")


if __name__ == "__main__":
    main()
