"""Distance to the border of an interval by a viscous eikonal equation: |u'|^2 - eps u'' = 1."""
import numpy as np
import tensorflow as tf

LEFT, RIGHT = 0.0, 2.0


def continuation(start=0.5, factor=0.75, stages=8, points=12):
    eps = start
    for k in range(stages):
        x = np.linspace(LEFT, RIGHT, points + 4 * k, dtype="float32")[1:-1]
        yield eps, x[:, None]
        eps *= factor


def network(width=10):
    tf.keras.utils.set_random_seed(23)
    return tf.keras.Sequential([
        tf.keras.Input((1,)),
        tf.keras.layers.Dense(width, activation="tanh"),
        tf.keras.layers.Dense(width, activation="tanh"),
        tf.keras.layers.Dense(1),
    ])


class EikonalTrainer:
    def __init__(self, net, rate=0.01):
        self.net = net
        self.optimizer = tf.keras.optimizers.Adam(rate)
        self.optimizer.build(net.trainable_variables)
        self.history = []

    def solution(self, x):
        return (x - LEFT) * (RIGHT - x) * (0.5 + self.net(x))

    def residual(self, x, eps):
        with tf.GradientTape() as outer:
            outer.watch(x)
            with tf.GradientTape() as inner:
                inner.watch(x)
                u = self.solution(x)
            slope = inner.gradient(u, x)
        curvature = outer.gradient(slope, x)
        return slope**2 - eps * curvature - 1.0

    @tf.function(input_signature=[
        tf.TensorSpec([None, 1], tf.float32),
        tf.TensorSpec([], tf.float32),
    ])
    def step(self, x, eps):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.residual(x, eps)))
        variables = self.net.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        return loss

    def train(self, stages, steps=25):
        for eps, x in stages:
            points = tf.constant(x)
            for _ in range(steps):
                loss = self.step(points, eps)
            self.history.append((eps, len(x), float(loss)))


def exact(x):
    return np.minimum(x - LEFT, RIGHT - x)


if __name__ == "__main__":
    trainer = EikonalTrainer(network())
    trainer.train(continuation())
    grid = np.linspace(LEFT, RIGHT, 41, dtype="float32")[:, None]
    u = trainer.solution(tf.constant(grid)).numpy()
    print("stages:", len(trainer.history), "last points:", trainer.history[-1][1])
    print("last eps:", round(trainer.history[-1][0], 4))
    print("first loss, last loss:", *[round(trainer.history[k][2], 2) for k in (0, -1)])
    print("largest error:", round(float(np.abs(u - exact(grid)).max()), 2))
    print("u at the middle:", round(float(u[20, 0]), 2))
