# planted: TFR604 TFR201 every farm's dataset ends in a partial batch of another size, and each size is a trace of the evaluation
# style: tf.data, reporting job, dictionary of datasets
"""Yield model report: calibrated error of the regional model on every farm."""
import numpy as np
import tensorflow as tf

FEATURES = 6
rng = np.random.default_rng(1066)
TRUE = rng.normal(size=(FEATURES, 1)).astype("float32")


class RegionalModel(tf.Module):
    def __init__(self):
        super().__init__()
        self.hidden = tf.Variable(tf.constant(rng.normal(0, 0.4, (FEATURES, 16)), tf.float32))
        self.out = tf.Variable(tf.zeros([16, 1]))

    def features(self, x):
        return tf.tanh(x @ self.hidden)

    def fit(self, x, y):
        h = self.features(x)
        gram = tf.matmul(h, h, transpose_a=True) + 0.1 * tf.eye(16)
        self.out.assign(tf.linalg.solve(gram, tf.matmul(h, y, transpose_a=True)))

    @tf.function
    def evaluate(self, x, y):
        pred = self.features(x) @ self.out
        error = tf.abs(pred - y)[:, 0]
        order = tf.argsort(pred[:, 0])
        half = tf.shape(order)[0] // 2
        low = tf.reduce_sum(tf.gather(error, order[:half]))
        return tf.reduce_sum(error), low, tf.reduce_sum(tf.cast(error < 0.5, tf.float32))


def plots(count, shift):
    x = rng.normal(shift, 1.0, (count, FEATURES)).astype("float32")
    y = np.tanh(x @ TRUE) * 2.0 + rng.normal(0, 0.1, (count, 1))
    return tf.constant(x), tf.constant(y, tf.float32)


def farm_datasets(farms):
    datasets = {}
    for k in range(farms):
        size = int(rng.integers(40, 160))
        x, y = plots(size, rng.normal(0, 0.3))
        datasets[f"farm{k:02d}"] = (size, tf.data.Dataset.from_tensor_slices((x, y)).batch(32))
    return datasets


def report(model, datasets):
    table = {}
    for name, (size, batches) in datasets.items():
        total = low = near = 0.0
        for x, y in batches:
            t, l, n = model.evaluate(x, y)
            total, low, near = total + float(t), low + float(l), near + float(n)
        table[name] = (total / size, low / total, near / size)
    return table


model = RegionalModel()
model.fit(*plots(800, 0.0))
table = report(model, farm_datasets(26))
best, worst = min(table, key=table.get), max(table, key=table.get)
print("farms", len(table), "best", best, "worst", worst)
print("errors", round(table[best][0], 3), round(table[worst][0], 3))
print("share near", round(float(np.mean([row[2] for row in table.values()])), 3))
