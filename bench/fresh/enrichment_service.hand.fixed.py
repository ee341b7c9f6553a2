# planted: TFR502 the handler compiles the operation it looked up in its table anew for each request
# style: a service class with a request handler, JSON payloads, routes in a dict
import json

import numpy as np
import tensorflow as tf


class FeatureStore:
    def __init__(self, users=40, dim=8, seed=9):
        rng = np.random.default_rng(seed)
        self.vectors = tf.constant(rng.normal(size=(users, dim)), tf.float32)

    def neighbours(self, users):
        picked = tf.gather(self.vectors, users)
        normal = tf.math.l2_normalize(self.vectors, axis=1)
        return tf.math.l2_normalize(picked, axis=1) @ tf.transpose(normal)

    def profile(self, users):
        picked = tf.gather(self.vectors, users)
        return tf.nn.softmax(picked * 2.0, axis=1)

    def novelty(self, users):
        picked = tf.gather(self.vectors, users)
        centre = tf.reduce_mean(self.vectors, axis=0)
        return tf.norm(picked - centre, axis=1, keepdims=True)


class EnrichmentService:
    MAX_USERS = 4

    def __init__(self, store):
        self.store = store
        self.routes = {
            "/neighbours": tf.function(store.neighbours),
            "/profile": tf.function(store.profile),
            "/novelty": tf.function(store.novelty),
        }
        self.served = {route: 0 for route in self.routes}

    def handle(self, request):
        """request: a JSON string with `route` and `users`; returns (status, JSON)"""
        body = json.loads(request)
        route = body.get("route")
        if route not in self.routes:
            return 404, json.dumps({"error": "no route %s" % route})
        users = body["users"][: self.MAX_USERS]
        ids = tf.constant(users + [0] * (self.MAX_USERS - len(users)))
        answer = self.routes[route](ids)[: len(users)]
        self.served[route] += 1
        return 200, json.dumps({"rows": np.round(answer.numpy().astype(float), 4).tolist()})


def traffic(n, seed=2):
    rng = np.random.default_rng(seed)
    routes = ["/neighbours", "/profile", "/profile", "/novelty", "/health"]
    for _ in range(n):
        users = rng.integers(0, 40, size=rng.integers(1, 5)).tolist()
        yield json.dumps({"route": routes[int(rng.integers(len(routes)))], "users": users})


if __name__ == "__main__":
    service = EnrichmentService(FeatureStore())
    errors, checksum = 0, 0.0
    for request in traffic(150):
        status, answer = service.handle(request)
        if status != 200:
            errors += 1
            continue
        checksum += sum(map(sum, json.loads(answer)["rows"]))
    print("served", service.served)
    print("errors", errors)
    print("checksum %.2f" % checksum)
