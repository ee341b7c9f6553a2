# planted: TFR301 TFR101 the number of inner steps and the inner rate follow schedules and are Python numbers
# style: meta-learning paper code, functional parameters, Adam on the outside
"""MAML on sine waves with a fixed feature layer and an adapted linear head."""
import numpy as np
import tensorflow as tf

FEATURES = 20


class SineTask:
    def __init__(self, rng):
        self.amplitude = rng.uniform(0.5, 3.0)
        self.phase = rng.uniform(0, np.pi)
        self.rng = rng

    def sample(self, count=12):
        x = self.rng.uniform(-4, 4, (count, 1)).astype("float32")
        return x, (self.amplitude * np.sin(x + self.phase)).astype("float32")


class Schedule:
    def __init__(self, iterations):
        self.iterations = iterations

    def inner_steps(self, iteration):
        return 1 + iteration // 4

    def inner_rate(self, iteration):
        return 0.1 * (1.0 - 0.5 * iteration / self.iterations)


def random_normal(shape, seed, scale):
    return tf.Variable(scale * tf.random.stateless_normal(shape, [seed, 0]))


hidden_w = random_normal([1, FEATURES], 1, 1.0)
hidden_b = random_normal([FEATURES], 2, 1.0)
head = random_normal([FEATURES, 1], 3, 0.1)
outer = [hidden_w, hidden_b, head]
optimizer = tf.keras.optimizers.Adam(0.02)
optimizer.build(outer)


def features(x):
    return tf.tanh(x @ hidden_w + hidden_b)


@tf.function
def meta_step(support_x, support_y, query_x, query_y, steps, rate):
    with tf.GradientTape() as tape:
        h = features(support_x)
        w = tf.convert_to_tensor(head)
        for _ in range(steps):
            residual = h @ w - support_y
            w = w - rate * tf.matmul(h, residual, transpose_a=True) / 12.0
        loss = tf.reduce_mean((features(query_x) @ w - query_y) ** 2)
    gradients = tape.gradient(loss, outer)
    optimizer.apply_gradients(zip(gradients, outer))
    return loss


def main(iterations=20):
    rng = np.random.default_rng(8)
    schedule = Schedule(iterations)
    losses = []
    for iteration in range(iterations):
        task = SineTask(rng)
        support, query = task.sample(), task.sample()
        steps = schedule.inner_steps(iteration)
        loss = meta_step(*support, *query, steps, schedule.inner_rate(iteration))
        losses.append(float(loss))
        if iteration % 4 == 3:
            print(f"{iteration + 1:3d}: {steps} inner steps, loss {np.mean(losses[-4:]):.4f}")
    print("head norm", round(float(tf.norm(head)), 4))


main()
