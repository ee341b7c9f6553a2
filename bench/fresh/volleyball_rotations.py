# planted: TFR501 a traced rally likelihood is wrapped anew for each club inside the season loop
# style: sports analyst's short script, lambdas and closures, in-loop wrapping
"""Side-out strength of volleyball clubs by rotation, a Newton-free ascent for each club and season."""
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(1895)
CLUBS = ["Trento", "Perugia", "Lodz", "Berlin", "Ankara", "Tours", "Maaseik"]
ROTATIONS = 6


def rallies(strength, n=240):
    rotation = rng.integers(0, ROTATIONS, n)
    opponent = rng.normal(0, 0.7, n)
    won = rng.uniform(size=n) < 1 / (1 + np.exp(-(strength[rotation] - opponent)))
    return tf.constant(rotation, tf.int32), tf.constant(opponent, tf.float32), tf.constant(won, tf.float32)


def log_likelihood(theta, rotation, opponent, won):
    logits = tf.gather(theta, rotation) - opponent
    fit = -tf.nn.sigmoid_cross_entropy_with_logits(labels=won, logits=logits)
    return tf.reduce_mean(fit) - 0.02 * tf.reduce_sum(tf.square(theta))


def ascend(theta, rotation, opponent, won):
    with tf.GradientTape() as tape:
        tape.watch(theta)
        value = log_likelihood(theta, rotation, opponent, won)
    return theta + 2.0 * tape.gradient(value, theta), value


table = {}
for season in (2023, 2024):
    for club in CLUBS:
        data = rallies(rng.normal(0.4, 0.5, ROTATIONS))
        climb = tf.function(ascend)
        theta = table.get((season - 1, club), (tf.zeros([ROTATIONS]), 0.0))[0]
        before = None
        while True:
            theta, value = climb(theta, *data)
            if before is not None and abs(float(value) - before) < 2e-5:
                break
            before = float(value)
        table[season, club] = (theta, before)

for season in (2023, 2024):
    means = {club: float(tf.reduce_mean(table[season, club][0])) for club in CLUBS}
    leader = max(means, key=means.get)
    print(season, "strongest side-out:", leader, round(means[leader], 2))
weakest = {club: int(tf.argmin(table[2024, club][0])) + 1 for club in CLUBS}
print("weak rotations", list(weakest.values()))
print("mean log-likelihood", round(float(np.mean([v for _, v in table.values()])), 3))
