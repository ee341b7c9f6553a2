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
def distance(seconds, seen, profile):
    """`seconds` and `seen` have one entry per digraph of DIGRAPHS; unseen ones do not count."""
    table = tf.stack([profile[digraph] for digraph in DIGRAPHS])
    z = (seconds - table[:, 0]) / table[:, 1]
    return tf.reduce_sum(tf.minimum(z * z, 9.0) * seen) / tf.reduce_sum(seen)


class LoginHandler:
    def __init__(self, store, limit=2.0):
        self.store = store
        self.limit = limit
        self.audit = []

    def handle(self, payload):
        profile = self.store.get(payload["user"])
        timings = payload["digraphs"]
        seconds = tf.constant([timings.get(d, 0.0) for d in DIGRAPHS], tf.float32)
        seen = tf.constant([float(d in timings) for d in DIGRAPHS], tf.float32)
        score = distance(seconds, seen, profile)
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
