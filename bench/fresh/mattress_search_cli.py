# planted: TFR502 every trial of the random search decorates its own training function inside fit_trial
# style: command line program with argparse defaults, random hyperparameter search, own logistic network
import argparse

import numpy as np
import tensorflow as tf


def parse(argv=None):
    parser = argparse.ArgumentParser(description="Search settings for the mattress return model")
    parser.add_argument("--trials", type=int, default=24)
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--hidden", type=int, default=12)
    parser.add_argument("--seed", type=int, default=8)
    parser.add_argument("--show", type=int, default=3)
    return parser.parse_known_args(argv)[0]


def orders(seed, count=400):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(count, 5)).astype("float32")
    firmness, weight, price = x[:, 0], x[:, 1], x[:, 2]
    logit = 1.4 * np.abs(firmness - weight) - 1.2 + 0.5 * price
    y = (logit + rng.logistic(size=count) * 0.4 > 0).astype("float32")
    return x, y


def start_weights(hidden, inputs, seed):
    rng = np.random.default_rng(seed)
    shapes = [(inputs, hidden), (hidden,), (hidden, 1), (1,)]
    return [tf.Variable(rng.normal(0, 0.5, s).astype("float32")) for s in shapes]


def network(w, x):
    return (tf.tanh(x @ w[0] + w[1]) @ w[2] + w[3])[:, 0]


def fit_trial(x, y, settings, hidden, steps):
    weights = start_weights(hidden, x.shape[1], settings["seed"])
    speed = [tf.Variable(tf.zeros_like(w)) for w in weights]

    @tf.function
    def train():
        loss = tf.constant(0.0)
        for _ in tf.range(steps):
            with tf.GradientTape() as tape:
                logits = network(weights, x)
                loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels=y, logits=logits))
                loss += settings["decay"] * tf.add_n([tf.nn.l2_loss(w) for w in weights])
            for w, v, g in zip(weights, speed, tape.gradient(loss, weights)):
                v.assign(settings["momentum"] * v - settings["rate"] * g)
                w.assign_add(v)
        return loss

    return weights, float(train())


def accuracy(weights, x, y):
    return float(np.mean((network(weights, x).numpy() > 0) == (y > 0.5)))


def main(args):
    x, y = orders(args.seed)
    train, valid = slice(0, 280), slice(280, None)
    xt, yt = tf.constant(x[train]), tf.constant(y[train])
    rng = np.random.default_rng(args.seed)
    results = []
    for trial in range(args.trials):
        settings = {
            "rate": float(10 ** rng.uniform(-2, 0)),
            "momentum": float(rng.uniform(0.0, 0.9)),
            "decay": float(10 ** rng.uniform(-5, -2)),
            "seed": trial,
        }
        weights, loss = fit_trial(xt, yt, settings, args.hidden, args.steps)
        results.append((accuracy(weights, tf.constant(x[valid]), y[valid]), -loss, trial, settings))
    results.sort(key=lambda r: r[:3], reverse=True)
    for score, loss, trial, settings in results[:args.show]:
        print("trial %2d accuracy %.3f loss %.3f rate %.3f momentum %.2f"
              % (trial, score, -loss, settings["rate"], settings["momentum"]))
    print("worst accuracy %.3f of %d trials" % (results[-1][0], len(results)))


if __name__ == "__main__":
    main(parse())
