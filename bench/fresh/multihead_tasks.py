# planted: TFR101 the number of the task goes into the training step as a Python int
# style: continual-learning experiments, a class per strategy, results in a matrix
"""Tasks come one after the other; each has its own head on a shared body."""

import numpy as np
import tensorflow as tf

TASKS, CLASSES, INPUTS, HIDDEN = 5, 3, 10, 16


def make_tasks(rng):
    for _ in range(TASKS):
        centres = rng.normal(size=(CLASSES, INPUTS)) * 1.2
        labels = rng.integers(CLASSES, size=80)
        x = centres[labels] + rng.normal(size=(80, INPUTS))
        yield x.astype(np.float32), labels.astype(np.int32)


class MultiHead(tf.Module):
    def __init__(self, rng):
        super().__init__()
        self.body = tf.Variable(rng.normal(0, 0.3, (INPUTS, HIDDEN)).astype(np.float32), name="body")
        self.heads = tf.Variable(
            rng.normal(0, 0.3, (TASKS, HIDDEN, CLASSES)).astype(np.float32), name="heads"
        )

    def __call__(self, x, task):
        return tf.tanh(x @ self.body) @ self.heads[task]


class NaiveStrategy:
    """Train on each task as it comes."""

    name = "naive"
    body_rate = 0.4

    def __init__(self, rng):
        self.net = MultiHead(rng)
        self.matrix = np.zeros((TASKS, TASKS))

    def rate_of_body(self, task):
        return self.body_rate

    @tf.function
    def step(self, x, labels, task, body_rate):
        with tf.GradientTape() as tape:
            logits = self.net(x, task)
            loss = tf.reduce_mean(
                tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
            )
        body, heads = tape.gradient(loss, [self.net.body, self.net.heads])
        self.net.body.assign_sub(body_rate * body)
        self.net.heads.assign_sub(0.4 * tf.convert_to_tensor(heads))
        return loss

    def learn(self, number, x, labels):
        rate = self.rate_of_body(number)
        for _ in range(4):
            for start in range(0, len(x), 20):
                part = slice(start, start + 20)
                self.step(x[part], labels[part], number, rate)

    def accuracy(self, number, x, labels):
        logits = self.net(x, number)
        return float(np.mean(np.argmax(logits, axis=1) == labels))

    def run(self, tasks):
        for number, (x, labels) in enumerate(tasks):
            self.learn(number, x, labels)
            for seen in range(number + 1):
                self.matrix[number, seen] = self.accuracy(seen, *tasks[seen])


class SlowBody(NaiveStrategy):
    """Change the body less and less."""

    name = "slow body"

    def rate_of_body(self, task):
        return self.body_rate * 0.5**task


def main():
    tasks = list(make_tasks(np.random.default_rng(14)))
    for strategy in (NaiveStrategy, SlowBody):
        run = strategy(np.random.default_rng(15))
        run.run(tasks)
        final = run.matrix[-1]
        forgotten = np.mean(np.diag(run.matrix)[:-1] - final[:-1])
        print(f"{run.name}: final {final.mean():.4f}, forgotten {forgotten:.4f}")
        print("  body norm", round(float(tf.norm(run.net.body)), 4))


main()
