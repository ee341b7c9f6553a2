# planted: TFR505 run_functions_eagerly(True) stayed in the module after a debugging session
# style: training script, tf.Module physics and a traced Newton relaxation
"""Temperature of a grain silo: implicit heat conduction with a self-heating hot spot."""
import numpy as np
import tensorflow as tf

tf.config.run_functions_eagerly(True)

N = 32


class Silo(tf.Module):
    def __init__(self, conductivity, respiration):
        super().__init__()
        self.conductivity = tf.constant(conductivity)
        self.respiration = tf.constant(respiration)

    def laplacian(self, u):
        p = tf.pad(u, [[1, 1], [1, 1]], mode="SYMMETRIC")
        return p[2:, 1:-1] + p[:-2, 1:-1] + p[1:-1, 2:] + p[1:-1, :-2] - 4.0 * u

    def heating(self, u, moisture):
        return self.respiration * moisture * tf.exp(tf.minimum(0.06 * (u - 20.0), 2.0))

    @tf.function
    def hours(self, u, moisture, wall, count):
        dt = 0.25
        for _ in tf.range(count):
            du = self.conductivity * self.laplacian(u) + self.heating(u, moisture)
            u = u + dt * du
            edge = tf.tile(wall[None, None], [1, N])
            u = tf.concat([edge, u[1:-1], u[-1:]], 0)
        return u


def bed(seed):
    rng = np.random.default_rng(seed)
    moisture = 0.12 + 0.01 * rng.random((N, N))
    y, x = np.mgrid[:N, :N]
    moisture += 0.08 * np.exp(-((x - 20) ** 2 + (y - 14) ** 2) / 18.0)
    return tf.constant(moisture, tf.float32)


def main():
    silo = Silo(0.8, 0.15)
    moisture = bed(4)
    u = tf.fill([N, N], 18.0)
    for day in range(28):
        wall = tf.constant(12.0 + 6.0 * np.sin(day / 5.0), tf.float32)
        u = silo.hours(u, moisture, wall, tf.constant(96))
        if day % 7 == 6:
            print(f"day {day + 1}: max {float(tf.reduce_max(u)):.1f} mean {float(tf.reduce_mean(u)):.1f}")
    hot = np.unravel_index(int(tf.argmax(tf.reshape(u, [-1]))), (N, N))
    print("hot spot", tuple(int(v) for v in hot))


if __name__ == "__main__":
    main()
