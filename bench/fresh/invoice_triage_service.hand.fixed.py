# planted: TFR601 each queued invoice goes through model.predict on its own, inside the worker loop
# style: service class with a queue, Keras functional model with two heads
"""Accounts payable: route scanned invoices to a desk and guess the payment delay."""
from collections import Counter, deque

import keras
import numpy as np

DESKS = ["auto", "clerk", "fraud"]


def invoices(count, seed):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(count, 9)).astype("float32")
    score = x[:, 0] * 1.5 - x[:, 3] + 0.3 * x[:, 5]
    desk = np.digitize(score, [-0.8, 1.2]).astype("int32")
    delay = (12.0 + 4.0 * x[:, 1] - 2.0 * x[:, 7]).astype("float32")
    return x, desk, delay


def build_model():
    keras.utils.set_random_seed(5)
    inputs = keras.Input((9,), name="fields")
    h = keras.layers.Dense(32, activation="relu")(inputs)
    h = keras.layers.Dense(16, activation="relu")(h)
    desk = keras.layers.Dense(3, activation="softmax", name="desk")(h)
    delay = keras.layers.Dense(1, name="delay")(h)
    model = keras.Model(inputs, {"desk": desk, "delay": delay})
    model.compile(
        keras.optimizers.Adam(0.01),
        loss={"desk": "sparse_categorical_crossentropy", "delay": "mae"},
    )
    return model


class TriageWorker:
    def __init__(self, model, threshold=0.55):
        self.model = model
        self.threshold = threshold
        self.queue = deque()
        self.routed = Counter()
        self.delays = []

    def submit(self, number, fields):
        self.queue.append((number, fields))

    def drain(self):
        while self.queue:
            number, fields = self.queue.popleft()
            answer = self.model.predict_on_batch(fields[None, :])
            probs = answer["desk"][0]
            best = int(np.argmax(probs))
            desk = DESKS[best] if probs[best] >= self.threshold else "clerk"
            self.routed[desk] += 1
            self.delays.append(float(answer["delay"][0, 0]))


def main():
    x, desk, delay = invoices(600, 1)
    model = build_model()
    model.fit(x, {"desk": desk, "delay": delay[:, None]}, epochs=8, batch_size=60, verbose=0)
    worker = TriageWorker(model)
    fresh, _, _ = invoices(60, 2)
    for number, row in enumerate(fresh):
        worker.submit(number, row)
    worker.drain()
    for name in DESKS:
        print(name, worker.routed[name])
    print("expected delay", round(float(np.mean(worker.delays)), 2))


if __name__ == "__main__":
    main()
