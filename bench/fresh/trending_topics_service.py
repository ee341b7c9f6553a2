# planted: TFR101 every request passes the wall clock time as a Python float to the traced scoring
# style: web service with handlers as plain functions, service object, in-memory store
"""Trending topics: every event counts less the older it is."""
import json
import time
from collections import defaultdict

import numpy as np
import tensorflow as tf

TOPICS = ["elections", "weather", "football", "recipes", "chess", "space", "gardens", "trains"]


class EventStore:
    def __init__(self, capacity):
        self.capacity = capacity
        self.topics = np.zeros(capacity, np.int32)
        self.stamps = np.zeros(capacity, np.float64)
        self.weights = np.zeros(capacity, np.float32)
        self.cursor = 0

    def add(self, topic, stamp, weight):
        slot = self.cursor % self.capacity
        self.topics[slot], self.stamps[slot], self.weights[slot] = topic, stamp, weight
        self.cursor += 1


class TrendingService:
    def __init__(self, half_life_hours=6.0):
        self.store = EventStore(capacity=600)
        self.decay = float(np.log(2.0) / (half_life_hours * 3600.0))
        self.requests = defaultdict(int)

    @tf.function
    def score(self, topics, stamps, weights, now):
        age = tf.cast(tf.nn.relu(now - stamps), tf.float32)
        fresh = weights * tf.exp(-self.decay * age)
        recent = tf.math.unsorted_segment_sum(fresh, topics, len(TOPICS))
        longer = tf.math.unsorted_segment_sum(weights * tf.exp(-self.decay / 8.0 * age), topics, len(TOPICS))
        return recent, recent / (longer / 8.0 + 1.0)

    def ranking(self, by):
        now = time.time()
        recent, surge = self.score(tf.constant(self.store.topics), tf.constant(self.store.stamps),
                                   tf.constant(self.store.weights), now)
        values = surge if by == "surge" else recent
        order = np.argsort(-values.numpy())
        return [(TOPICS[i], float(values[i])) for i in order]

    def handle(self, path, body):
        self.requests[path] += 1
        if path == "/event":
            event = json.loads(body)
            self.store.add(TOPICS.index(event["topic"]), event["at"], event.get("weight", 1.0))
            return 202, ""
        top = self.ranking("surge" if path == "/surging" else "recent")[:3]
        return 200, json.dumps([{"topic": name, "score": round(value, 1)} for name, value in top])


def replayed_traffic(seed=12):
    """Requests of a day: mostly events, now and then somebody looks at the ranking."""
    rng = np.random.default_rng(seed)
    midnight = time.time() - 86400.0
    share = rng.dirichlet(np.linspace(3.0, 0.6, len(TOPICS)))
    for number in range(500):
        hours = 24.0 * number / 500.0
        topic = "space" if hours > 20.0 and rng.uniform() < 0.4 else rng.choice(TOPICS, p=share)
        yield "/event", json.dumps({"topic": str(topic), "at": midnight + 3600.0 * hours})
        if number % 20 == 19:
            yield ("/surging" if number % 40 == 39 else "/trending"), None


def main():
    service = TrendingService()
    last = {}
    for path, body in replayed_traffic():
        status, answer = service.handle(path, body)
        if status == 200:
            last[path] = json.loads(answer)
    for path in ("/trending", "/surging"):
        print(path, ", ".join(f"{row['topic']} {row['score']:.1f}" for row in last[path]))
    print("events", service.requests["/event"], "rankings", sum(service.requests.values()) - service.requests["/event"])


if __name__ == "__main__":
    main()
