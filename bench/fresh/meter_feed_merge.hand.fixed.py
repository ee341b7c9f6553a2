# planted: TFR107 TFR201 the feeds deliver other dtypes and other lengths to one traced scoring function
# style: generator pipeline, functional Keras detector, evaluation of gas meter anomalies by feed
import numpy as np
import tensorflow as tf
import keras

FEEDS = {
    "radio": ("float32", 1.0),
    "legacy": ("int32", 1.0),
    "manual": ("float64", 1.0),
    "gateway": ("float16", 1.0),
}
WINDOW = 5


def readings(name, count, seed):
    dtype, scale = FEEDS[name]
    rng = np.random.default_rng(seed)
    for _ in range(count):
        days = int(rng.integers(12, 30))
        use = 20 + 8 * np.sin(np.arange(days) / 3) + rng.normal(0, 1, days)
        leak = rng.random() < 0.3
        if leak:
            use[rng.integers(5, days - 3):] += 15
        yield np.round(use / scale).astype(dtype), leak


def training_windows(count, seed):
    rng = np.random.default_rng(seed)
    out = []
    for use, leak in readings("radio", count, seed):
        if not leak:
            start = rng.integers(0, len(use) - WINDOW)
            out.append(use[start:start + WINDOW])
    return np.array(out, "float32")


def window_coder():
    inputs = keras.Input((WINDOW,))
    h = keras.layers.Dense(8, activation="tanh")(inputs)
    return keras.Model(inputs, keras.layers.Dense(WINDOW)(h))


keras.utils.set_random_seed(43)
coder = window_coder()
coder.compile(optimizer=keras.optimizers.Adam(0.02), loss="mse")


def normalise(windows):
    return (windows - 20.0) / 8.0


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def worst_window(use):
    windows = tf.signal.frame(use, WINDOW, 1)
    scaled = normalise(windows)
    error = tf.reduce_mean(tf.square(coder(scaled, training=False) - scaled), axis=1)
    return tf.reduce_max(error)


def evaluate(name, count, limit):
    hits = alarms = leaks = 0
    for use, leak in readings(name, count, seed=len(name)):
        alarm = float(worst_window(tf.constant(use, tf.float32))) > limit
        alarms += alarm
        leaks += leak
        hits += alarm and leak
    return hits, alarms, leaks


def main():
    train = normalise(training_windows(200, seed=43))
    losses = coder.fit(train, train, epochs=30, batch_size=32, verbose=0).history["loss"]
    print("windows", len(train), "loss %.2f" % losses[-1])
    calm = [float(worst_window(tf.constant(use))) for use, leak in readings("radio", 20, seed=8) if not leak]
    limit = float(np.quantile(calm, 0.9))
    for name in FEEDS:
        print("%-7s found %d alarms %d leaks %d" % ((name,) + evaluate(name, 15, limit)))


if __name__ == "__main__":
    main()
