# planted: TFR601 the worker predicts each message by itself through a method
# style: service code with a queue, a worker and a rules fallback
"""Consumes card payments from a queue and holds the suspicious ones."""
import queue

import numpy as np
import tensorflow as tf


def make_model():
    tf.keras.utils.set_random_seed(17)
    rng = np.random.default_rng(17)
    x = rng.normal(size=(256, 5)).astype("float32")
    y = (x[:, 0] + 0.5 * x[:, 3] ** 2 > 1.0).astype("float32")
    model = tf.keras.Sequential(
        [tf.keras.layers.Dense(12, activation="relu"), tf.keras.layers.Dense(1, activation="sigmoid")]
    )
    model.compile(optimizer=tf.keras.optimizers.Adam(0.02), loss="binary_crossentropy")
    model.fit(x, y, batch_size=64, epochs=5, verbose=0, shuffle=False)
    return model


class Scorer:
    def __init__(self, model):
        self.model = model

    def score(self, features):
        vector = np.asarray(features, dtype="float32").reshape(1, -1)
        return float(self.model.predict_on_batch(vector)[0, 0])


class Worker:
    def __init__(self, scorer, threshold=0.6):
        self.scorer = scorer
        self.threshold = threshold
        self.held, self.passed = [], []

    def consume(self, messages):
        while True:
            try:
                message = messages.get_nowait()
            except queue.Empty:
                return
            self.on_message(message)

    def on_message(self, message):
        if message["amount"] < 1.0:
            self.passed.append((message["id"], 0.0))
            return
        risk = self.scorer.score(message["features"])
        (self.held if risk > self.threshold else self.passed).append((message["id"], risk))


def main():
    rng = np.random.default_rng(18)
    messages = queue.Queue()
    for i in range(30):
        messages.put({"id": i, "amount": float(rng.exponential(20.0)), "features": rng.normal(size=5).tolist()})
    worker = Worker(Scorer(make_model()))
    worker.consume(messages)
    for ident, risk in worker.held:
        print(f"held {ident:3d}  risk {risk:.4f}")
    print(f"passed {len(worker.passed)}, mean risk {np.mean([r for _, r in worker.passed]):.4f}")


if __name__ == "__main__":
    main()
