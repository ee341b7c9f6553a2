# planted: TFR101 the step size backs off as a Python float from frame to frame
# style: audio DSP engineer, one class with a process method
"""Frame-wise NLMS echo canceller with a step size that backs off during double talk."""
import numpy as np
import tensorflow as tf


class EchoCanceller:
    def __init__(self, taps=24, mu=0.9):
        self.taps = taps
        self.mu = mu
        self.weights = tf.Variable(tf.zeros([taps]))
        self.history = np.zeros(taps - 1, np.float32)

    def process(self, far, near):
        signal = np.concatenate([self.history, far])
        self.history = signal[-(self.taps - 1):]
        windows = np.lib.stride_tricks.sliding_window_view(signal, self.taps)[:, ::-1].copy()
        error = self._adapt(tf.constant(windows), tf.constant(near), self.mu)
        self._watch(near, error.numpy())
        return error.numpy()

    @tf.function
    def _adapt(self, windows, near, mu):
        errors = tf.TensorArray(tf.float32, size=tf.shape(near)[0])
        w = self.weights.read_value()
        for i in tf.range(tf.shape(near)[0]):
            x = windows[i]
            e = near[i] - tf.tensordot(w, x, 1)
            w += mu * e * x / (tf.reduce_sum(x * x) + 1e-3)
            errors = errors.write(i, e)
        self.weights.assign(w)
        return errors.stack()

    def _watch(self, near, error):
        ratio = float(np.mean(error**2) / (np.mean(near**2) + 1e-9))
        if ratio > 0.5:
            self.mu = max(0.1, 0.85 * self.mu)
        else:
            self.mu = min(0.9, self.mu + 0.02 * (1.0 - ratio))


def main():
    rng = np.random.default_rng(7)
    room = rng.normal(size=24) * np.exp(-np.arange(24) / 5.0)
    far = rng.normal(size=30 * 80).astype(np.float32)
    echo = np.convolve(far, room)[: far.size].astype(np.float32)
    speech = np.zeros_like(echo)
    speech[1200:1700] = 0.8 * np.sin(np.arange(500) * 0.21)
    near = echo + speech + rng.normal(0, 0.01, far.size).astype(np.float32)

    canceller = EchoCanceller()
    for frame in range(30):
        part = slice(frame * 80, (frame + 1) * 80)
        residual = canceller.process(far[part], near[part])
        if frame % 5 == 4:
            erle = 10 * np.log10(np.mean(near[part] ** 2) / np.mean(residual**2))
            print(f"frame {frame + 1:2d}  mu {canceller.mu:.4f}  ERLE {erle:.3f} dB")
    misalignment = np.linalg.norm(canceller.weights.numpy() - room) / np.linalg.norm(room)
    print(f"misalignment {misalignment:.5f}")


if __name__ == "__main__":
    main()
