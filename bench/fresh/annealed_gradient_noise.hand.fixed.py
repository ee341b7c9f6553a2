"""Neelakantan et al. (2015): annealed Gaussian gradient noise while fitting a deep thin net."""
import numpy as np
import tensorflow as tf
from tensorflow import keras


def spirals(n, seed):
    rng = np.random.default_rng(seed)
    label = np.arange(n) % 2
    t = np.sqrt(rng.uniform(0.05, 1, n)) * 1.6 * np.pi
    r = t / (1.6 * np.pi)
    x = np.stack([r * np.cos(t + np.pi * label), r * np.sin(t + np.pi * label)], 1)
    return x.astype("float32"), label.astype("float32")


def thin_net(depth=3, width=12):
    layers = [keras.Input((2,))]
    layers += [keras.layers.Dense(width, activation="tanh") for _ in range(depth)]
    return keras.Sequential(layers + [keras.layers.Dense(1)])


class NoisyDescent:
    """Full-batch descent; the noise variance is eta / (1 + t) ** 0.55."""

    def __init__(self, model, rate=0.3, eta=1e-7):
        self.model, self.rate, self.eta = model, rate, eta
        self.velocity = [tf.Variable(tf.zeros_like(v)) for v in model.trainable_variables]
        self.t = 0

    def noise_scale(self, t):
        return (self.eta / (1.0 + t) ** 0.55) ** 0.5

    @tf.function
    def _apply(self, x, y, t):
        with tf.GradientTape() as tape:
            logits = self.model(x)[:, 0]
            loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels=y, logits=logits))
        variables = self.model.trainable_variables
        scale = self.noise_scale(t)
        for v, m, g in zip(variables, self.velocity, tape.gradient(loss, variables)):
            noise = tf.random.normal(g.shape)
            m.assign(0.9 * m + g + scale * noise)
            v.assign(v - self.rate * m)
        return loss

    def minimise(self, x, y):
        loss = self._apply(x, y, tf.constant(self.t, tf.float32))
        self.t += 1
        return float(loss)


def accuracy(model, x, y):
    return float(np.mean((model(x).numpy()[:, 0] > 0) == (y > 0.5)))


def main():
    np.random.seed(0)
    keras.utils.set_random_seed(23)
    x, y = spirals(200, 0)
    x, y = tf.constant(x), tf.constant(y)
    model = thin_net()
    descent = NoisyDescent(model)
    for k in range(45):
        loss = descent.minimise(x, y)
        if k % 15 == 14:
            print(f"step {k + 1}: loss {loss:.2f}")
    print("train accuracy", round(accuracy(model, x, y.numpy()), 2))


if __name__ == "__main__":
    main()
