# planted: TFR101 TFR103 the temperature and the pair of seeds change with each draw and are Python numbers
# style: generative modelling study, layers as classes, evaluation helper far from the flow
import itertools

import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(8)


class Coupling(tf.keras.layers.Layer):
    """Affine coupling of two coordinates."""

    def __init__(self, flip, **kwargs):
        super().__init__(**kwargs)
        self.flip = flip
        self.net = tf.keras.Sequential([tf.keras.layers.Dense(16, activation="tanh"), tf.keras.layers.Dense(2)])

    def build(self, shape):
        self.net.build([None, 1])

    def split(self, x):
        a, b = tf.split(x, 2, axis=1)
        return (b, a) if self.flip else (a, b)

    def join(self, a, b):
        return tf.concat([b, a] if self.flip else [a, b], axis=1)

    def call(self, x):
        a, b = self.split(x)
        s, t = tf.split(self.net(a), 2, axis=1)
        s = tf.tanh(s)
        return self.join(a, b * tf.exp(s) + t), s[:, 0]

    def inverse(self, y):
        a, b = self.split(y)
        s, t = tf.split(self.net(a), 2, axis=1)
        return self.join(a, (b - t) * tf.exp(-tf.tanh(s)))


class Flow(tf.keras.Model):
    def __init__(self, depth=4):
        super().__init__()
        self.couplings = [Coupling(flip=bool(i % 2)) for i in range(depth)]

    def call(self, x):
        logdet = 0.0
        for coupling in self.couplings:
            x, ld = coupling(x)
            logdet += ld
        return -tf.reduce_mean(-0.5 * tf.reduce_sum(x**2, 1) - np.log(2 * np.pi) + logdet)

    def train_step(self, data):
        with tf.GradientTape() as tape:
            loss = self(data)
        self.optimizer.apply(tape.gradient(loss, self.trainable_variables), self.trainable_variables)
        return {"nll": loss}

    @tf.function
    def sample(self, like, seed, temperature):
        z = temperature * tf.random.stateless_normal(tf.shape(like), seed=seed)
        for coupling in reversed(self.couplings):
            z = coupling.inverse(z)
        return z


def moons(n):
    rng = np.random.default_rng(0)
    angle = rng.uniform(0, np.pi, n)
    upper = rng.random(n) < 0.5
    points = np.where(upper[:, None], np.c_[np.cos(angle), np.sin(angle)], np.c_[1 - np.cos(angle), 0.5 - np.sin(angle)])
    return (points + 0.08 * rng.normal(size=(n, 2))).astype(np.float32)


def coverage(samples, data, radius=0.15):
    distances = np.linalg.norm(samples[:, None] - data[None], axis=-1)
    return float((distances.min(1) < radius).mean()), float((distances.min(0) < radius).mean())


def main():
    data = moons(256)
    flow = Flow()
    flow.compile(optimizer=tf.keras.optimizers.Adam(5e-3))
    history = flow.fit(data, batch_size=64, epochs=8, verbose=0, shuffle=False)
    print("nll", [round(v, 3) for v in history.history["nll"][::3]])
    for temperature, repeat in itertools.product([0.4, 0.6, 0.8, 1.0], range(3)):
        samples = flow.sample(data[:100], tf.constant([repeat, 7]), tf.constant(temperature)).numpy()
        precise, covered = coverage(samples, data)
        spread = samples.std(0)
        print(f"T={temperature} #{repeat}: precision {precise:.2f}, coverage {covered:.2f}, spread {spread[0]:.3f} {spread[1]:.3f}")


if __name__ == "__main__":
    main()
