"""Two-parameter item response model over the answer sheets of several schools."""
import numpy as np
import tensorflow as tf

ITEMS = 24


def from_scanner(answers):
    packed = np.packbits(answers, axis=1)
    return np.unpackbits(packed, axis=1, count=ITEMS)


def from_web(answers):
    return np.where(answers == 1, "C", "X") == "C"


def from_csv(answers):
    lines = [",".join(str(int(v)) for v in row) for row in answers]
    return np.loadtxt(lines, delimiter=",")


def from_tablet(answers):
    return np.array([[int(v) for v in row] for row in answers])


def from_archive(answers):
    return np.frombuffer(answers.astype("<i2").tobytes(), "<i2").reshape(answers.shape)


def from_pilot(answers):
    return (answers * 100.0 / 100.0).astype(np.float16)


LOADERS = {"scanner": from_scanner, "web": from_web, "csv": from_csv,
           "tablet": from_tablet, "archive": from_archive, "pilot": from_pilot}


def load(kind, pupils, mean, truth, rng):
    """The sheets of one school as 0.0 and 1.0, whatever the loader of its format returns."""
    difficulty, slope = truth
    theta = rng.normal(mean, 1.0, pupils)
    chance = 1.0 / (1.0 + np.exp(-slope * (theta[:, None] - difficulty)))
    answers = (rng.random(chance.shape) < chance).astype(np.int64)
    return LOADERS[kind](answers).astype(np.float32)


@tf.function
def ability_step(responses, theta, difficulty, slope):
    for _ in tf.range(5):
        p = tf.sigmoid(slope * (theta[:, None] - difficulty))
        score = tf.reduce_sum(slope * (responses - p), axis=1) - theta
        info = tf.reduce_sum(slope ** 2 * p * (1.0 - p), axis=1) + 1.0
        theta += score / info
    return theta


@tf.function
def item_gradient(responses, theta, difficulty, slope):
    gap = responses - tf.sigmoid(slope * (theta[:, None] - difficulty))
    by_difficulty = -tf.reduce_sum(slope * gap, axis=0)
    by_slope = tf.reduce_sum(gap * (theta[:, None] - difficulty), axis=0)
    return by_difficulty, by_slope


def main():
    rng = np.random.default_rng(1968)
    truth = rng.normal(0, 1, ITEMS), rng.uniform(0.7, 1.8, ITEMS)
    pupils = 60
    sheets = {kind: load(kind, pupils, 0.2 * k - 0.5, truth, rng) for k, kind in enumerate(LOADERS)}
    abilities = {kind: tf.zeros([pupils]) for kind in sheets}
    difficulty, slope = tf.zeros([ITEMS]), tf.ones([ITEMS])
    for _ in range(25):
        total_d, total_s = tf.zeros([ITEMS]), tf.zeros([ITEMS])
        for kind, responses in sheets.items():
            abilities[kind] = ability_step(responses, abilities[kind], difficulty, slope)
            d, s = item_gradient(responses, abilities[kind], difficulty, slope)
            total_d, total_s = total_d + d, total_s + s
        difficulty += 1.5 * total_d / (pupils * len(sheets))
        slope = tf.clip_by_value(slope + 0.8 * total_s / (pupils * len(sheets)), 0.3, 3.0)
    means = {kind: round(float(tf.reduce_mean(a)), 2) for kind, a in abilities.items()}
    print("schools", len(sheets), "pupils", pupils * len(sheets))
    print("difficulty correlation", round(float(np.corrcoef(difficulty, truth[0])[0, 1]), 2))
    print("slope correlation", round(float(np.corrcoef(slope, truth[1])[0, 1]), 2))
    print("best and worst school", max(means, key=means.get), min(means, key=means.get))


main()
