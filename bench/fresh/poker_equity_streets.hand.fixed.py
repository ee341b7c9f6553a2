# planted: TFR201 the number of players and of visible cards differs from call to call
# style: Monte Carlo, functions, nested loops over the situations of a table
"""How often does a hand lead at each street against one to five opponents?"""
import numpy as np
import tensorflow as tf

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SAMPLES = 1500
STREETS = {"flop": 3, "turn": 4, "river": 5}


def card(text):
    return RANKS.index(text[0]) * 4 + SUITS.index(text[1])


@tf.function(input_signature=[tf.TensorSpec([None, None, None], tf.int32)])
def hand_strength(cards):
    """A coarse strength of every hand: pairs, trips, straights, flushes, then high cards."""
    rank = cards // 4
    suit = cards % 4
    per_rank = tf.reduce_sum(tf.one_hot(rank, 13), axis=2)
    per_suit = tf.reduce_sum(tf.one_hot(suit, 4), axis=2)
    weights = tf.range(1.0, 14.0)
    pairs = tf.reduce_sum(tf.cast(per_rank >= 2.0, tf.float32), axis=-1)
    trips = tf.reduce_any(per_rank >= 3.0, axis=-1)
    quads = tf.reduce_any(per_rank >= 4.0, axis=-1)
    flush = tf.reduce_any(per_suit >= 5.0, axis=-1)
    present = tf.cast(per_rank > 0.0, tf.float32)
    runs = sum(present[..., i:9 + i] for i in range(5))
    straight = tf.reduce_any(runs >= 5.0, axis=-1)
    full = tf.logical_and(trips, pairs >= 2.0)
    best_pair = tf.reduce_max(weights * tf.cast(per_rank >= 2.0, tf.float32), axis=-1)
    high = tf.reduce_max(weights * present, axis=-1)
    level = tf.minimum(pairs, 2.0)
    for made, value in ((trips, 3.0), (straight, 4.0), (flush, 5.0), (full, 6.0), (quads, 7.0)):
        level = tf.where(made, value, level)
    return level * 1000.0 + best_pair * 20.0 + high


def deal(rng, hand, opponents, visible):
    """Cards of shape [samples, players, 2 + visible]; seat 0 is the hero."""
    rest = np.array([c for c in range(52) if c not in hand])
    table = np.empty((SAMPLES, opponents + 1, 2 + visible), np.int32)
    for sample in range(SAMPLES):
        drawn = rng.permutation(rest)[:visible + 2 * opponents]
        table[sample, :, 2:] = drawn[:visible]
        table[sample, 0, :2] = hand
        table[sample, 1:, :2] = drawn[visible:].reshape(opponents, 2)
    return table


def lead_share(rng, hand, opponents, street):
    cards = deal(rng, hand, opponents, STREETS[street])
    strength = hand_strength(tf.constant(cards)).numpy()
    best = strength.max(axis=1, keepdims=True)
    winners = strength == best
    return float(np.mean(winners[:, 0] / winners.sum(axis=1)))


def report(name, seed):
    rng = np.random.default_rng(seed)
    hand = [card(name[:2]), card(name[2:])]
    for opponents in range(1, 6):
        shares = [lead_share(rng, hand, opponents, street) for street in STREETS]
        print(name, f"against {opponents}:", " ".join(f"{share:.3f}" for share in shares))


report("AsAd", seed=1)
report("7h8h", seed=2)
