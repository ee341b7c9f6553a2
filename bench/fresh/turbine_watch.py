# planted: TFR601 the watcher asks the autoencoder with predict for every window that comes off the stream
# style: condition monitoring, generator as the data source, a Watcher class with a rolling threshold
from collections import deque

import numpy as np
from tensorflow import keras

WINDOW = 32


def vibration(n, seed, fault_at=None):
    """chunks of 8 samples; from fault_at on a bearing tone appears"""
    rng = np.random.default_rng(seed)
    t = 0
    for k in range(n):
        s = np.arange(t, t + 8)
        x = np.sin(0.35 * s) + 0.4 * np.sin(0.9 * s) + rng.normal(0, 0.1, 8)
        if fault_at is not None and k >= fault_at:
            x += 0.6 * np.sin(2.3 * s)
        t += 8
        yield x.astype("float32")


def healthy_windows(seed, count=150):
    samples = np.concatenate(list(vibration(count, seed)))
    return np.stack([samples[i:i + WINDOW] for i in range(0, len(samples) - WINDOW, 4)])


def build_autoencoder():
    inputs = keras.Input((WINDOW,))
    z = keras.layers.Dense(12, activation="tanh")(inputs)
    z = keras.layers.Dense(5)(z)
    out = keras.layers.Dense(WINDOW)(keras.layers.Dense(12, activation="tanh")(z))
    model = keras.Model(inputs, out)
    model.compile("adam", "mse")
    return model


class Watcher:
    def __init__(self, model, limit, patience=3):
        self.model = model
        self.limit = limit
        self.patience = patience
        self.buffer = deque(maxlen=WINDOW)
        self.over = 0
        self.errors = []
        self.alarm_at = None

    def error_of(self, window):
        reconstruction = self.model.predict(window[None, :], verbose=0)
        return float(np.mean((reconstruction[0] - window) ** 2))

    def feed(self, k, chunk):
        self.buffer.extend(chunk)
        if len(self.buffer) < WINDOW:
            return
        e = self.error_of(np.array(self.buffer))
        self.errors.append(e)
        self.over = self.over + 1 if e > self.limit else 0
        if self.over >= self.patience and self.alarm_at is None:
            self.alarm_at = k


def main():
    keras.utils.set_random_seed(40)
    x = healthy_windows(seed=1)
    model = build_autoencoder()
    model.fit(x, x, epochs=16, batch_size=32, verbose=0)
    residual = np.mean((model.predict(x, verbose=0) - x) ** 2, axis=1)
    limit = float(np.quantile(residual, 0.99)) * 1.3
    for name, fault in (("healthy", None), ("faulty", 14)):
        watcher = Watcher(model, limit)
        for k, chunk in enumerate(vibration(26, seed=7, fault_at=fault)):
            watcher.feed(k, chunk)
        print(f"{name}: alarm at chunk {watcher.alarm_at}, mean error {np.mean(watcher.errors):.3f}")


if __name__ == "__main__":
    main()
