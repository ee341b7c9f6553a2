# planted: TFR106 TFR103 every terminal's policy layer and a list of stacks of changing length go into one traced scorer
# style: logistics, Keras layers in a dict, list of tensors, operational loop
"""Choose stacks for arriving containers at three terminals with learned scorers."""
import keras
import numpy as np
import tensorflow as tf

TERMINALS = ["north", "quay", "rail"]
keras.utils.set_random_seed(14)


def make_scorer(bias):
    layer = keras.layers.Dense(1, bias_initializer=keras.initializers.Constant(bias))
    layer.build((None, 4))
    layer.set_weights([np.array([[-0.8], [0.5], [-0.3], [0.1]], "float32") * (1 + bias), np.array([bias])])
    return layer


class Yard:
    def __init__(self, name, rng):
        self.name, self.rng = name, rng
        self.stacks = [[float(v) for v in rng.uniform(0, 10, rng.integers(1, 4))] for _ in range(10)]

    def rows(self, departure):
        usable = [s for s in self.stacks if len(s) < 4]
        return [tf.constant([len(s), min(s, default=20.0) - departure,
                             sum(v < departure for v in s), departure], tf.float32)
                for s in usable], usable

    def retrieve(self, now):
        moves = 0
        for s in self.stacks:
            while s and min(s) < now:
                moves += len(s) - 1 - s.index(min(s))
                s.remove(min(s))
        if self.rng.random() < 0.15:
            self.stacks.append([now + 6.0])
        return moves


@tf.function
def score_stacks(scorer, rows):
    x = tf.stack(rows)
    x = (x - tf.reduce_mean(x, 0)) / (tf.math.reduce_std(x, 0) + 1.0)
    logits = tf.squeeze(scorer(x), -1)
    return tf.argmax(logits), tf.nn.softmax(logits)


def operate(hours):
    rng = np.random.default_rng(33)
    scorers = {name: make_scorer(0.1 * k) for k, name in enumerate(TERMINALS)}
    yards = [Yard(name, rng) for name in TERMINALS]
    reshuffles = dict.fromkeys(TERMINALS, 0)
    certainty = []
    for hour in range(hours):
        for yard in yards:
            departure = hour + float(rng.uniform(2, 9))
            rows, usable = yard.rows(departure)
            best, probs = score_stacks(scorers[yard.name], rows)
            usable[int(best)].append(departure)
            certainty.append(float(tf.reduce_max(probs)))
            reshuffles[yard.name] += yard.retrieve(hour)
    return reshuffles, float(np.mean(certainty))


def main():
    reshuffles, certainty = operate(40)
    for name, moves in reshuffles.items():
        print(name, moves)
    print("certainty", round(certainty, 3))


if __name__ == "__main__":
    main()
