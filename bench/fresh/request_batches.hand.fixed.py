# request_batches, cured.
import collections

import numpy as np
import tensorflow as tf


class Service:
    """Answers queued requests in batches."""

    def __init__(self):
        tf.keras.utils.set_random_seed(0)
        self.model = tf.keras.Sequential(
            [tf.keras.Input((4,)), tf.keras.layers.Dense(6, activation="relu"), tf.keras.layers.Dense(2)]
        )
        self.queue = collections.deque()
        self._infer = tf.function(self._forward, reduce_retracing=True)

    def _forward(self, x):
        return tf.nn.softmax(self.model(x, training=False))

    def submit(self, row):
        self.queue.append(row)

    def flush(self):
        if not self.queue:
            return []
        rows = []
        while self.queue and len(rows) < 8:
            rows.append(self.queue.popleft())
        x = tf.constant(np.stack(rows))
        return self._infer(x).numpy().tolist()


def main():
    rng = np.random.default_rng(19)
    service = Service()
    answered = 0
    for burst in (1, 4, 2, 7, 3, 5):
        for _ in range(burst):
            service.submit(rng.random(4).astype(np.float32))
        answers = service.flush()
        answered += len(answers)
        print(burst, answered, round(sum(a[0] for a in answers), 4))


if __name__ == "__main__":
    main()
