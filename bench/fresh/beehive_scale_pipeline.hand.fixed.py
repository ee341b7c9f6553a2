# planted: TFR504 the dataset with its two maps and a filter is put together again in every epoch of the training loop
# style: tf.data pipeline, training loop, agriculture sensors
"""Predict nectar flow from hive scale readings."""
import numpy as np
import tensorflow as tf

tf.random.set_seed(1)
EPOCHS, WINDOW = 24, 8


def hive_log(hours, seed):
    rng = np.random.default_rng(seed)
    t = np.arange(hours)
    flow = 0.05 + 0.04 * np.sin(2 * np.pi * t / 24) + 0.02 * np.sin(t / 100)
    weight = 30.0 + np.cumsum(flow + rng.normal(0, 0.01, hours))
    temp = 18.0 + 6.0 * np.sin(2 * np.pi * (t - 8) / 24) + rng.normal(0, 0.5, hours)
    weight[rng.random(hours) < 0.01] = np.nan
    return np.stack([weight, temp], 1).astype("float32")


def cut_windows(log):
    n = len(log) - WINDOW - 1
    x = np.stack([log[i:i + WINDOW] for i in range(n)])
    y = np.array([log[i + WINDOW, 0] - log[i + WINDOW - 1, 0] for i in range(n)])
    return x, y.astype("float32")


def valid(x, y):
    return tf.math.is_finite(tf.reduce_sum(x) + y)


def differences(x, y):
    gain = x[1:, 0] - x[:-1, 0]
    return tf.concat([gain * 10.0, (x[-2:, 1] - 18.0) / 6.0], 0), y * 10.0


def add_bias(x, y):
    return tf.concat([x, tf.ones([1])], 0), y


@tf.function(reduce_retracing=True)
def update(w, x, y, rate):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((tf.linalg.matvec(x, w) - y) ** 2)
    w.assign_sub(rate * tape.gradient(loss, w))
    return loss


def train(x, y):
    w = tf.Variable(tf.zeros([WINDOW + 2]))
    rate = tf.constant(0.05)
    losses = []
    source = tf.data.Dataset.from_tensor_slices((x, y))
    batches = source.filter(valid).map(differences).map(add_bias).batch(64)
    for epoch in range(EPOCHS):
        total = [update(w, bx, by, rate) for bx, by in batches]
        losses.append(float(tf.reduce_mean(tf.stack(total))))
    return w, losses


def main():
    x, y = cut_windows(hive_log(500, 3))
    w, losses = train(x, y)
    print("loss", round(losses[0], 3), "->", round(losses[-1], 3))
    print("temperature weights", [round(float(v), 2) for v in w[WINDOW - 1:WINDOW + 1]])


if __name__ == "__main__":
    main()
