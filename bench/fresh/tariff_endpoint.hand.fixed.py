# planted: TFR208 the service asks for a concrete function of the exact size of each request
# style: insurance pricing service, request objects from JSON, cached model, small handler class
import json

import numpy as np
import tensorflow as tf

FIELDS = ["age", "power", "mileage", "claims"]
CENTRE = np.array([45.0, 90.0, 12.0, 0.4])
SCALE = np.array([15.0, 30.0, 6.0, 0.7])


class TariffModel(tf.Module):
    """Poisson frequency times gamma severity, weights as they came from the actuaries."""

    def __init__(self, seed=13):
        super().__init__()
        rng = np.random.default_rng(seed)
        self.frequency = tf.Variable(rng.normal(0, 0.25, len(FIELDS)), dtype=tf.float32)
        self.severity = tf.Variable(rng.normal(0, 0.15, len(FIELDS)), dtype=tf.float32)

    @tf.function
    def premium(self, x):
        x = (x - tf.constant(CENTRE, tf.float32)) / tf.constant(SCALE, tf.float32)
        freq = tf.exp(-2.3 + tf.linalg.matvec(x, self.frequency))
        sev = tf.exp(7.6 + tf.linalg.matvec(x, self.severity))
        return 1.25 * freq * sev


class Service:
    def __init__(self, model):
        self.model = model
        self.log = []

    def handle(self, body):
        request = json.loads(body)
        rows = np.array([[c[f] for f in FIELDS] for c in request["contracts"]], "float32")
        score = self.model.premium.get_concrete_function(tf.TensorSpec([None, len(FIELDS)], tf.float32))
        premiums = score(tf.constant(rows)).numpy()
        if request.get("fleet") and len(rows) >= 5:
            premiums = premiums * 0.9
        self.log.append(len(rows))
        return json.dumps({"id": request["id"], "premiums": [round(float(p), 1) for p in premiums]})


def clients(n, seed=3):
    rng = np.random.default_rng(seed)
    for i in range(n):
        size = int(rng.integers(1, 15))
        contracts = [
            {"age": int(rng.integers(18, 80)), "power": int(rng.integers(40, 200)),
             "mileage": float(rng.integers(3, 30)), "claims": int(rng.poisson(0.4))}
            for _ in range(size)
        ]
        yield json.dumps({"id": i, "fleet": size > 6, "contracts": contracts})


if __name__ == "__main__":
    service = Service(TariffModel())
    total = {}
    for body in clients(18):
        answer = json.loads(service.handle(body))
        total[answer["id"]] = sum(answer["premiums"])
        if answer["id"] % 6 == 0:
            print(answer["id"], answer["premiums"][:4])
    print("contracts priced:", sum(service.log), "in", len(service.log), "requests")
    print("largest request: %.0f" % max(total.values()))
