# planted: TFR203 TFR204 TFR101 experimental_relax_shapes is expected to help although the word position arrives as a Python int
# style: NLP, letter model filling crossword patterns, class with helper methods, corpus generated
import numpy as np
import tensorflow as tf
import keras

LETTERS = "abcdefghijklmnopqrstuvwxyz"
SYLLABLES = ["ta", "re", "mi", "lo", "sen", "dor", "ka", "ble", "ing", "ous"]
LONGEST = 12


def lexicon(count, seed):
    rng = np.random.default_rng(seed)
    words = set()
    while len(words) < count:
        word = "".join(SYLLABLES[i] for i in rng.integers(0, len(SYLLABLES), rng.integers(3, 5)))
        if len(word) <= LONGEST:
            words.add(word)
    return sorted(words)


def codes(words):
    table = np.full((len(words), LONGEST), 26, "int32")
    for row, word in zip(table, words):
        row[:len(word)] = [LETTERS.index(c) for c in word]
    return table


class GapFiller:
    def __init__(self, seed):
        keras.utils.set_random_seed(seed)
        inputs = keras.Input((LONGEST,), dtype="int32")
        h = keras.layers.Embedding(28, 8)(inputs)
        h = keras.layers.Conv1D(24, 5, padding="same", activation="relu")(h)
        outputs = keras.layers.Dense(27)(h)
        self.model = keras.Model(inputs, outputs)

    def fit(self, table, epochs, rng):
        hidden = np.where(rng.random(table.shape) < 0.2, 27, table)
        self.model.compile(optimizer=keras.optimizers.Adam(0.01),
                           loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True))
        return self.model.fit(hidden, table, batch_size=64, epochs=epochs, verbose=0).history["loss"][-1]

    @tf.function(reduce_retracing=True)
    def fill(self, table, position, length):
        gap = tf.one_hot(position, LONGEST, on_value=True, off_value=False)
        pattern = tf.where(gap[None], 27, table)
        logits = self.model(pattern, training=False)[:, position]
        guess = tf.argmax(logits[:, :26], axis=1, output_type=tf.int32)
        hit = tf.cast(guess == table[:, position], tf.float32)
        return hit, tf.fill([tf.shape(table)[0]], tf.cast(position / length, tf.float32))

    def grade(self, words):
        """Hide each letter once, group the words by length."""
        by_length = {}
        for word in words:
            by_length.setdefault(len(word), []).append(word)
        result = {}
        for length, group in sorted(by_length.items()):
            table = tf.constant(codes(group))
            hits = [self.fill(table, tf.constant(position), tf.constant(length)) for position in range(length)]
            places = np.concatenate([place.numpy() for _, place in hits])
            right = np.concatenate([hit.numpy() for hit, _ in hits])
            result[length] = (len(group), right.mean(), right[places >= 0.5].mean())
        return result


def main():
    words = lexicon(260, seed=53)
    filler = GapFiller(seed=53)
    loss = filler.fit(codes(words[::2]), epochs=15, rng=np.random.default_rng(53))
    print("words", len(words), "loss %.2f" % loss)
    for length, (count, right, second) in filler.grade(words[1::2]).items():
        print("length %2d words %2d letters found %.2f in the second half %.2f" % (length, count, right, second))


if __name__ == "__main__":
    main()
