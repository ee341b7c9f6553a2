# planted: TFR106 the model of each tenant, built on demand, handed to one traced function
# style: inference server with a least-recently-used cache
from collections import OrderedDict

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


@tf.function
def infer(model, x):
    return tf.nn.softmax(model(x, training=False))


class Pool:
    def __init__(self, capacity):
        self.capacity = capacity
        self.models = OrderedDict()

    def get(self, tenant):
        if tenant not in self.models:
            model = architecture()
            model.set_weights(stored_weights(tenant))
            self.models[tenant] = model
            if len(self.models) > self.capacity:
                self.models.popitem(last=False)
        self.models.move_to_end(tenant)
        return self.models[tenant]


pool = Pool(capacity=2)
rng = np.random.RandomState(1)
for tenant in ["acme", "zenith", "acme", "orbit", "zenith", "acme", "nova"]:
    x = tf.constant(rng.randn(3, 4).astype(np.float32))
    scores = infer(pool.get(tenant), x)
    print(tenant, np.round(scores[:, 0].numpy(), 3))
