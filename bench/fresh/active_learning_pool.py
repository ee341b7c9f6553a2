# planted: TFR601 predict on the pool of unlabelled data, which shrinks, in each round of queries
# style: active learning, Keras fit and predict in a loop
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(9)
rng = np.random.RandomState(9)


def make_data(n=120):
    x = rng.normal(size=(n, 2)).astype(np.float32)
    return x, (x[:, 0] * x[:, 1] > 0).astype(np.float32)


def build_model():
    model = tf.keras.Sequential(
        [
            tf.keras.layers.Input((2,)),
            tf.keras.layers.Dense(12, activation="tanh"),
            tf.keras.layers.Dense(1, activation="sigmoid"),
        ]
    )
    model.compile(tf.keras.optimizers.Adam(0.05), "binary_crossentropy")
    return model


def query(model, pool_x, count):
    probabilities = model.predict(pool_x, verbose=0)[:, 0]
    return np.argsort(np.abs(probabilities - 0.5))[:count]


x, y = make_data()
labelled = np.zeros(len(x), bool)
labelled[:20] = True
model = build_model()
for round_ in range(6):
    for _ in range(15):
        model.train_on_batch(x[:20], y[:20])
    pool = np.flatnonzero(~labelled)
    chosen = pool[query(model, x[pool], 10)]
    labelled[chosen] = True
    print(f"round {round_}: pool {len(pool)} labels {int(y[chosen].sum())} of 10 positive")
scores = model.predict(x, verbose=0)[:, 0]
print(f"accuracy {np.mean((scores > 0.5) == y):.3f}")
