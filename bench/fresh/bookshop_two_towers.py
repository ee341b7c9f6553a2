# planted: TFR201 each reader has another number of unread books so every ranking call has a new shape
# style: recommendation, two-tower subclassed keras.Model, evaluation loop over readers
import numpy as np
import tensorflow as tf
import keras

READERS, BOOKS, DIM = 40, 90, 8


class TwoTowers(keras.Model):
    def __init__(self, dim):
        super().__init__()
        self.readers = keras.layers.Embedding(READERS, dim)
        self.books = keras.layers.Embedding(BOOKS, dim)
        self.bias = keras.layers.Embedding(BOOKS, 1)

    def call(self, pair):
        reader, book = pair[:, 0], pair[:, 1]
        dot = tf.reduce_sum(self.readers(reader) * self.books(book), axis=-1)
        return dot + self.bias(book)[:, 0]


def purchases(rng):
    taste = rng.normal(size=(READERS, 3))
    theme = rng.normal(size=(BOOKS, 3))
    affinity = taste @ theme.T + rng.gumbel(size=(READERS, BOOKS))
    counts = rng.integers(8, 45, READERS)
    return [np.argsort(-affinity[r])[:counts[r]] for r in range(READERS)]


def split(history, rng):
    train, held = [], []
    for books in history:
        books = rng.permutation(books)
        held.append(set(books[:3].tolist()))
        train.append(books[3:])
    return train, held


def training_pairs(train, rng):
    rows, labels = [], []
    for reader, books in enumerate(train):
        for book in books:
            rows.append((reader, book))
            labels.append(1.0)
            rows.append((reader, rng.integers(BOOKS)))
            labels.append(0.0)
    return np.array(rows, "int32"), np.array(labels, "float32")


class Ranker:
    def __init__(self, model):
        self.model = model
        self.rank = tf.function(self._rank)

    def _rank(self, reader, candidates):
        pairs = tf.stack([tf.fill(tf.shape(candidates), reader), candidates], axis=1)
        scores = self.model(pairs, training=False)
        return tf.gather(candidates, tf.argsort(scores, direction="DESCENDING", stable=True))

    def evaluate(self, train, held, k):
        hits, ranks = 0, []
        for reader, books in enumerate(train):
            unread = np.setdiff1d(np.arange(BOOKS), books).astype("int32")
            order = self.rank(tf.constant(reader), tf.constant(unread)).numpy()
            hits += len(held[reader] & set(order[:k].tolist()))
            ranks += [int(np.where(order == b)[0][0]) / len(order) for b in held[reader]]
        return hits / (3 * len(train)), float(np.mean(ranks))


def main():
    keras.utils.set_random_seed(21)
    rng = np.random.default_rng(21)
    train, held = split(purchases(rng), rng)
    pairs, labels = training_pairs(train, rng)
    model = TwoTowers(DIM)
    model.compile(optimizer=keras.optimizers.Adam(0.02),
                  loss=keras.losses.BinaryCrossentropy(from_logits=True))
    losses = model.fit(pairs, labels, batch_size=128, epochs=8, verbose=0).history["loss"]
    print("pairs", len(pairs), "loss %.3f" % losses[-1])
    ranker = Ranker(model)
    for k in (5, 20):
        recall, position = ranker.evaluate(train, held, k)
        print("recall@%d %.3f mean relative rank %.3f" % (k, recall, position))


if __name__ == "__main__":
    main()
