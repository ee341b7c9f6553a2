# planted: TFR507 the sampler asks an eager tape for a batch_jacobian at every time point of every batch
# style: bioprocess engineering, ODE surrogate, local sensitivity analysis
"""Parameter sensitivities of a yeast fermentation along its course."""
import numpy as np
import tensorflow as tf

NAMES = ["mu_max", "k_s", "yield", "k_p"]


def derivatives(state, theta):
    x, s, p = state[:, 0], tf.nn.relu(state[:, 1]), state[:, 2]
    mu = theta[:, 0] * s / (theta[:, 1] + s) * tf.exp(-p / theta[:, 3])
    growth = mu * x
    return tf.stack([growth, -growth / theta[:, 2], 0.45 * growth / theta[:, 2]], 1)


def advance(state, theta, dt):
    k1 = derivatives(state, theta)
    k2 = derivatives(state + 0.5 * dt * k1, theta)
    return tf.nn.relu(state + dt * k2)


@tf.function
def local_sensitivity(state, theta, dt):
    with tf.GradientTape() as tape:
        tape.watch(theta)
        moved = advance(state, theta, dt)
    return moved, tape.batch_jacobian(moved, theta)


class Fermentation:
    def __init__(self, batches, seed):
        rng = np.random.default_rng(seed)
        centre = np.array([0.45, 1.2, 0.5, 40.0])
        self.theta = tf.constant(centre * rng.lognormal(0, 0.1, (batches, 4)), tf.float32)
        start = np.array([0.2, 60.0, 0.0]) * rng.uniform(0.9, 1.1, (batches, 3))
        self.state = tf.constant(start, tf.float32)
        self.profile = []

    def course(self, hours, dt):
        for _ in range(int(hours / dt)):
            self.state, jac = local_sensitivity(self.state, self.theta, dt)
            scaled = jac * self.theta[:, None, :]
            self.profile.append(tf.reduce_mean(tf.abs(scaled), 0).numpy())
        return np.array(self.profile)


def main():
    plant = Fermentation(16, 2)
    profile = plant.course(13.6, 0.8)
    print("final ethanol", round(float(tf.reduce_mean(plant.state[:, 2])), 2))
    for k, name in enumerate(NAMES):
        series = profile[:, 2, k]
        print(f"{name:7s} peak {series.max():.3f} at {int(series.argmax()) * 0.8:.1f} h")


if __name__ == "__main__":
    main()
