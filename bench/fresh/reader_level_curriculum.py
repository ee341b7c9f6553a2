# planted: TFR101 TFR403 the traced step counts the sentences in an attribute and only keeps up because the difficulty float retraces it
# style: NLP curriculum, Keras subclassed classifier, trainer with bookkeeping in attributes
import numpy as np
import tensorflow as tf
import keras

WORDS, LENGTH = 60, 10


def sentences(count, seed):
    """Word frequency ranks; reading level follows rare words and length."""
    rng = np.random.default_rng(seed)
    level = rng.uniform(0, 1, count)
    ranks = rng.geometric(0.25 - 0.2 * level[:, None], (count, LENGTH))
    words = np.minimum(ranks, WORDS - 1)
    for row, size in zip(words, (3 + 7 * level + rng.uniform(-1, 1, count)).astype(int)):
        row[max(2, size):] = 0
    return words.astype("int32"), (level > 0.5).astype("float32"), np.abs(level - 0.5).astype("float32")


class LevelModel(keras.Model):
    def __init__(self):
        super().__init__()
        self.embed = keras.layers.Embedding(WORDS, 8)
        self.hidden = keras.layers.Dense(12, activation="relu")
        self.out = keras.layers.Dense(1)

    def call(self, words):
        present = tf.cast(words > 0, tf.float32)[..., None]
        return self.out(self.hidden(tf.reduce_sum(self.embed(words) * present, axis=1)))[:, 0]


class CurriculumTrainer:
    def __init__(self, model, start=0.4, stop=0.0, stages=24):
        self.model = model
        self.model(np.zeros((1, LENGTH), "int32"))
        self.optimizer = keras.optimizers.SGD(0.3)
        self.optimizer.build(model.trainable_variables)
        self.margin, self.change = start, (start - stop) / (stages - 1)
        self.stages = stages
        self.sentences_seen = 0

    @tf.function
    def train_step(self, words, labels, ease, margin):
        chosen = tf.cast(ease >= margin, tf.float32)
        self.sentences_seen += words.shape[0]
        with tf.GradientTape() as tape:
            losses = tf.nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=self.model(words, training=True))
            loss = tf.reduce_sum(losses * chosen) / tf.maximum(tf.reduce_sum(chosen), 1.0)
        grads = [tf.convert_to_tensor(g) for g in tape.gradient(loss, self.model.trainable_variables)]
        self.optimizer.apply_gradients(zip(grads, self.model.trainable_variables))
        return loss, tf.reduce_sum(chosen)

    def run(self, words, labels, ease, batch, seed):
        rng = np.random.default_rng(seed)
        log = []
        for _ in range(self.stages):
            pick = rng.integers(0, len(words), batch)
            loss, used = self.train_step(words[pick], labels[pick], ease[pick], self.margin)
            self.margin = max(0.0, self.margin - self.change)
            log.append((float(loss), float(used)))
        return np.array(log)


if __name__ == "__main__":
    keras.utils.set_random_seed(83)
    words, labels, ease = sentences(600, seed=83)
    trainer = CurriculumTrainer(LevelModel())
    log = trainer.run(words, labels, ease, batch=120, seed=83)
    for part in np.array_split(log, 3):
        print("loss %.3f sentences used per stage %.1f" % tuple(part.mean(0)))
    new_words, new_labels, _ = sentences(300, seed=84)
    right = np.mean((trainer.model(new_words).numpy() > 0) == new_labels)
    print("accuracy %.2f after %d sentences" % (right, trainer.sentences_seen))
