# planted: TFR101 a tag made with an f-string for each epoch, which the body does not use
# style: callbacks of a hand-made training loop
import numpy as np
import tensorflow as tf


class Callback:
    def on_epoch_end(self, tag, logs):
        pass


class History(Callback):
    def __init__(self):
        self.rows = {}

    def on_epoch_end(self, tag, logs):
        self.rows[tag] = logs


class Patience(Callback):
    def __init__(self, patience):
        self.patience, self.best, self.waited = patience, float("inf"), 0
        self.stop = False

    def on_epoch_end(self, tag, logs):
        improved = logs["loss"] < self.best - 1e-3
        self.best = min(self.best, logs["loss"])
        self.waited = 0 if improved else self.waited + 1
        self.stop = self.waited >= self.patience


class Loop:
    def __init__(self, callbacks):
        self.callbacks = callbacks
        self.w = tf.Variable(tf.zeros([3, 1]))

    @tf.function
    def run_batch(self, x, y, tag):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.abs(x @ self.w - y))
        self.w.assign_sub(0.2 * tape.gradient(loss, self.w))
        return loss

    def fit(self, batches, epochs):
        for epoch in range(epochs):
            tag = f"epoch-{epoch:02d}"
            losses = [float(self.run_batch(x, y, tag)) for x, y in batches]
            for callback in self.callbacks:
                callback.on_epoch_end(tag, {"loss": sum(losses) / len(losses)})
            if any(getattr(callback, "stop", False) for callback in self.callbacks):
                break


rng = np.random.RandomState(0)
xs = rng.randn(4, 16, 3).astype(np.float32)
batches = [(x, x @ np.array([[1.0], [0.5], [-1.0]], np.float32)) for x in xs]
history = History()
Loop([history, Patience(2)]).fit(batches, epochs=9)
for tag, logs in history.rows.items():
    print(tag, "%.4f" % logs["loss"])
