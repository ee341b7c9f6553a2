# planted: TFR103 lists of anchors and of importances that grow by an item with each task
# style: continual learning (EWC), lists of tensors in a learner class
import numpy as np
import tensorflow as tf


class EWCLearner:
    def __init__(self, dim, strength=0.5, lr=0.1):
        self.w = tf.Variable(tf.zeros([dim]))
        self.strength, self.lr = strength, lr
        self.anchors, self.importances = [], []

    @tf.function
    def train_step(self, x, y, anchors, importances):
        with tf.GradientTape() as tape:
            logits = tf.linalg.matvec(x, self.w)
            loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(y, logits))
            for anchor, importance in zip(anchors, importances):
                loss += self.strength * tf.reduce_sum(importance * (self.w - anchor) ** 2)
        self.w.assign_sub(self.lr * tape.gradient(loss, self.w))
        return loss

    def consolidate(self, x):
        probs = tf.sigmoid(tf.linalg.matvec(x, self.w))
        fisher = tf.reduce_mean((probs * (1 - probs))[:, None] * x**2, 0)
        self.anchors.append(tf.identity(self.w))
        self.importances.append(fisher)

    def learn(self, x, y, steps=20):
        for _ in range(steps):
            loss = self.train_step(x, y, self.anchors, self.importances)
        self.consolidate(x)
        return float(loss)

    def accuracy(self, x, y):
        return float(np.mean((x @ self.w.numpy() > 0) == (y > 0.5)))


def make_tasks(count, dim=6):
    rng = np.random.RandomState(14)
    base = rng.normal(size=dim)
    for _ in range(count):
        x = rng.normal(size=(50, dim)).astype(np.float32)
        yield x, (x @ (base + 0.8 * rng.normal(size=dim)) > 0).astype(np.float32)


tasks = list(make_tasks(6))
learner = EWCLearner(6)
for number, (x, y) in enumerate(tasks):
    loss = learner.learn(x, y)
    seen = np.mean([learner.accuracy(*task) for task in tasks[: number + 1]])
    print(f"task {number}: loss {loss:.4f}, accuracy so far {seen:.2f}")
