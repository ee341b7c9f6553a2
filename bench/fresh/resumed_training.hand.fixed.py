# resumed_training, cured.
import tempfile

import numpy as np
import tensorflow as tf

WARMUP, BASE_LR = 8, 0.3


class Trainer:
    def __init__(self, directory):
        self.w = tf.Variable([[0.0], [0.0]])
        self.step = tf.Variable(0, dtype=tf.int64)
        self.checkpoint = tf.train.Checkpoint(w=self.w, step=self.step)
        self.manager = tf.train.CheckpointManager(self.checkpoint, directory, max_to_keep=2)
        if self.manager.latest_checkpoint:
            self.checkpoint.restore(self.manager.latest_checkpoint).expect_partial()
            print("resumed at step", int(self.step))

    @tf.function
    def _update(self, x, y, step):
        lr = BASE_LR * tf.minimum(1.0, (tf.cast(step, tf.float32) + 1) / WARMUP)
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(tf.matmul(x, self.w) - y))
        self.w.assign_sub(lr * tape.gradient(loss, self.w))
        return loss

    def train(self, batches):
        loss = None
        for x, y in batches:
            loss = self._update(x, y, self.step.read_value())
            self.step.assign_add(1)
        self.manager.save()
        return float(loss)


def make_batches(n):
    rng = np.random.RandomState(n)
    for _ in range(n):
        x = rng.randn(12, 2).astype(np.float32)
        yield tf.constant(x), tf.constant(x @ np.array([[2.0], [-1.0]], np.float32))


with tempfile.TemporaryDirectory() as folder:
    for session in range(3):
        trainer = Trainer(folder)
        loss = trainer.train(make_batches(6))
        print("session %d: loss %.5f" % (session, loss))
    print("w", np.round(trainer.w.numpy().ravel(), 3), "step", int(trainer.step))
