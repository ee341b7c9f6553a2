# planted: TFR101 TFR601 recall is asked for several literal k, and users are embedded one by one with predict
# style: an e-commerce engineer, Keras model with its own train_step
"""Two-tower retrieval: users and products meet in one space."""

import numpy as np
import tensorflow as tf
from tensorflow import keras

USERS, ITEMS, WIDTH = 40, 30, 6


class TwoTowers(keras.Model):
    def __init__(self, users, items, width):
        super().__init__()
        self.user_tower = keras.Sequential([keras.layers.Embedding(users, width), keras.layers.Dense(width)])
        self.item_tower = keras.Sequential([keras.layers.Embedding(items, width), keras.layers.Dense(width)])
        self.loss_tracker = keras.metrics.Mean(name="loss")

    @property
    def metrics(self):
        return [self.loss_tracker]

    def call(self, users):
        return self.user_tower(users)

    def train_step(self, data):
        users, items = data
        with tf.GradientTape() as tape:
            scores = tf.matmul(self.user_tower(users), self.item_tower(items), transpose_b=True)
            labels = tf.range(tf.shape(scores)[0])
            loss = tf.reduce_mean(
                tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=scores)
            )
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        self.loss_tracker.update_state(loss)
        return {"loss": self.loss_tracker.result()}


@tf.function
def hits_within(queries, catalogue, wanted, k):
    scores = tf.matmul(queries, catalogue, transpose_b=True)
    best = tf.math.top_k(scores, k=k).indices
    return tf.reduce_mean(tf.cast(tf.reduce_any(best == wanted[:, None], axis=1), tf.float32))


def purchases(rng, count):
    taste = rng.normal(size=(USERS, 2))
    kind = rng.normal(size=(ITEMS, 2))
    appeal = np.exp(2.0 * taste @ kind.T)
    users = rng.integers(USERS, size=count)
    items = [rng.choice(ITEMS, p=appeal[user] / appeal[user].sum()) for user in users]
    return users.astype(np.int32), np.array(items, np.int32)


def main():
    keras.utils.set_random_seed(3)
    rng = np.random.default_rng(3)
    users, items = purchases(rng, 640)
    model = TwoTowers(USERS, ITEMS, WIDTH)
    model.compile(optimizer=keras.optimizers.Adam(0.03))
    history = model.fit(users[:512], items[:512], batch_size=64, epochs=4, shuffle=False, verbose=0)
    print("loss", [round(value, 4) for value in history.history["loss"]])

    tested = users[512:552]
    catalogue = model.item_tower(np.arange(ITEMS, dtype=np.int32))
    queries = model.predict(tested, batch_size=len(tested), verbose=0)
    wanted = items[512:552]
    print("recall at  1:", round(float(hits_within(queries, catalogue, wanted, tf.constant(1))), 4))
    print("recall at  5:", round(float(hits_within(queries, catalogue, wanted, tf.constant(5))), 4))
    print("recall at 10:", round(float(hits_within(queries, catalogue, wanted, tf.constant(10))), 4))
    print("recall at 20:", round(float(hits_within(queries, catalogue, wanted, tf.constant(20))), 4))
    print("mean length of queries:", round(float(np.linalg.norm(queries, axis=1).mean()), 4))


if __name__ == "__main__":
    main()
