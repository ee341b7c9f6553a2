# tenants_models, cured.
from functools import lru_cache

import numpy as np
import tensorflow as tf


def architecture():
    return tf.keras.Sequential(
        [
            tf.keras.Input((4,)),
            tf.keras.layers.Dense(6, activation="relu"),
            tf.keras.layers.Dense(2),
        ]
    )


def stored_weights(tenant):
    rng = np.random.RandomState(sum(map(ord, tenant)))
    shapes = [(4, 6), (6,), (6, 2), (2,)]
    return [rng.randn(*shape).astype(np.float32) * 0.5 for shape in shapes]


class Pool:
    """One model for all tenants, which takes on the weights of whoever asks."""

    def __init__(self, capacity):
        self.model = architecture()
        self.weights = lru_cache(capacity)(stored_weights)

    def infer(self, tenant, x):
        self.model.set_weights(self.weights(tenant))
        return self._infer(x)

    @tf.function
    def _infer(self, x):
        return tf.nn.softmax(self.model(x, training=False))


pool = Pool(capacity=2)
rng = np.random.RandomState(1)
for tenant in ["acme", "zenith", "acme", "orbit", "zenith", "acme", "nova"]:
    x = tf.constant(rng.randn(3, 4).astype(np.float32))
    scores = pool.infer(tenant, x)
    print(tenant, np.round(scores[:, 0].numpy(), 3))
