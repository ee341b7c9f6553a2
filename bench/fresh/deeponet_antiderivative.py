# planted: TFR504 TFR601 the tf.data pipeline with its map is rebuilt every epoch and predict runs once per test function
# style: Keras functional operator network, train_on_batch epochs
"""DeepONet: learn the antiderivative operator from sampled input functions."""
import numpy as np
import tensorflow as tf
from tensorflow import keras

SENSORS = 32
QUERIES = 8


def random_functions(n, seed, modes=4):
    """Coefficients of cosine series; their antiderivatives are known exactly."""
    rng = np.random.default_rng(seed)
    return (rng.normal(size=(n, modes)) / np.arange(1, modes + 1)).astype("float32")


def evaluate_series(coef, x):
    k = tf.range(1, coef.shape[-1] + 1, dtype=tf.float32)
    return tf.linalg.matvec(tf.cos(np.pi * x[..., None] * k), coef)


def evaluate_integral(coef, x):
    k = tf.range(1, coef.shape[-1] + 1, dtype=tf.float32)
    return tf.linalg.matvec(tf.sin(np.pi * x[..., None] * k) / (np.pi * k), coef)


def deeponet(width=24):
    sensors = keras.Input((SENSORS,), name="sensors")
    query = keras.Input((1,), name="query")
    branch = keras.layers.Dense(width, activation="tanh")(sensors)
    branch = keras.layers.Dense(width)(branch)
    trunk = keras.layers.Dense(width, activation="tanh")(query)
    trunk = keras.layers.Dense(width, activation="tanh")(trunk)
    out = keras.layers.Dot(axes=1)([branch, trunk])
    model = keras.Model([sensors, query], out)
    model.compile(keras.optimizers.Adam(3e-3), "mse")
    return model


def epoch_batches(coefs, epoch, batch=64):
    grid = tf.linspace(0.0, 1.0, SENSORS)

    def expand(i, coef):
        x = tf.random.stateless_uniform([QUERIES], tf.stack([epoch, tf.cast(i, tf.int32)]))
        sensors = tf.tile(evaluate_series(coef, grid)[None], [QUERIES, 1])
        return (sensors, x[:, None]), evaluate_integral(coef, x)

    data = tf.data.Dataset.from_tensor_slices(coefs).enumerate()
    return data.map(expand).unbatch().batch(batch)


def main():
    keras.utils.set_random_seed(14)
    model = deeponet()
    coefs = random_functions(48, seed=1)
    for epoch in range(12):
        losses = [float(model.train_on_batch(x, y)) for x, y in epoch_batches(coefs, epoch)]
        if epoch % 4 == 3:
            print(f"epoch {epoch + 1}: mse {np.mean(losses):.3f}")

    grid = np.linspace(0, 1, SENSORS, dtype="float32")
    errors = []
    for coef in random_functions(20, seed=2):
        sensors = evaluate_series(tf.constant(coef), tf.constant(grid)).numpy()
        inputs = [np.tile(sensors, (SENSORS, 1)), grid[:, None]]
        guess = model.predict(inputs, verbose=0)[:, 0]
        truth = evaluate_integral(tf.constant(coef), tf.constant(grid)).numpy()
        errors.append(np.sqrt(np.mean((guess - truth) ** 2)))
    print("rmse over new functions", round(float(np.mean(errors)), 2))


if __name__ == "__main__":
    main()
