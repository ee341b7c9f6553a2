# planted: TFR502 the integrator defines its compiled kick inside the method that each step calls
# style: astronomer's simulation class with energy bookkeeping
import numpy as np
import tensorflow as tf

G = 1.0


class Cluster:
    """A few softened point masses, advanced with kick-drift-kick."""

    def __init__(self, masses, positions, velocities, softening=0.05):
        self.masses = tf.constant(masses, tf.float32)
        self.x = tf.Variable(positions, dtype=tf.float32)
        self.v = tf.Variable(velocities, dtype=tf.float32)
        self.eps2 = softening**2
        self.history = []

    def separations(self):
        diff = self.x[None, :, :] - self.x[:, None, :]
        return diff, tf.reduce_sum(diff**2, -1) + self.eps2

    def advance(self, dt):
        @tf.function
        def accelerations(positions):
            diff = positions[None, :, :] - positions[:, None, :]
            dist2 = tf.reduce_sum(diff**2, -1) + self.eps2
            return G * tf.reduce_sum(self.masses[None, :, None] * diff / dist2[..., None] ** 1.5, 1)

        self.v.assign_add(0.5 * dt * accelerations(self.x.value()))
        self.x.assign_add(dt * self.v)
        self.v.assign_add(0.5 * dt * accelerations(self.x.value()))

    def energy(self):
        kinetic = 0.5 * tf.reduce_sum(self.masses * tf.reduce_sum(self.v**2, -1))
        _, dist2 = self.separations()
        pair = self.masses[:, None] * self.masses[None, :] / tf.sqrt(dist2)
        potential = -0.5 * G * (tf.reduce_sum(pair) - tf.reduce_sum(tf.linalg.diag_part(pair)))
        return float(kinetic + potential)

    def evolve(self, until, dt):
        for _ in range(int(round(until / dt))):
            self.advance(dt)
            self.history.append(float(tf.reduce_min(tf.linalg.set_diag(self.separations()[1], tf.fill([len(self.masses)], 1e9)))))


def encounter(impact):
    masses = [1.0, 0.3, 0.3]
    positions = [[0, 0, 0], [-4, impact, 0], [4, -impact, 0.5]]
    velocities = [[0, 0, 0], [1.0, 0, 0], [-1.0, 0, 0]]
    return Cluster(masses, positions, velocities)


for impact in (0.5, 1.0, 2.0):
    cluster = encounter(impact)
    before = cluster.energy()
    cluster.evolve(until=3.0, dt=0.1)
    print(
        f"impact {impact}: energy {before:.3f} -> {cluster.energy():.3f},"
        f" closest {np.sqrt(min(cluster.history)):.3f},"
        f" heavy body at {np.round(cluster.x.numpy()[0], 3)}"
    )
