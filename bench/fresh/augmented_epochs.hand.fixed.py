# planted: TFR504 the input pipeline is put together anew for every epoch
# style: tf.data enthusiast, pipeline functions, geophysics data, epochs in a for loop
import numpy as np
import tensorflow as tf

BATCH = 16


def load_wells(n=96):
    """porosity logs with a facies label"""
    rng = np.random.default_rng(61)
    depth = np.linspace(0, 6, 40)
    logs, facies = [], []
    for i in range(n):
        f = i % 3
        logs.append(0.2 + 0.05 * f * np.sin((1 + f) * depth + rng.uniform(0, 6)) + rng.normal(0, 0.01, 40))
        facies.append(f)
    return np.array(logs, "float32"), np.array(facies, "int32")


def standardise(log, label):
    mean, var = tf.nn.moments(log, axes=[0])
    return (log - mean) / tf.sqrt(var + 1e-6), label


def spectrum(log, label):
    power = tf.abs(tf.signal.rfft(log, [64]))
    return tf.math.log1p(power[:20]), label


def is_usable(log, label):
    return tf.math.reduce_std(log) > 1e-3


def make_pipeline(logs, facies):
    ds = tf.data.Dataset.from_tensor_slices((logs, facies))
    ds = ds.filter(is_usable).map(standardise).map(spectrum)
    return ds.batch(BATCH, drop_remainder=True)


class Classifier(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable(tf.zeros([20, 3]))

    @tf.function
    def step(self, x, y, rate):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(y, x @ self.w))
        self.w.assign_sub(rate * tape.gradient(loss, self.w))
        return loss

    def accuracy(self, x, y):
        return np.mean(tf.argmax(x @ self.w, 1).numpy() == y.numpy())


logs, facies = load_wells()
model = Classifier()
rate = tf.constant(0.05)
pipeline = make_pipeline(logs, facies)
for epoch in range(15):
    losses = []
    for x, y in pipeline:
        losses.append(float(model.step(x, y, rate)))
    if epoch % 5 == 4:
        hits = [model.accuracy(x, y) for x, y in pipeline]
        print("epoch %2d loss %.4f accuracy %.3f" % (epoch, np.mean(losses), np.mean(hits)))
