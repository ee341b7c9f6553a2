# planted: TFR106 every fold of the repeated cross-validation hands a new model and a new optimizer to one traced step
# style: functions, repeated k-fold cross-validation, functional Keras regressor
from statistics import mean, pstdev

import numpy as np
import tensorflow as tf
import keras


def roasts(count=200, seed=2):
    rng = np.random.default_rng(seed)
    charge = rng.uniform(180, 220, count)
    rise = rng.uniform(4, 14, count)
    crack = rng.uniform(7, 11, count)
    develop = rng.uniform(0.1, 0.3, count)
    score = 84 - 0.3 * (rise - 9) ** 2 - 200 * (develop - 0.2) ** 2 + 0.02 * (charge - 200) - 0.2 * crack
    x = np.column_stack([(charge - 200) / 12, (rise - 9) / 3, crack - 9, (develop - 0.2) * 17])
    y = score + rng.normal(0, 0.4, count)
    return x.astype("float32"), (y - y.mean()).astype("float32")


def build_regressor(width, seed=0):
    keras.utils.set_random_seed(seed)
    inputs = keras.Input((4,))
    h = keras.layers.Dense(width, activation="tanh")(inputs)
    h = keras.layers.Dense(width, activation="tanh")(h)
    return keras.Model(inputs, keras.layers.Dense(1)(h))


@tf.function
def descend(model, optimizer, x, y):
    with tf.GradientTape() as tape:
        error = model(x, training=True)[:, 0] - y
        loss = tf.reduce_mean(tf.square(error))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


def fold_indices(count, folds, rng):
    order = rng.permutation(count)
    for k in range(folds):
        held = order[k::folds]
        yield np.setdiff1d(order, held), held


def score_fold(x, y, train, held, width, seed, steps):
    model = build_regressor(width, seed)
    optimizer = keras.optimizers.SGD(0.05)
    optimizer.build(model.trainable_variables)
    xt, yt = tf.constant(x[train]), tf.constant(y[train])
    for _ in range(steps):
        descend(model, optimizer, xt, yt)
    guess = model(tf.constant(x[held]), training=False).numpy()[:, 0]
    return float(np.sqrt(np.mean((guess - y[held]) ** 2)))


def cross_validate(x, y, width, repeats=3, folds=5, steps=40):
    scores = []
    rng = np.random.default_rng(9)
    for _ in range(repeats):
        for fold, (train, held) in enumerate(fold_indices(len(x), folds, rng)):
            scores.append(score_fold(x, y, train, held, width, fold, steps))
    return scores


if __name__ == "__main__":
    x, y = roasts()
    print("spread of cupping scores %.2f" % y.std())
    for width in (6, 16):
        scores = cross_validate(x, y, width)
        print("width %2d rmse %.3f +- %.3f over %d folds" % (width, mean(scores), pstdev(scores), len(scores)))
