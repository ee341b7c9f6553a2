# column_checks, cured.
import numpy as np
import tensorflow as tf

COLUMNS = ["age", "income", "tenure", "visits", "basket", "returns", "rating"]


def load_table(rows=40):
    rng = np.random.default_rng(8)
    return {
        name: rng.gamma(1.0 + i, 2.0, size=rows).astype("float32") for i, name in enumerate(COLUMNS)
    }


@tf.function
def standardise(values):
    mean = tf.reduce_mean(values)
    deviation = tf.math.reduce_std(values)
    return tf.clip_by_value((values - mean) / deviation, -3.0, 3.0)


def prepare(table):
    prepared = {}
    for name, values in table.items():
        tf.debugging.assert_all_finite(values, f"column {name} has gaps")
        prepared[name] = standardise(values)
    return prepared


def report(table):
    for name, values in table.items():
        print(f"{name:8s} min {values.numpy().min():.3f} max {values.numpy().max():.3f}")


if __name__ == "__main__":
    prepared = prepare(load_table())
    report(prepared)
    features = tf.stack([prepared[name] for name in COLUMNS], axis=1)
    print("shape", tuple(features.shape), "mean square %.4f" % tf.reduce_mean(features**2))
