# planted: TFR201 every task has another number of context points
# style: lesson, subclassed Keras model with a custom loop
"""A conditional neural process learns random sine functions from a few context points."""
import numpy as np
import tensorflow as tf
from tensorflow import keras


class ConditionalNP(keras.Model):
    def __init__(self, width=32):
        super().__init__()
        self.encoder = keras.Sequential([keras.layers.Dense(width, "relu"), keras.layers.Dense(width)])
        self.decoder = keras.Sequential([keras.layers.Dense(width, "relu"), keras.layers.Dense(2)])

    def call(self, inputs):
        x_context, y_context, x_target = inputs
        r = self.encoder(tf.concat([x_context, y_context], -1))
        r = tf.reduce_mean(r, axis=1, keepdims=True)
        r = tf.repeat(r, x_target.shape[1], axis=1)
        out = self.decoder(tf.concat([r, x_target], -1))
        mean, raw = tf.split(out, 2, axis=-1)
        return mean, 0.1 + 0.9 * tf.nn.softplus(raw)


class TaskSampler:
    def __init__(self, seed, n_target=24, batch=8):
        self.rng = np.random.default_rng(seed)
        self.n_target, self.batch = n_target, batch

    def draw(self, n_context):
        amplitude = self.rng.uniform(0.5, 1.5, (self.batch, 1, 1))
        phase = self.rng.uniform(0, np.pi, (self.batch, 1, 1))
        x = self.rng.uniform(-2, 2, (self.batch, self.n_target, 1))
        y = amplitude * np.sin(2 * x + phase)
        x, y = x.astype("float32"), y.astype("float32")
        return x[:, :n_context], y[:, :n_context], x, y

    def __iter__(self):
        while True:
            yield self.draw(int(self.rng.integers(3, self.n_target)))


def neg_log_likelihood(y, mean, std):
    return tf.reduce_mean(0.5 * ((y - mean) / std) ** 2 + tf.math.log(std))


class Trainer:
    def __init__(self, model, learning_rate=3e-3):
        self.model = model
        self.optimizer = keras.optimizers.Adam(learning_rate)

    @tf.function
    def step(self, x_context, y_context, x_target, y_target):
        with tf.GradientTape() as tape:
            mean, std = self.model((x_context, y_context, x_target))
            loss = neg_log_likelihood(y_target, mean, std)
        variables = self.model.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        return loss

    def fit(self, sampler, iterations, every):
        running = []
        for i, task in zip(range(iterations), sampler):
            running.append(float(self.step(*task)))
            if (i + 1) % every == 0:
                print(f"iteration {i + 1}: nll {np.mean(running):.3f}")
                running.clear()


keras.utils.set_random_seed(1)
model = ConditionalNP()
Trainer(model).fit(TaskSampler(seed=7), iterations=90, every=30)

test = TaskSampler(seed=8)
for n in (4, 20):
    xc, yc, xt, yt = test.draw(n)
    mean, std = model((xc, yc, xt))
    print(f"{n} context points: rmse {float(tf.sqrt(tf.reduce_mean((mean - yt) ** 2))):.2f}")
