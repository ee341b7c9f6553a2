# planted: TFR103 TFR502 each quote makes its own tf.function and hands it a list of Python floats
# style: backend developer, handler class with dicts in and out
"""Insurance quotes: JSON in, JSON out. The network is a tiny rating model."""
import json

import numpy as np
import tensorflow as tf

FIELDS = ["age", "power", "mileage", "claims"]
SCALE = {"age": 80.0, "power": 200.0, "mileage": 30.0, "claims": 4.0}


def build_model():
    tf.keras.utils.set_random_seed(33)
    return tf.keras.Sequential(
        [
            tf.keras.layers.Input((len(FIELDS),)),
            tf.keras.layers.Dense(8, activation="tanh"),
            tf.keras.layers.Dense(1, activation="softplus"),
        ]
    )


class QuoteHandler:
    def __init__(self, model, base=220.0):
        self.model = model
        self.base = base
        self.served = 0

    def handle(self, body):
        request = json.loads(body)
        missing = [name for name in FIELDS if name not in request]
        if missing:
            return json.dumps({"error": "missing " + ", ".join(missing)})
        features = [request[name] / SCALE[name] for name in FIELDS]
        premium, shares = self._rate(features)
        self.served += 1
        return json.dumps(
            {
                "premium": round(float(premium), 3),
                "drivers": {n: round(float(s), 4) for n, s in zip(FIELDS, shares.numpy())},
            }
        )

    def _rate(self, features):
        return self._premium(tf.constant(features, tf.float32))

    @tf.function
    def _premium(self, features):
        x = features[None]
        with tf.GradientTape() as tape:
            tape.watch(x)
            premium = self.base * self.model(x, training=False)[0, 0]
        influence = tf.abs(tape.gradient(premium, x)[0] * x[0])
        return premium, influence / (tf.reduce_sum(influence) + 1e-9)


def requests(count):
    rng = np.random.default_rng(9)
    for i in range(count):
        body = {
            "age": int(rng.integers(18, 80)),
            "power": int(rng.integers(50, 200)),
            "mileage": round(float(rng.uniform(2, 30)), 1),
            "claims": int(rng.poisson(0.6)),
        }
        if i == 4:
            del body["power"]
        yield json.dumps(body)


def main():
    handler = QuoteHandler(build_model())
    for body in requests(14):
        print(handler.handle(body))
    print("served", handler.served)


if __name__ == "__main__":
    main()
