# planted: TFR404 TFR101 the mask is drawn with NumPy in the compiled step, and only the step number makes it a new one
# style: regularisation study without Keras, dict of parameters, numpy random state shared by everybody
import numpy as np
import tensorflow as tf

np.random.seed(14)
HIDDEN = 32
STEPS = 40


def friedman(n):
    x = np.random.rand(n, 6)
    y = 10 * np.sin(np.pi * x[:, 0] * x[:, 1]) + 20 * (x[:, 2] - 0.5) ** 2 + 10 * x[:, 3] + 5 * x[:, 4]
    return tf.constant(x, tf.float32), tf.constant((y - 14) / 5, tf.float32)


def init():
    return {
        "w1": tf.Variable(np.random.normal(0, 0.8, (6, HIDDEN)), dtype=tf.float32),
        "b1": tf.Variable(tf.zeros(HIDDEN)),
        "w2": tf.Variable(np.random.normal(0, 0.15, (HIDDEN, 1)), dtype=tf.float32),
        "b2": tf.Variable(tf.zeros(1)),
    }


def network(p, x, mask=1.0):
    h = tf.nn.relu(x @ p["w1"] + p["b1"]) * mask
    return (h @ p["w2"] + p["b2"])[:, 0]


class Study:
    def __init__(self, keep):
        self.keep = keep
        self.params = init()

    @tf.function
    def step(self, x, y, it):
        mask = tf.constant(np.random.binomial(1, self.keep, (1, HIDDEN)) / self.keep, tf.float32)
        rate = 0.1 / (1.0 + 0.02 * it)
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((network(self.params, x, mask) - y) ** 2)
        for name, g in tape.gradient(loss, self.params).items():
            self.params[name].assign_sub(rate * tf.clip_by_norm(g, 2.0))
        return loss

    def train(self, x, y):
        losses = []
        for it in range(STEPS):
            losses.append(float(self.step(x, y, it)))
        return losses


x_train, y_train = friedman(60)
x_test, y_test = friedman(300)
for keep in (1.0, 0.8):
    np.random.seed(99)
    study = Study(keep)
    losses = study.train(x_train, y_train)
    test = float(tf.reduce_mean((network(study.params, x_test) - y_test) ** 2))
    print(f"keep {keep:.1f}: train {np.mean(losses[-10:]):.3f}  test {test:.3f}  roughness {np.std(np.diff(losses)):.3f}")
