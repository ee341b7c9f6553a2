"""Lesson 7: a physics-informed network for the clamped Euler-Bernoulli beam under uniform load."""
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(11)

LOAD = 24.0
STAGES = 10
STEPS_PER_STAGE = 12


def make_network(width=16, depth=2):
    inputs = tf.keras.Input((1,))
    h = inputs
    for _ in range(depth):
        h = tf.keras.layers.Dense(width, activation="tanh")(h)
    return tf.keras.Model(inputs, tf.keras.layers.Dense(1)(h))


def exact(x):
    return LOAD * x ** 2 * (1.0 - x) ** 2 / 24.0


def derivative(fn):
    def inner(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = fn(x)
        return tape.gradient(y, x)
    return inner


class BeamSolver:
    def __init__(self):
        self.net = make_network()
        self.opt = tf.keras.optimizers.Adam(2e-3)
        self.opt.build(self.net.trainable_variables)
        self.slope = derivative(self.net)
        self.load = derivative(derivative(derivative(self.slope)))
        self.ends = tf.constant([[0.0], [1.0]])

    def losses(self, x):
        physics = tf.reduce_mean((self.load(x) - LOAD) ** 2) / LOAD ** 2
        clamp = tf.reduce_mean(self.net(self.ends) ** 2) + tf.reduce_mean(self.slope(self.ends) ** 2)
        return physics, clamp

    @tf.function(input_signature=[
        tf.TensorSpec([None, 1], tf.float32),
        tf.TensorSpec([], tf.float32),
    ])
    def step(self, x, boundary_weight):
        with tf.GradientTape() as tape:
            physics, clamp = self.losses(x)
            loss = physics + boundary_weight * clamp
        grads = tape.gradient(loss, self.net.trainable_variables)
        self.opt.apply_gradients(zip(grads, self.net.trainable_variables))
        return physics, clamp


def collocation(stage):
    n = 16 + 4 * stage
    return tf.constant(np.linspace(0.0, 1.0, n)[:, None], tf.float32)


def main():
    solver = BeamSolver()
    weight = 1.0
    for stage in range(STAGES):
        x = collocation(stage)
        for _ in range(STEPS_PER_STAGE):
            physics, clamp = solver.step(x, weight)
        if stage % 3 == 0:
            print(f"stage {stage}: physics {float(physics):.3f} clamp {float(clamp):.3f} weight {weight:.2f}")
        weight *= 1.6
    grid = np.linspace(0, 1, 21, dtype=np.float32)[:, None]
    error = np.max(np.abs(solver.net(grid).numpy() - exact(grid)))
    print("largest deflection error", round(float(error), 2))


main()
