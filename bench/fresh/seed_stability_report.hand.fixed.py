# planted: TFR603 a new model is built compiled and fitted for every seed of the stability report
# style: functions, evaluation over seeds with fit and evaluate, gym membership churn
from statistics import mean, stdev

import numpy as np
import tensorflow as tf
import keras

SEEDS = 9


def members(count, seed):
    rng = np.random.default_rng(seed)
    visits = rng.gamma(2.0, 2.0, count)
    months = rng.exponential(10, count)
    classes = rng.poisson(1.5, count)
    price = rng.choice([20, 35, 50], count)
    risk = 1.2 - 0.4 * visits - 0.05 * months - 0.3 * classes + 0.03 * price + rng.logistic(size=count) * 0.5
    x = np.column_stack([visits / 4, months / 10, classes / 2, price / 35]).astype("float32")
    return x, (risk > 0).astype("float32")[:, None]


def network():
    inputs = keras.Input((4,))
    h = keras.layers.Dense(16, activation="relu")(inputs)
    h = keras.layers.Dense(8, activation="relu")(h)
    return keras.Model(inputs, keras.layers.Dense(1, activation="sigmoid")(h))


def compiled_network():
    model = network()
    model.compile(optimizer=keras.optimizers.SGD(0.2), loss="binary_crossentropy", metrics=["accuracy"])
    return model


def train_for_seed(model, seed, batches):
    keras.utils.set_random_seed(seed)
    model.set_weights(network().get_weights())
    model.fit(batches, epochs=4, verbose=0)


def summary(name, values, low, high):
    print("%-9s mean %.3f spread %.4f range %.3f to %.3f" % (name, mean(values), stdev(values), low, high))


def main():
    x, y = members(400, seed=1)
    x_new, y_new = members(200, seed=2)
    train = tf.data.Dataset.from_tensor_slices((x, y)).batch(40)
    test = tf.data.Dataset.from_tensor_slices((x_new, y_new)).batch(200)
    losses, hits, votes = [], [], []
    model = compiled_network()
    for seed in range(SEEDS):
        train_for_seed(model, seed, train)
        loss, hit = model.evaluate(test, verbose=0)
        losses.append(loss)
        hits.append(hit)
        votes.append(model(x_new, training=False).numpy() > 0.5)
    summary("loss", losses, min(losses), max(losses))
    summary("accuracy", hits, min(hits), max(hits))
    agreement = np.mean(votes, axis=0)
    print("members all seeds agree on: %d of %d" % (np.sum((agreement == 0) | (agreement == 1)), len(agreement)))
    print("base rate %.3f" % y_new.mean())


if __name__ == "__main__":
    main()
