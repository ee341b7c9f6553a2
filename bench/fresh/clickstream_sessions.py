# planted: TFR101 the seconds since the last event come out of JSON lines as Python floats
# style: streaming backend, JSON lines, one worker class, state per user in a defaultdict
import collections
import json

import numpy as np
import tensorflow as tf

EVENTS = {"view": 0, "search": 1, "cart": 2, "buy": 3}


def json_lines(n, seed=52):
    rng = np.random.default_rng(seed)
    clock = 1_700_000_000.0
    for _ in range(n):
        clock += float(rng.exponential(20.0))
        kind = rng.choice(list(EVENTS), p=[0.6, 0.2, 0.15, 0.05])
        yield json.dumps({"ts": round(clock, 2), "user": int(rng.integers(0, 6)), "event": str(kind)})


class SessionScorer:
    """A hand-made recurrent cell whose state fades with the time between two events."""

    def __init__(self, dim=6):
        rng = np.random.default_rng(53)
        self.embedding = tf.constant(rng.normal(0, 0.8, (len(EVENTS), dim)), tf.float32)
        self.recurrent = tf.constant(rng.normal(0, dim**-0.5, (dim, dim)), tf.float32)
        self.readout = tf.constant(rng.normal(0, 1.0, dim), tf.float32)
        self.dim = dim

    @tf.function
    def advance(self, hidden, event, elapsed):
        faded = hidden * tf.exp(-elapsed / 300.0)
        hidden = tf.tanh(tf.linalg.matvec(self.recurrent, faded, transpose_a=True) + tf.gather(self.embedding, event))
        return hidden, tf.sigmoid(tf.reduce_sum(hidden * self.readout))


class Worker:
    def __init__(self, scorer):
        self.scorer = scorer
        self.hidden = collections.defaultdict(lambda: tf.zeros([scorer.dim]))
        self.last_seen = {}
        self.alerts = []

    def on_message(self, line):
        message = json.loads(line)
        user, ts = message["user"], message["ts"]
        elapsed = ts - self.last_seen.get(user, ts)
        event = tf.constant(EVENTS[message["event"]])
        self.hidden[user], score = self.scorer.advance(self.hidden[user], event, elapsed)
        self.last_seen[user] = ts
        if score > 0.8:
            self.alerts.append(user)
        return float(score)


def run(n=130):
    worker = Worker(SessionScorer())
    scores = [worker.on_message(line) for line in json_lines(n)]
    print("messages", len(scores), "users", len(worker.hidden))
    print("mean score %.4f" % np.mean(scores))
    print("alerts", len(worker.alerts))


run()
