# planted: TFR303 TFR101 the compiled step decides by the Python step whether it warms up, logs and decays
# style: trainer class with hooks written as ifs in the step, attribute counters
import numpy as np
import tensorflow as tf


class MetricLearner:
    WARMUP = 12
    DECAY_FROM = 45

    def __init__(self, dim=10, out=3, base_rate=0.3):
        rng = np.random.default_rng(88)
        self.proj = tf.Variable(rng.normal(0, dim**-0.5, (dim, out)), dtype=tf.float32)
        self.velocity = tf.Variable(tf.zeros([dim, out]))
        self.base_rate = base_rate
        self.global_step = 0

    def embed(self, x):
        return tf.math.l2_normalize(x @ self.proj, axis=1)

    @tf.function
    def step(self, anchor, positive, negative, step):
        if step < self.WARMUP:
            rate = self.base_rate * tf.cast(step + 1, tf.float32) / self.WARMUP
        elif step > self.DECAY_FROM:
            rate = self.base_rate * 0.1
        else:
            rate = self.base_rate

        with tf.GradientTape() as tape:
            a, p, n = self.embed(anchor), self.embed(positive), self.embed(negative)
            near = tf.reduce_sum(tf.square(a - p), axis=1)
            far = tf.reduce_sum(tf.square(a - n), axis=1)
            loss = tf.reduce_mean(tf.nn.relu(near - far + 0.5))
        grad = tape.gradient(loss, self.proj)
        if step % 20 == 0:
            # forget the old direction
            self.velocity.assign(grad)
        else:
            self.velocity.assign(0.8 * self.velocity + grad)
        self.proj.assign_sub(rate * self.velocity)
        return loss

    def train(self, triplets):
        losses = []
        for anchor, positive, negative in triplets:
            loss = self.step(anchor, positive, negative, tf.constant(self.global_step))
            losses.append(loss.numpy())
            self.global_step += 1
        return losses


def triplets(rng, n, batch=24):
    centres = rng.normal(0, 1, (6, 10))
    for _ in range(n):
        kind = rng.integers(0, 6, batch)
        other = (kind + rng.integers(1, 6, batch)) % 6
        noisy = lambda k: (centres[k] + rng.normal(0, 1.0, (batch, 10))).astype("float32")
        yield noisy(kind), noisy(kind), noisy(other)


if __name__ == "__main__":
    learner = MetricLearner()
    losses = learner.train(triplets(np.random.default_rng(89), 60))
    print("steps", learner.global_step)
    print("loss %.3f -> %.3f" % (np.mean(losses[:10]), np.mean(losses[-10:])))
    print("norm %.3f" % float(tf.norm(learner.proj)))
