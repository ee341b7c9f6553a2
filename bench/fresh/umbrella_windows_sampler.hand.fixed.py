"""Brownian dynamics in one umbrella window."""
import tensorflow as tf

BETA = 2.0
DT = 1e-3


def potential(x):
    return 3.0 * tf.cos(3.0 * x) + 0.5 * x ** 2


@tf.function
def sweep(x, kicks, centre, spring):
    for k in tf.range(tf.shape(kicks)[0]):
        with tf.GradientTape() as tape:
            tape.watch(x)
            u = potential(x) + 0.5 * spring * (x - centre) ** 2
        x = x - DT * tape.gradient(u, x) + tf.sqrt(2.0 * DT / BETA) * kicks[k]
    return x


def sample_window(centre, spring, noise):
    """Positions after every sweep of a harmonically restrained ensemble of walkers."""
    centre = tf.constant(centre, tf.float32)
    spring = tf.constant(spring, tf.float32)
    x = tf.fill([noise.shape[2]], centre)
    positions = []
    for kicks in noise:
        x = sweep(x, kicks, centre, spring)
        positions.append(x)
    return tf.concat(positions[len(positions) // 2:], axis=0).numpy()
