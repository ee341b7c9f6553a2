"""Survival of ringed dippers from capture histories (Cormack-Jolly-Seber, nets doubled half way)."""
import numpy as np
import tensorflow as tf

OCCASIONS = 11
DOUBLED = 6


def capture_histories(birds, survival, p_low, p_high, seed):
    rng = np.random.default_rng(seed)
    seen = np.zeros((birds, OCCASIONS), np.float32)
    first = rng.integers(0, OCCASIONS - 3, birds)
    for b in range(birds):
        seen[b, first[b]] = 1
        for k in range(first[b] + 1, OCCASIONS):
            if rng.random() > survival:
                break
            seen[b, k] = rng.random() < (p_high if k >= DOUBLED else p_low)
    return seen, first


@tf.function
def forward(alive, dead, histories, started, occasion, phi, p):
    """One occasion on: probability of what was seen, for the birds marked before."""
    detect = tf.where(occasion >= DOUBLED, 1.0 - (1.0 - p) ** 2, p)
    seen = histories[:, occasion]
    active = tf.cast(started < occasion, tf.float32)
    survived = alive * phi
    new_alive = survived * (seen * detect + (1.0 - seen) * (1.0 - detect))
    new_dead = (dead + alive * (1.0 - phi)) * (1.0 - seen)
    return active * new_alive + (1.0 - active) * alive, active * new_dead + (1.0 - active) * dead


def log_likelihood(histories, started, phi, p):
    alive = tf.ones([histories.shape[0]])
    dead = tf.zeros_like(alive)
    for occasion in tf.range(1, OCCASIONS, dtype=tf.int64):
        alive, dead = forward(alive, dead, histories, started, occasion, phi, p)
    return float(tf.reduce_sum(tf.math.log(alive + dead)))


def profile(histories, started, survivals, detections):
    table = np.empty((len(survivals), len(detections)))
    for i, phi in enumerate(survivals):
        for j, p in enumerate(detections):
            table[i, j] = log_likelihood(histories, started, phi, p)
    return table


def main():
    seen, first = capture_histories(260, survival=0.62, p_low=0.5, p_high=0.75, seed=303)
    survivals = np.linspace(0.4, 0.85, 10).astype(np.float32)
    detections = np.linspace(0.3, 0.7, 5).astype(np.float32)
    table = profile(tf.constant(seen), tf.constant(first), survivals, detections)
    i, j = np.unravel_index(table.argmax(), table.shape)
    inside = survivals[(table.max(axis=1) > table.max() - 1.92)]
    print("birds", len(seen), "recaptures", int(seen.sum()) - len(seen))
    print("survival", round(float(survivals[i]), 2))
    print("detection", round(float(detections[j]), 2))
    print("log likelihood", round(float(table.max()), 1))
    print("support", round(float(inside.min()), 2), "to", round(float(inside.max()), 2))


if __name__ == "__main__":
    main()
