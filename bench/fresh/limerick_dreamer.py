# planted: TFR302 the sampler unrolls a constant range of 96 characters into the graph
# style: NLP, character model as a keras.Model subclass with a generate method, GRU cell by hand
import numpy as np
import tensorflow as tf
import keras

VERSES = [
    "there once was a baker of rye whose loaves grew remarkably high",
    "a sailor who slept by the sea dreamed often of crackers and tea",
    "the clerk of the old county court kept all of his sentences short",
]
ALPHABET = sorted(set("".join(VERSES)))
LENGTH = 96


def encode(text):
    return np.array([ALPHABET.index(c) for c in text], "int32")


def windows(width):
    rows = [encode(v)[i:i + width + 1] for v in VERSES for i in range(len(v) - width)]
    rows = np.array(rows)
    return rows[:, :-1], rows[:, 1:]


class VerseModel(keras.Model):
    def __init__(self, units=24):
        super().__init__()
        self.units = units
        self.embed = keras.layers.Embedding(len(ALPHABET), 12)
        self.gates = keras.layers.Dense(2 * units, activation="sigmoid")
        self.candidate = keras.layers.Dense(units, activation="tanh")
        self.out = keras.layers.Dense(len(ALPHABET))

    def cell(self, char, state):
        x = self.embed(char)
        reset, keep = tf.split(self.gates(tf.concat([x, state], -1)), 2, axis=-1)
        new = self.candidate(tf.concat([x, reset * state], -1))
        return keep * state + (1 - keep) * new

    def call(self, chars):
        state = tf.zeros([tf.shape(chars)[0], self.units])
        logits = []
        for i in range(chars.shape[1]):
            state = self.cell(chars[:, i], state)
            logits.append(self.out(state))
        return tf.stack(logits, axis=1)

    @tf.function
    def generate(self, first, gumbel):
        state = tf.zeros([tf.shape(first)[0], self.units])
        char = first
        total = tf.zeros([tf.shape(first)[0]])
        rare = tf.zeros([tf.shape(first)[0]])
        for i in range(LENGTH):
            state = self.cell(char, state)
            logits = self.out(state)
            char = tf.argmax(logits + gumbel[i], axis=-1, output_type=tf.int32)
            chosen = tf.gather(tf.nn.log_softmax(logits), char, batch_dims=1)
            total = total + chosen
            rare = rare + tf.cast(chosen < -4.0, tf.float32)
        return total / LENGTH, rare


def main():
    keras.utils.set_random_seed(47)
    x, y = windows(10)
    model = VerseModel()
    model.compile(optimizer=keras.optimizers.Adam(0.01),
                  loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    losses = model.fit(x, y, epochs=6, batch_size=32, verbose=0).history["loss"]
    print("windows", len(x), "loss %.2f -> %.2f" % (losses[0], losses[-1]))
    rng = np.random.default_rng(47)
    for starters in ("task", "word", "bred"):
        noise = 0.3 * rng.gumbel(size=(LENGTH, len(starters), len(ALPHABET)))
        score, rare = model.generate(tf.constant(encode(starters)), tf.constant(noise, tf.float32))
        print("%s log-likelihood per character" % starters, " ".join("%.1f" % s for s in score.numpy()),
              "rare", int(tf.reduce_sum(rare)) < LENGTH)


if __name__ == "__main__":
    main()
