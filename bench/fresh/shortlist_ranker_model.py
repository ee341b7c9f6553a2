"""The ranker and what it knows about the items."""
import keras
import numpy as np


def item_features(rng):
    return rng.normal(size=(50, 4)).astype("float32")


def build_model(seed):
    init = keras.initializers.GlorotUniform(seed=seed)
    user = keras.Input((4,), name="user")
    item = keras.Input((4,), name="item")
    product = keras.layers.Multiply()([user, item])
    hidden = keras.layers.Dense(8, "relu", kernel_initializer=init)(product)
    score = keras.layers.Dense(1, kernel_initializer=init)(hidden)
    return keras.Model([user, item], score)


class Ranker:
    def __init__(self, items, seed):
        self.items = items
        self.model = build_model(seed)

    def warm_up(self, tastes, rng):
        users = tastes[rng.integers(0, len(tastes), 256)]
        items = self.items[rng.integers(0, len(self.items), 256)]
        relevance = np.sum(users * items, axis=1, keepdims=True)
        self.model.compile("adam", "mse")
        self.model.optimizer.learning_rate = 0.02
        self.model.fit([users, items], relevance, epochs=4, batch_size=64, shuffle=False, verbose=0)

    def rank(self, taste, candidates):
        users = np.repeat(taste[None], len(candidates), axis=0)
        scores = self.model.predict([users, self.items[candidates]], verbose=0)[:, 0]
        return candidates[np.argsort(-scores)]
