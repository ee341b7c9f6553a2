# planted: TFR101 TFR303 every refinement round passes the next Python ratio of tokens to re-mask and the body branches on it
# style: NLP, non-autoregressive decoding with a functional Keras model, Decoder class with rounds
import math

import numpy as np
import tensorflow as tf
import keras

WORDS = ["<mask>", "a", "red", "blue", "small", "big", "boat", "kite", "over", "under", "the", "hill", "lake", "sky"]
LENGTH = 9
ROUNDS = 8


def caption(rng):
    noun = lambda: [rng.choice(["red", "blue"]), rng.choice(["boat", "kite"])]
    text = ["a", rng.choice(["small", "big"])] + noun() + [rng.choice(["over", "under"]), "the"]
    text += [rng.choice(["small", "big"]), rng.choice(["red", "blue"]), rng.choice(["hill", "lake", "sky"])]
    return [WORDS.index(w) for w in text]


def masked_examples(count, seed):
    rng = np.random.default_rng(seed)
    target = np.array([caption(rng) for _ in range(count)], "int32")
    keep = rng.random(target.shape) < rng.random((count, 1))
    return np.where(keep, target, 0).astype("int32"), target


def tagger():
    inputs = keras.Input((LENGTH,), dtype="int32")
    h = keras.layers.Embedding(len(WORDS), 12)(inputs)
    h = keras.layers.Conv1D(32, 5, padding="same", activation="relu")(h)
    h = keras.layers.Dense(32, activation="relu")(keras.layers.Flatten()(h))
    h = keras.layers.Reshape((LENGTH, len(WORDS)))(keras.layers.Dense(LENGTH * len(WORDS))(h))
    return keras.Model(inputs, h)


class MaskPredict:
    def __init__(self, model, rounds=ROUNDS):
        self.model = model
        self.rounds = rounds

    @tf.function
    def refine(self, tokens, ratio):
        logits = self.model(tokens, training=False)[:, :, 1:]
        chance = tf.reduce_max(tf.nn.softmax(logits), axis=-1)
        best = tf.argmax(logits, axis=-1, output_type=tf.int32) + 1
        settled = tokens > 0
        best = tf.where(settled, tokens, best)
        chance = tf.where(settled, 1.0, chance)
        if ratio > 0:
            remask = tf.cast(tf.floor(ratio * LENGTH), tf.int32)
            rank = tf.argsort(tf.argsort(chance, axis=1, stable=True), axis=1)
            return tf.where(rank < remask, 0, best)
        return best

    def decode(self, tokens):
        for number in range(1, self.rounds + 1):
            ratio = math.cos(0.5 * math.pi * number / self.rounds) if number < self.rounds else 0.0
            tokens = self.refine(tokens, ratio)
        return tokens


def main():
    keras.utils.set_random_seed(61)
    x, y = masked_examples(1200, seed=61)
    model = tagger()
    model.compile(optimizer=keras.optimizers.Adam(0.006),
                  loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    losses = model.fit(x, y, batch_size=100, epochs=10, verbose=0).history["loss"]
    print("loss %.2f -> %.2f" % (losses[0], losses[-1]))
    for rounds in (3, 7, 11, 19):
        decoder = MaskPredict(model, rounds)
        start, goal = masked_examples(60, seed=rounds)
        out = decoder.decode(tf.constant(start)).numpy()
        print("rounds %2d agreement with the reference %.2f still masked %d" % (
            rounds, np.mean(out == goal), np.sum(out == 0)))


if __name__ == "__main__":
    main()
