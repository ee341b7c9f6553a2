# logged_every_ten, cured.
import numpy as np
import tensorflow as tf

CONFIG = {"hidden": 8, "peak_rate": 0.2, "warmup": 10, "steps": 30, "log_every": 10}


def init_params(config):
    rng = np.random.default_rng(19)
    shapes = [(2, config["hidden"]), (config["hidden"],), (config["hidden"], 1), (1,)]
    return [tf.Variable(rng.normal(0, 0.6, size=shape).astype("float32")) for shape in shapes]


def forward(params, x):
    w1, b1, w2, b2 = params
    return tf.nn.tanh(x @ w1 + b1) @ w2 + b2


def log_metrics(step, loss):
    if step % CONFIG["log_every"] == 0:
        tf.print("step", step, "loss", loss)


class Trainer:
    def __init__(self, config):
        self.config = config
        self.params = init_params(config)

    def rate(self, step):
        if step < self.config["warmup"]:
            ramp = tf.cast(step + 1, tf.float32) / self.config["warmup"]
            return self.config["peak_rate"] * ramp
        return self.config["peak_rate"]

    @tf.function
    def train_step(self, x, y, step):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(forward(self.params, x) - y))
        rate = self.rate(step)
        for param, gradient in zip(self.params, tape.gradient(loss, self.params)):
            param.assign_sub(rate * gradient)
        log_metrics(step, loss)
        return loss

    def fit(self, x, y):
        return [
            float(self.train_step(x, y, tf.constant(step))) for step in range(self.config["steps"])
        ]


if __name__ == "__main__":
    rng = np.random.default_rng(20)
    inputs = rng.uniform(-1, 1, size=(50, 2)).astype("float32")
    targets = (inputs[:, :1] * inputs[:, 1:]).astype("float32")
    losses = Trainer(CONFIG).fit(inputs, targets)
    print("losses", np.round(losses[::6], 4))
