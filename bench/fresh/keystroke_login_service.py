# planted: TFR103 each login passes a dict whose keys are the digraphs that user typed, and a new key set is a new trace
# style: request handler over JSON-like payloads, profile store
"""Keystroke-rhythm check: compare the digraph timings of a login with the stored profile."""
import random

import tensorflow as tf

DIGRAPHS = ["th", "he", "in", "er", "an", "re", "on", "at", "en", "nd"]


class ProfileStore:
    def __init__(self):
        self._profiles = {}

    def enrol(self, user, timings):
        self._profiles[user] = timings

    def get(self, user):
        return self._profiles[user]


@tf.function
def distance(attempt, profile):
    total = tf.constant(0.0)
    weight = tf.constant(0.0)
    for digraph, seconds in attempt.items():
        mean, spread = profile[digraph][0], profile[digraph][1]
        z = (seconds - mean) / spread
        total += tf.minimum(z * z, 9.0)
        weight += 1.0
    return total / weight


class LoginHandler:
    def __init__(self, store, limit=2.0):
        self.store = store
        self.limit = limit
        self.audit = []

    def handle(self, payload):
        profile = self.store.get(payload["user"])
        timings = {d: tf.constant(s, tf.float32) for d, s in payload["digraphs"].items()}
        score = distance(timings, profile)
        accepted = float(score) < self.limit
        self.audit.append((payload["user"], accepted, float(score)))
        return {"accepted": accepted}


def typed(rng, profile, impostor=False):
    """The digraphs that happen to occur in what was typed."""
    seen = rng.sample(DIGRAPHS, rng.randint(4, 8))
    shift = 0.07 if impostor else 0.0
    return {d: rng.gauss(float(profile[d][0]) + shift, float(profile[d][1])) for d in sorted(seen)}


def main():
    rng = random.Random(5)
    store = ProfileStore()
    users = ["ada", "ben", "cleo"]
    for user in users:
        store.enrol(user, {d: tf.constant([rng.uniform(0.08, 0.2), rng.uniform(0.015, 0.03)]) for d in DIGRAPHS})
    handler = LoginHandler(store)
    false_alarms = caught = 0
    for n in range(36):
        user = users[n % 3]
        impostor = n % 4 == 3
        payload = {"user": user, "digraphs": typed(rng, store.get(user), impostor)}
        accepted = handler.handle(payload)["accepted"]
        if impostor:
            caught += not accepted
        else:
            false_alarms += not accepted
    scores = [score for _, _, score in handler.audit]
    print("logins:", len(handler.audit))
    print("impostors caught:", caught, "of 9")
    print("false alarms:", false_alarms, "of 27")
    print("score range:", round(min(scores), 2), "to", round(max(scores), 2))


if __name__ == "__main__":
    main()
