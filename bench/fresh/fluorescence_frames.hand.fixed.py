# planted: TFR404 TFR101 the camera noise is drawn by NumPy in the traced frame, new only because the frame index retraces it
# style: script with a simulator class and global NumPy seed
"""Photobleaching of fluorophores and the half-life fitted from a movie."""
import numpy as np
import tensorflow as tf

np.random.seed(41)
SIDE = 40


class Camera:
    def __init__(self, gain=2.2, offset=100.0, read_noise=1.6):
        self.gain = gain
        self.offset = offset
        self.read_noise = read_noise

    def draw_noise(self):
        return np.random.normal(0.0, self.read_noise, (SIDE, SIDE)).astype(np.float32)

    def read_out(self, photons, noise):
        return self.offset + self.gain * photons + noise


class Sample:
    def __init__(self, n, half_life):
        self.positions = tf.constant(np.random.uniform(4, SIDE - 4, (n, 2)), tf.float32)
        self.brightness = tf.constant(np.random.gamma(6.0, 6.0, n), tf.float32)
        self.decay = np.log(2.0) / half_life


def spots(positions, brightness, width):
    axis = tf.range(SIDE, dtype=tf.float32)
    gy = tf.exp(-0.5 * ((axis[None, :] - positions[:, :1]) / width) ** 2)
    gx = tf.exp(-0.5 * ((axis[None, :] - positions[:, 1:]) / width) ** 2)
    return tf.einsum("n,ny,nx->yx", brightness, gy, gx)


class Movie:
    def __init__(self, sample, camera, exposure=0.5):
        self.sample = sample
        self.camera = camera
        self.exposure = exposure

    @tf.function
    def frame(self, number, noise):
        time = self.exposure * number
        left = tf.exp(-float(self.sample.decay) * time)
        drift = tf.stack([0.01 * time, -0.006 * time])
        photons = spots(self.sample.positions + drift, self.sample.brightness * left, 1.4)
        return self.camera.read_out(photons, noise)

    def record(self, frames):
        return np.stack([
            self.frame(tf.constant(k, tf.float32), self.camera.draw_noise()).numpy()
            for k in range(frames)])


def fit_half_life(movie, exposure, offset):
    signal = movie.sum(axis=(1, 2)) - offset * SIDE * SIDE
    times = exposure * np.arange(len(movie))
    slope = np.polyfit(times, np.log(signal), 1)[0]
    return -np.log(2.0) / slope, signal


camera = Camera()
sample = Sample(n=120, half_life=9.0)
movie = Movie(sample, camera).record(frames=32)
half_life, signal = fit_half_life(movie, 0.5, camera.offset)
background = movie[:, :3, :3]
print("frames", movie.shape)
print("half-life %.2f s" % half_life)
print("signal ratio %.2f" % (signal[-1] / signal[0]))
print("frame to frame noise %.2f" % np.diff(background, axis=0).std())
