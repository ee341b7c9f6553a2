# planted: TFR502 the handler wraps the model's call in tf.function for every request
# style: backend developer, a request handler with middleware around a Keras model, JSON in and out
import json
from functools import reduce

import numpy as np
import tensorflow as tf

FIELDS = ("age", "income", "balance", "visits")
MAX_ROWS = 8


class ModelStore:
    def __init__(self):
        tf.keras.utils.set_random_seed(13)
        self._models = {}

    def get(self, version):
        if version not in self._models:
            self._models[version] = tf.keras.Sequential([
                tf.keras.layers.Input((len(FIELDS),)),
                tf.keras.layers.Dense(8 * version, activation="relu"),
                tf.keras.layers.Dense(1, activation="sigmoid"),
            ])
        return self._models[version]


class ScoreHandler:
    def __init__(self, store):
        self.store = store

    def to_rows(self, body):
        rows = np.zeros((MAX_ROWS, len(FIELDS)), "float32")
        for i, record in enumerate(body["records"]):
            rows[i] = [record.get(field, 0.0) for field in FIELDS]
        return rows

    def __call__(self, body):
        model = self.store.get(body.get("version", 1))
        score = tf.function(lambda rows: model(rows, training=False)[:, 0])
        scores = score(self.to_rows(body)).numpy()[:len(body["records"])]
        return {"scores": [round(float(s), 5) for s in scores]}


def with_validation(handler):
    def handle(body):
        if not 0 < len(body.get("records", ())) <= MAX_ROWS:
            return {"error": "between 1 and 8 records"}
        return handler(body)
    return handle


def with_decision(handler):
    def handle(body):
        answer = handler(body)
        if "scores" in answer:
            answer["accepted"] = sum(s > 0.5 for s in answer["scores"])
        return answer
    return handle


class Gateway:
    def __init__(self, handler, *middleware):
        self.handle = reduce(lambda inner, wrap: wrap(inner), middleware, handler)

    def post(self, text):
        return json.dumps(self.handle(json.loads(text)))


def requests(count):
    rng = np.random.default_rng(23)
    for number in range(count):
        records = [
            dict(zip(FIELDS, np.round(rng.normal(size=4), 3).tolist()))
            for _ in range(int(rng.integers(0, MAX_ROWS + 1)))
        ]
        yield json.dumps({"version": 1 + number % 2, "records": records})


if __name__ == "__main__":
    gateway = Gateway(ScoreHandler(ModelStore()), with_validation, with_decision)
    for request in requests(12):
        print(gateway.post(request))
