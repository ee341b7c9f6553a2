"""Guess the tariff zone of metro stations from a few known ones by label spreading."""
import numpy as np
import tensorflow as tf

STATIONS, ZONES = 30, 3


def ring_and_spokes(rng):
    adjacency = np.zeros((STATIONS, STATIONS), "float32")
    for s in range(STATIONS):
        adjacency[s, (s + 1) % STATIONS] = 1.0
    for a, b in rng.integers(0, STATIONS, size=(8, 2)):
        if a != b:
            adjacency[a, b] = 0.6
    adjacency = np.maximum(adjacency, adjacency.T)
    degree = adjacency.sum(axis=1)
    return adjacency / np.sqrt(np.outer(degree, degree))


def known_zones(rng, truth, count):
    known = rng.choice(STATIONS, size=count, replace=False)
    labels = np.zeros((STATIONS, ZONES), "float32")
    labels[known, truth[known]] = 1.0
    return labels, known


@tf.function
def sweep(beliefs, labels, adjacency, settings):
    spread = settings["alpha"] * (adjacency @ beliefs) + (1.0 - settings["alpha"]) * labels
    sharp = tf.nn.softmax(spread * settings["sharpness"])
    return (1.0 - settings["mix"]) * spread + settings["mix"] * sharp


def cooled(settings, k):
    return {**settings, "sharpness": settings["sharpness"] * 1.15, "mix": min(0.5, 0.02 * k)}


def spread_labels(adjacency, labels, settings, sweeps):
    beliefs = labels
    movement = []
    for k in range(sweeps):
        settings = cooled(settings, k)
        as_tensors = {key: tf.constant(value, tf.float32) for key, value in settings.items()}
        updated = sweep(beliefs, labels, adjacency, as_tensors)
        movement.append(float(tf.reduce_max(tf.abs(updated - beliefs))))
        beliefs = updated
    return beliefs.numpy(), movement


def accuracy(beliefs, truth, known):
    unknown = np.setdiff1d(np.arange(STATIONS), known)
    return float((beliefs.argmax(1) == truth)[unknown].mean())


def main():
    rng = np.random.default_rng(2)
    adjacency = tf.constant(ring_and_spokes(rng))
    truth = np.arange(STATIONS) * ZONES // STATIONS
    base = {"alpha": 0.85, "sharpness": 2.0, "mix": 0.0}
    for count in (4, 8):
        labels, known = known_zones(rng, truth, count)
        beliefs, movement = spread_labels(adjacency, tf.constant(labels), base, sweeps=16)
        print(f"{count} known: accuracy {accuracy(beliefs, truth, known):.2f}, "
              f"last movement {movement[-1]:.4f}")
    print("zone sizes:", np.bincount(beliefs.argmax(1), minlength=ZONES).tolist())


if __name__ == "__main__":
    main()
