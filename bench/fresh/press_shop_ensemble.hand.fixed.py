# planted: TFR106 the members of an ensemble are handed one after the other to a single traced scoring function
# style: Keras models in a list, industrial quality prediction, functions
"""Deep drawing: predict the spring-back of a pressed panel with a committee of nets."""
import keras
import numpy as np
import tensorflow as tf

MEMBERS = 10
CHUNKS = 4


def panels(count, seed):
    rng = np.random.default_rng(seed)
    x = rng.uniform(-1, 1, (count, 5)).astype("float32")
    y = 1.5 * x[:, 0] ** 2 - x[:, 1] * x[:, 2] + 0.4 * np.sin(4 * x[:, 3])
    return x, (y + rng.normal(0, 0.05, count)).astype("float32")


def member(index):
    keras.utils.set_random_seed(100 + index)
    net = keras.Sequential([
        keras.Input((5,)),
        keras.layers.Dense(16 + index, activation="gelu"),
        keras.layers.Dense(16, activation="gelu"),
        keras.layers.Dense(1),
    ])
    return net


def random_feature_fit(net, x, y):
    """Only the last layer is fitted, by ridge regression."""
    hidden = keras.Model(net.inputs, net.layers[-2].output)
    h = np.asarray(hidden(x))
    h1 = np.concatenate([h, np.ones((len(h), 1), "float32")], 1)
    w = np.linalg.solve(h1.T @ h1 + 1e-2 * np.eye(h1.shape[1]), h1.T @ y)
    net.layers[-1].set_weights([w[:-1, None].astype("float32"), w[-1:].astype("float32")])


@tf.function
def score(pred, y):
    pred = tf.squeeze(pred, -1)
    error = pred - y
    return pred, tf.sqrt(tf.reduce_mean(error**2)), tf.reduce_max(tf.abs(error))


def main():
    x, y = panels(500, 1)
    committee = [member(i) for i in range(MEMBERS)]
    for net in committee:
        random_feature_fit(net, x, y)
    xt, yt = panels(240, 2)
    errors = np.zeros((MEMBERS, CHUNKS))
    votes = np.zeros(len(xt))
    for c, (xc, yc) in enumerate(zip(np.split(xt, CHUNKS), np.split(yt, CHUNKS))):
        for m, net in enumerate(committee):
            pred, rmse, _ = score(net(xc, training=False), tf.constant(yc))
            errors[m, c] = rmse
            votes[c * 60:(c + 1) * 60] += pred.numpy() / MEMBERS
    print("member rmse", round(float(errors.mean()), 2))
    print("committee rmse", round(float(np.sqrt(np.mean((votes - yt) ** 2))), 2))
    print("best member", int(errors.mean(1).argmin()))


if __name__ == "__main__":
    main()
