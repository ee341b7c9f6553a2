# planted: TFR201 each channel's list of waiting times grows with every ticket and is turned into a longer tensor for the traced estimate
# style: service with observers, per-channel state, percentiles
"""Promise a waiting time to whoever contacts the help desk, per channel, from the waits so far."""
import collections
import random

import tensorflow as tf

Promise = collections.namedtuple("Promise", "typical cautious trend")


@tf.function
def estimate(waits):
    n = waits.shape[0]
    age = tf.range(n - 1, -1, -1, dtype=tf.float32)
    weight = tf.exp(-age / 6.0)
    typical = tf.reduce_sum(weight * waits) / tf.reduce_sum(weight)
    order = tf.argsort(waits)
    share = tf.cumsum(tf.gather(weight, order)) / tf.reduce_sum(weight)
    rank = tf.reduce_sum(tf.cast(share < 0.9, tf.int32))
    cautious = tf.gather(tf.gather(waits, order), tf.minimum(rank, n - 1))
    early = tf.reduce_mean(waits[:n // 2 + 1])
    late = tf.reduce_mean(waits[n // 2:])
    return typical, cautious, late - early


class Channel:
    def __init__(self, name):
        self.name = name
        self.waits = []
        self.watchers = []

    def record(self, minutes):
        self.waits.append(minutes)
        for watcher in self.watchers:
            watcher(self)

    def promise(self):
        typical, cautious, trend = estimate(tf.constant(self.waits, tf.float32))
        return Promise(float(typical), float(cautious), float(trend))


class PromiseBoard:
    def __init__(self):
        self.shown = {}
        self.raised = 0

    def watch(self, channel):
        channel.watchers.append(self.refresh)

    def refresh(self, channel):
        new = channel.promise()
        old = self.shown.get(channel.name)
        if old is not None and new.cautious > old.cautious:
            self.raised += 1
        self.shown[channel.name] = new


def main():
    rng = random.Random(16)
    channels = {name: Channel(name) for name in ("phone", "chat", "mail")}
    board = PromiseBoard()
    for channel in channels.values():
        board.watch(channel)
    scale = {"phone": 4.0, "chat": 2.0, "mail": 90.0}
    for ticket in range(54):
        name = rng.choice(list(channels))
        busy = 1.0 + 0.02 * ticket
        channels[name].record(scale[name] * busy * rng.expovariate(1.0))
    for name, promise in sorted(board.shown.items()):
        print(f"{name}: about {promise.typical:.1f} min, at most {promise.cautious:.1f}, trend {promise.trend:+.1f}")
    print("promises raised:", board.raised)
    print("tickets:", {name: len(channel.waits) for name, channel in channels.items()})


if __name__ == "__main__":
    main()
