# planted: TFR208 the analysis asks for a concrete function for the shape of every walk it analyses
# style: class that wraps a tf.function, generator of recordings, summary table
"""Step time and symmetry of gait from a waist-worn accelerometer."""
import numpy as np
import tensorflow as tf

RATE = 50.0


def walks(count, seed):
    rng = np.random.default_rng(seed)
    for number in range(count):
        seconds = rng.uniform(5.0, 14.0)
        t = np.arange(0.0, seconds, 1.0 / RATE)
        step = rng.uniform(0.45, 0.65)
        limp = rng.uniform(0.0, 0.5)
        vertical = np.sin(2 * np.pi * t / step) + limp * np.sin(np.pi * t / step)
        forward = 0.5 * np.cos(2 * np.pi * t / step)
        side = 0.4 * np.sin(np.pi * t / step)
        signal = np.stack([vertical, forward, side], axis=1)
        yield (signal + rng.normal(0.0, 0.2, signal.shape)).astype(np.float32), step, limp


class GaitAnalyser:
    def __init__(self, longest_lag=70):
        self.longest_lag = longest_lag
        self.smooth = tf.constant(np.hanning(9)[:, None, None] / np.hanning(9).sum(), tf.float32)

    @tf.function
    def analyse(self, signal):
        """Unbiased autocorrelation of the vertical axis at all lags."""
        vertical = tf.nn.conv1d(signal[None, :, :1], self.smooth, 1, "SAME")[0, :, 0]
        vertical -= tf.reduce_mean(vertical)
        n = tf.shape(vertical)[0]
        spectrum = tf.signal.rfft(vertical, fft_length=[2048])
        correlation = tf.signal.irfft(spectrum * tf.math.conj(spectrum), fft_length=[2048])
        lags = tf.range(self.longest_lag)
        unbiased = correlation[:self.longest_lag] / tf.cast(n - lags, tf.float32)
        rms = tf.sqrt(tf.reduce_mean(signal ** 2, axis=0))
        return unbiased / unbiased[0], rms

    def report(self, signal):
        run = self.analyse.get_concrete_function(tf.TensorSpec([None, 3], tf.float32))
        correlation, rms = run(tf.constant(signal))
        correlation = correlation.numpy()
        first = 15 + int(np.argmax(correlation[15:35]))
        stride = min(2 * first, self.longest_lag - 1)
        return {
            "step_time": first / RATE,
            "symmetry": correlation[first] / max(correlation[stride], 1e-3),
            "rms": float(tf.norm(rms)),
        }


def main():
    analyser = GaitAnalyser()
    rows, truth = [], []
    for signal, step, limp in walks(30, seed=15):
        rows.append(analyser.report(signal))
        truth.append((step, limp))
    truth = np.array(truth)
    error = np.array([row["step_time"] for row in rows]) - truth[:, 0]
    symmetry = np.array([row["symmetry"] for row in rows])
    print("walks", len(rows))
    print("step time error %.3f s" % np.abs(error).mean())
    print("symmetry against limp %.2f" % np.corrcoef(symmetry, truth[:, 1])[0, 1])
    print("mean rms %.3f" % np.mean([row["rms"] for row in rows]))


if __name__ == "__main__":
    main()
