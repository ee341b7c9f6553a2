# planted: TFR103 a trial's dictionary of Python numbers is passed to the training step
# style: AutoML tinkerer, successive rounds of trials on a bag-of-words topic classifier
import math

import numpy as np
import tensorflow as tf

WORDS, TOPICS = 30, 4


def documents(count, seed):
    rng = np.random.default_rng(seed)
    topic = rng.integers(0, TOPICS, count)
    rates = np.full((TOPICS, WORDS), 0.4)
    for t in range(TOPICS):
        rates[t, 6 * t:6 * t + 8] += 0.8
    return rng.poisson(rates[topic]).astype("float32"), topic.astype("int32")


def sample_trials(count, seed=0):
    rng = np.random.default_rng(seed)
    return [
        {
            "learning_rate": float(10 ** rng.uniform(-2, 0)),
            "weight_decay": float(10 ** rng.uniform(-4, -1)),
            "label_smoothing": float(rng.choice([0.0, 0.05, 0.1])),
        }
        for _ in range(count)
    ]


@tf.function
def train_step(weights, bias, x, y, config):
    with tf.GradientTape() as tape:
        target = tf.one_hot(y, TOPICS)
        target = (1.0 - config["label_smoothing"]) * target + config["label_smoothing"] / TOPICS
        logits = tf.math.log1p(x) @ weights + bias
        loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(target, logits))
        penalty = config["weight_decay"] * tf.reduce_sum(weights ** 2)
        total = loss + penalty
    dw, db = tape.gradient(total, [weights, bias])
    weights.assign_sub(config["learning_rate"] * dw)
    bias.assign_sub(config["learning_rate"] * db)
    return loss


class Trial:
    def __init__(self, number, config):
        self.number = number
        self.config = config
        self.weights = tf.Variable(tf.zeros([WORDS, TOPICS]))
        self.bias = tf.Variable(tf.zeros([TOPICS]))

    def advance(self, data, steps):
        x, y = data
        for _ in range(steps):
            self.loss = float(train_step(self.weights, self.bias, x, y, self.config))

    def accuracy(self, data):
        logits = np.log1p(data[0]) @ self.weights.numpy() + self.bias.numpy()
        return float(np.mean(np.argmax(logits, axis=1) == data[1]))


def hyperband(trials, train, valid, budget=4, keep=3):
    while True:
        for trial in trials:
            trial.advance(train, budget)
        trials.sort(key=lambda trial: (-trial.accuracy(valid), trial.number))
        best = trials[0]
        print(f"{len(trials)} trials, {budget} steps: best {best.number}, loss {best.loss:.4f}, "
              f"accuracy {best.accuracy(valid):.3f}")
        if len(trials) == 1:
            return best
        trials = trials[:math.ceil(len(trials) / keep)]
        budget *= keep


winner = hyperband(
    [Trial(i, config) for i, config in enumerate(sample_trials(9))], documents(120, 1), documents(80, 2)
)
print({name: round(value, 4) for name, value in winner.config.items()})
