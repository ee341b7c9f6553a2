# planted: TFR201 the tracks that pass the cuts are a boolean_mask of another length in every event
# style: functions, event loop, no classes
"""Find the primary vertex of collision events by deterministic annealing."""
import numpy as np
import tensorflow as tf

MAX_TRACKS = 120
CUTS = {"pt": 0.5, "hits": 6.0, "d0": 0.2}


def generate_event(rng):
    n = rng.integers(50, MAX_TRACKS)
    n_vertices = rng.integers(2, 5)
    z_vertices = rng.normal(0.0, 4.0, n_vertices)
    owner = rng.choice(n_vertices, n, p=np.r_[0.5, np.full(n_vertices - 1, 0.5 / (n_vertices - 1))])
    tracks = np.stack([
        z_vertices[owner] + rng.normal(0.0, 0.02, n),       # z0
        rng.uniform(0.01, 0.04, n),                          # sigma z0
        rng.exponential(1.2, n),                             # pt
        rng.integers(4, 14, n).astype(float),                # hits
        np.abs(rng.normal(0.0, 0.08, n)),                    # d0
    ], axis=1)
    return tf.constant(tracks, tf.float32), z_vertices[0]


def select(tracks):
    good = ((tracks[:, 2] > CUTS["pt"]) & (tracks[:, 3] >= CUTS["hits"])
            & (tracks[:, 4] < CUTS["d0"]))
    return tf.boolean_mask(tracks, good)


@tf.function(input_signature=[
    tf.TensorSpec([None, 5], tf.float32),
    tf.TensorSpec([37], tf.float32),
])
def anneal(tracks, seeds):
    """Weighted adaptive fit of every seed, with falling temperature."""
    z, sigma, pt = tracks[:, 0], tracks[:, 1] + 0.02, tracks[:, 2]
    position = seeds
    for temperature in (256.0, 64.0, 16.0, 4.0, 1.0):
        for _ in range(2):
            chi = ((z[None, :] - position[:, None]) / sigma[None, :]) ** 2
            weight = tf.sigmoid((9.0 - chi) / (2.0 * temperature)) / sigma[None, :] ** 2
            position = (tf.reduce_sum(weight * z[None, :], axis=1)
                        / (tf.reduce_sum(weight, axis=1) + 1e-9))
    chi = ((z[None, :] - position[:, None]) / sigma[None, :]) ** 2
    near = tf.cast(chi < 9.0, tf.float32)
    sum_pt2 = tf.reduce_sum(near * pt[None, :] ** 2, axis=1)
    multiplicity = tf.reduce_sum(near, axis=1)
    best = tf.argmax(multiplicity + 0.1 * sum_pt2)
    return position[best], multiplicity[best]


def process(events, rng):
    seeds = tf.linspace(-9.0, 9.0, 37)
    rows = []
    for _ in range(events):
        tracks, truth = generate_event(rng)
        selected = select(tracks)
        vertex, multiplicity = anneal(selected, seeds)
        rows.append((float(vertex) - truth, float(multiplicity), len(selected)))
    return np.array(rows)


if __name__ == "__main__":
    rows = process(events=28, rng=np.random.default_rng(60))
    found = np.abs(rows[:, 0]) < 0.1
    print("events", len(rows), "tracks", int(rows[:, 2].sum()))
    print("found", int(found.sum()))
    print("resolution %.3f mm" % (10.0 * rows[found, 0].std()))
    print("mean multiplicity %.1f" % rows[:, 1].mean())
