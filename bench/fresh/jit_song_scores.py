# planted: TFR201 TFR207 the jit-compiled scorer meets another playlist length in nearly every request and is traced and compiled again
# style: evaluation loop, Keras layers inside a jit_compile function, generator of playlists
import numpy as np
import tensorflow as tf
import keras

FEATURES = 8


def catalogue(count, seed):
    rng = np.random.default_rng(seed)
    mood = rng.integers(0, 4, count)
    centres = rng.normal(size=(4, FEATURES))
    return (centres[mood] + 0.4 * rng.normal(size=(count, FEATURES))).astype("float32"), mood


def playlists(songs, mood, count, seed):
    """Start from one mood, drift to another; anything from 5 to 45 songs."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        length = int(rng.integers(5, 46))
        first, second = rng.choice(4, 2, replace=False)
        turn = rng.uniform(0, 1)
        rows = []
        for position in range(length):
            wanted = first if position / length < turn else second
            rows.append(rng.choice(np.flatnonzero(mood == wanted)))
        yield np.array(rows), length


class FlowScorer:
    """How smoothly does a playlist flow: attention between neighbouring songs."""

    def __init__(self, seed):
        keras.utils.set_random_seed(seed)
        self.query = keras.layers.Dense(8)
        self.key = keras.layers.Dense(8)
        for layer in (self.query, self.key):
            layer.build((None, FEATURES))

    @tf.function(jit_compile=True)
    def flow(self, songs):
        logits = tf.matmul(self.query(songs), self.key(songs), transpose_b=True) / 8.0 ** 0.5
        distance = tf.reduce_sum(tf.square(songs[:, None] - songs[None]), axis=-1)
        attention = tf.nn.softmax(logits - distance)
        steps = tf.norm(songs[1:] - songs[:-1], axis=1)
        spread = -tf.reduce_sum(attention * tf.math.log(attention + 1e-9), axis=1)
        return tf.reduce_mean(steps), tf.reduce_max(steps), tf.reduce_mean(spread)


def main():
    songs, mood = catalogue(120, seed=73)
    scorer = FlowScorer(seed=73)
    groups = {"short": [], "medium": [], "long": []}
    for rows, length in playlists(songs, mood, count=14, seed=74):
        mean_step, jump, spread = scorer.flow(tf.constant(songs[rows]))
        group = "short" if length < 15 else "medium" if length < 30 else "long"
        groups[group].append((float(mean_step), float(jump), float(spread)))
    for name, values in groups.items():
        mean_step, jump, spread = np.mean(values, axis=0)
        print("%-6s n=%2d step %.3f jump %.3f spread %.3f" % (name, len(values), mean_step, jump, spread))
    smooth = max((v for values in groups.values() for v in values), key=lambda v: -v[0])
    print("smoothest playlist step %.3f" % smooth[0])


if __name__ == "__main__":
    main()
