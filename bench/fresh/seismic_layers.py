# planted: TFR103 the inversion hands its layer velocities to the traced forward model as a list of floats
# style: functions, hand-written coordinate search
"""Layer velocities from reflection travel times by a pattern search."""
import numpy as np
import tensorflow as tf

OFFSETS = tf.constant(np.linspace(50.0, 2400.0, 48), tf.float32)
TRUE_VELOCITIES = [1500.0, 1850.0, 2300.0, 2900.0]
THICKNESS = tf.constant([300.0, 260.0, 420.0, 380.0])


def reflection_times(velocities):
    """NMO travel times of the base of every layer, [layers, offsets]."""
    v = tf.convert_to_tensor(velocities, tf.float32)
    one_way = THICKNESS / v
    zero_offset = 2.0 * tf.cumsum(one_way)
    rms_square = tf.cumsum(v ** 2 * one_way) / tf.cumsum(one_way)
    return tf.sqrt(zero_offset[:, None] ** 2 + OFFSETS[None, :] ** 2 / rms_square[:, None])


@tf.function
def misfit(velocities, observed, weights):
    residual = reflection_times(velocities) - observed
    robust = tf.where(tf.abs(residual) < 0.05, 0.5 * residual ** 2,
                      0.05 * (tf.abs(residual) - 0.025))
    return tf.reduce_mean(tf.reduce_mean(robust, axis=1) * weights) * 1e4


def synthetic_gather(seed):
    rng = np.random.default_rng(seed)
    times = reflection_times(TRUE_VELOCITIES).numpy()
    return tf.constant(times + rng.normal(0.0, 0.002, times.shape), tf.float32)


def pattern_search(start, observed, weights, step=160.0, smallest=12.0):
    model = list(start)
    best = float(misfit(model, observed, weights))
    evaluations = 1
    while step > smallest:
        improved = False
        for layer in range(len(model)):
            for direction in (step, -step):
                trial = list(model)
                trial[layer] = max(trial[layer] + direction, 400.0)
                value = float(misfit(trial, observed, weights))
                evaluations += 1
                if value < best - 1e-5:
                    model, best, improved = trial, value, True
                    break
        if not improved:
            step *= 0.5
    return model, best, evaluations


def main():
    observed = synthetic_gather(seed=12)
    weights = tf.constant([1.0, 0.9, 0.8, 0.6])
    start = [1600.0, 1600.0, 2600.0, 2600.0]
    model, best, evaluations = pattern_search(start, observed, weights)
    print("evaluations", evaluations)
    print("misfit %.3f" % best)
    for number, (found, true) in enumerate(zip(model, TRUE_VELOCITIES)):
        print("layer %d: %.0f m/s (true %.0f)" % (number, found, true))


main()
