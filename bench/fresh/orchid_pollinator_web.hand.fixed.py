"""How fast does an orchid meadow collapse when its pollinators go missing one by one?"""
import numpy as np
import tensorflow as tf

N_ORCHIDS = 9
N_BEES = 14
MIN_ABUNDANCE = 0.02


@tf.function(input_signature=[
    tf.TensorSpec([None], tf.float32),
    tf.TensorSpec([None], tf.float32),
    tf.TensorSpec([None, None], tf.float32),
    tf.TensorSpec([], tf.float32),
])
def settle(orchids, bees, visits, handling):
    """Relax both guilds towards equilibrium with a saturating mutualism."""
    dt = tf.constant(0.05)
    for _ in tf.range(160):
        gain_o = tf.linalg.matvec(visits, bees)
        gain_b = tf.linalg.matvec(visits, orchids, transpose_a=True)
        d_orchids = orchids * (-0.3 - 0.6 * orchids + gain_o / (1.0 + handling * gain_o))
        d_bees = bees * (-0.25 - 0.5 * bees + gain_b / (1.0 + handling * gain_b))
        orchids = tf.maximum(orchids + dt * d_orchids, 0.0)
        bees = tf.maximum(bees + dt * d_bees, 0.0)
    return orchids, bees


def random_web(rng):
    links = rng.random((N_ORCHIDS, N_BEES)) < 0.35
    strength = rng.gamma(4.0, 0.12, size=links.shape)
    return (links * strength).astype("float32")


def most_connected(visits):
    return int(np.argmax((visits > 0).sum(axis=0)))


def least_connected(visits):
    return int(np.argmin((visits > 0).sum(axis=0)))


def collapse(visits, pick, handling):
    """Remove bees in the order given by `pick`; return the surviving orchid counts."""
    orchids = np.full(visits.shape[0], 0.5, "float32")
    bees = np.full(visits.shape[1], 0.5, "float32")
    survivors = []
    while visits.shape[0] > 1 and visits.shape[1] > 1:
        o, b = settle(orchids, bees, visits, handling)
        o, b = o.numpy(), b.numpy()
        keep_o, keep_b = o > MIN_ABUNDANCE, b > MIN_ABUNDANCE
        survivors.append(int(keep_o.sum()))
        if keep_o.sum() < 2 or keep_b.sum() < 2:
            break
        orchids, bees = o[keep_o], b[keep_b]
        visits = visits[keep_o][:, keep_b]
        gone = pick(visits)
        bees = np.delete(bees, gone)
        visits = np.delete(visits, gone, axis=1)
    return survivors


def robustness(survivors):
    return float(np.mean(survivors)) / N_ORCHIDS


rng = np.random.default_rng(17)
web = random_web(rng)
handling = tf.constant(0.4)
specialists_first = collapse(web, least_connected, handling)
generalists_first = collapse(web, most_connected, handling)

print("links:", int((web > 0).sum()))
print("specialists first:", specialists_first)
print("generalists first:", generalists_first)
print("robustness:", round(robustness(specialists_first), 3), round(robustness(generalists_first), 3))
