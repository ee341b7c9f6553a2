# planted: TFR505 eager execution was switched on to look at a boundary and was never switched off
# style: tf.Module with variables, script
"""Linear shallow water in a basin with a shelf: arrival at three tide gauges."""
import numpy as np
import tensorflow as tf

tf.config.run_functions_eagerly(True)

GRAVITY = 9.81


class Basin(tf.Module):
    def __init__(self, nx=72, ny=48, dx=4000.0, name=None):
        super().__init__(name=name)
        x = np.linspace(0.0, 1.0, nx)[None, :].repeat(ny, axis=0)
        depth = 3800.0 - 3700.0 / (1.0 + np.exp(-(x - 0.8) * 30.0))
        self.depth = tf.constant(depth, tf.float32)
        self.dx = dx
        self.dt = 0.4 * dx / float(np.sqrt(GRAVITY * depth.max()))
        self.eta = tf.Variable(tf.zeros([ny, nx]))
        self.u = tf.Variable(tf.zeros([ny, nx]))
        self.v = tf.Variable(tf.zeros([ny, nx]))
        sponge = np.ones((ny, nx))
        for k in range(8):
            factor = 1.0 - 0.1 * (1.0 - k / 8.0)
            sponge[:, k] *= factor
            sponge[k, :] *= factor
            sponge[-1 - k, :] *= factor
        self.sponge = tf.constant(sponge, tf.float32)

    def gradient(self, field, axis):
        ahead = tf.roll(field, -1, axis)
        return (ahead - field) / self.dx

    def divergence(self, u, v):
        return ((u - tf.roll(u, 1, 1)) + (v - tf.roll(v, 1, 0))) / self.dx

    @tf.function
    def quake(self, row, col, height, width):
        ny, nx = self.eta.shape
        yy = tf.range(ny, dtype=tf.float32)[:, None] - row
        xx = tf.range(nx, dtype=tf.float32)[None, :] - col
        self.eta.assign(height * tf.exp(-(yy ** 2 + xx ** 2) / width ** 2))

    @tf.function
    def step(self):
        friction = 1.0 - 2e-5 * self.dt
        self.u.assign(friction * self.u - self.dt * GRAVITY * self.gradient(self.eta, 1))
        self.v.assign(friction * self.v - self.dt * GRAVITY * self.gradient(self.eta, 0))
        wall = tf.concat([tf.ones_like(self.u[:, :-1]), tf.zeros_like(self.u[:, -1:])], axis=1)
        self.u.assign(self.u * wall)
        flux_u, flux_v = self.depth * self.u, self.depth * self.v
        self.eta.assign((self.eta - self.dt * self.divergence(flux_u, flux_v)) * self.sponge)
        return tf.reduce_sum(self.eta ** 2)


GAUGES = {"shelf": (24, 66), "harbour": (34, 69), "deep": (16, 46)}


def run(steps):
    basin = Basin()
    basin.quake(tf.constant(20.0), tf.constant(24.0), tf.constant(2.0), tf.constant(4.0))
    records = {name: [] for name in GAUGES}
    energy = []
    for _ in range(steps):
        energy.append(float(basin.step()))
        surface = basin.eta.numpy()
        for name, (row, col) in GAUGES.items():
            records[name].append(surface[row, col])
    return basin, records, energy


basin, records, energy = run(steps=900)
minutes = basin.dt / 60.0
for name, series in records.items():
    series = np.array(series)
    first = int(np.argmax(np.abs(series) > 0.05))
    print("%-8s first at %.1f min, highest %.2f m" % (name, first * minutes, series.max()))
print("energy left %.3f" % (energy[-1] / energy[0]))
