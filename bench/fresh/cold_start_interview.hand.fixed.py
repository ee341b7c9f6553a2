# planted: TFR105 the criterion that scores questions is a closure made anew for every question round
# style: functions, factory of criteria, simulated new users
"""Interview new users of a film service: which film should be asked about next?"""
import functools

import numpy as np
import tensorflow as tf

FILMS = 60
GROUPS = 5
ROUNDS = 4


def taste_groups(seed=8):
    rng = np.random.default_rng(seed)
    likes = rng.beta(0.6, 0.6, size=(GROUPS, FILMS)) * 0.9 + 0.05
    return likes.astype("float32")


@functools.lru_cache(maxsize=None)
def criterion(name, power=1.0):
    """How uncertain is a belief over taste groups?"""
    if name == "entropy":
        return lambda belief: -tf.reduce_sum(belief * tf.math.log(belief + 1e-9), axis=-1) ** power
    if name == "gini":
        return lambda belief: 1.0 - tf.reduce_sum(belief ** 2, axis=-1) ** power
    return lambda belief: 1.0 - tf.reduce_max(belief, axis=-1) ** power


@tf.function
def expected_uncertainty(belief, likes, measure):
    """Expected uncertainty after each possible question, for every film."""
    yes = belief[:, None] * likes
    no = belief[:, None] * (1.0 - likes)
    p_yes = tf.reduce_sum(yes, axis=0)
    p_no = tf.reduce_sum(no, axis=0)
    after_yes = measure(tf.transpose(yes / p_yes))
    after_no = measure(tf.transpose(no / p_no))
    return p_yes * after_yes + p_no * after_no


def update(belief, column, answer):
    belief = belief * (column if answer else 1.0 - column)
    return belief / tf.reduce_sum(belief)


def interview(likes, group, answers, settings):
    belief = tf.fill([GROUPS], 1.0 / GROUPS)
    asked = np.zeros(FILMS, bool)
    for _ in range(ROUNDS):
        value = expected_uncertainty(belief, likes, criterion(settings["criterion"], settings["power"]))
        film = int(np.argmin(np.where(asked, np.inf, value.numpy())))
        asked[film] = True
        belief = update(belief, likes[:, film], answers[film])
    return float(belief[group])


def main():
    likes = tf.constant(taste_groups())
    rng = np.random.default_rng(30)
    users = []
    for group in rng.integers(0, GROUPS, size=8):
        answers = rng.uniform(size=FILMS) < likes.numpy()[group]
        users.append((int(group), answers))
    for settings in ({"criterion": "entropy", "power": 1.0},
                     {"criterion": "gini", "power": 1.0},
                     {"criterion": "error", "power": 2.0}):
        found = [interview(likes, group, answers, settings) for group, answers in users]
        print(f"{settings['criterion']:8s} belief in the true group {np.mean(found):.3f} worst {min(found):.3f}")


if __name__ == "__main__":
    main()
