# planted: TFR201 TFR101 padded batches have the length of their longest sentence, and the warm-up step number is a Python int
# style: subclassed Keras model with its own traced learning method, data module beside it
"""Read the mood of diary sentences with averaged word vectors."""
import keras
import numpy as np
import tensorflow as tf

from diary_mood_reader_data import VOCABULARY, sentences, shuffled_batches


class MoodReader(keras.Model):
    def __init__(self, words, width=12, warmup=25):
        super().__init__()
        start = keras.initializers.RandomNormal(stddev=0.5)
        self.words = keras.layers.Embedding(words, width, embeddings_initializer=start)
        self.hidden = keras.layers.Dense(16, activation="relu")
        self.answer = keras.layers.Dense(1)
        self.warmup = warmup
        self.descent = keras.optimizers.SGD(1.0)

    def call(self, tokens):
        present = tf.cast(tokens > 0, tf.float32)[..., None]
        summed = tf.reduce_sum(self.words(tokens) * present, axis=1)
        mean = summed / tf.maximum(tf.reduce_sum(present, axis=1), 1.0)
        return self.answer(self.hidden(mean))[:, 0]

    @tf.function
    def learn(self, tokens, moods, step):
        ramp = min(1.0, (step + 1) / self.warmup)
        with tf.GradientTape() as tape:
            logits = self(tokens)
            loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(moods, logits))
            eased = ramp * loss
        gradients = tape.gradient(eased, self.trainable_variables)
        self.descent.apply_gradients(zip(gradients, self.trainable_variables))
        return loss


class Season:
    """A few passes through the diary."""

    def __init__(self, reader, diary, moods):
        self.reader = reader
        self.diary, self.moods = diary, moods
        self.step = 0
        self.losses = []

    def read_through(self, seed):
        for tokens, moods in shuffled_batches(self.diary, self.moods, seed):
            self.losses.append(float(self.reader.learn(tokens, moods, self.step)))
            self.step += 1

    def accuracy(self, diary, moods):
        right = 0
        for tokens, mood in shuffled_batches(diary, moods, seed=0):
            right += int(tf.reduce_sum(tf.cast((self.reader(tokens) > 0) == (mood > 0.5), tf.int32)))
        return right / len(moods)


def main():
    keras.utils.set_random_seed(6)
    diary, moods = sentences(count=96, seed=6)
    season = Season(MoodReader(len(VOCABULARY) + 1), diary, moods)
    for repeat in range(6):
        season.read_through(seed=repeat)
    print("steps:", season.step)
    print("loss at first:", round(float(np.mean(season.losses[:6])), 2))
    print("loss at last:", round(float(np.mean(season.losses[-6:])), 2))
    print("accuracy:", round(season.accuracy(diary, moods), 2))
    fresh = sentences(count=40, seed=60)
    print("on new pages:", round(season.accuracy(*fresh), 2))


if __name__ == "__main__":
    main()
