"""First-order MAML with tasks of varying numbers of classes (ways)."""
import numpy as np
import tensorflow as tf

DIM = 6
SHOTS = 5
MAX_WAYS = 14


def make_task(rng, ways):
    """A list of class clouds for adaptation and another for evaluation."""
    centres = rng.normal(0, 2, (ways, DIM))

    def clouds():
        return [tf.constant(c + 0.5 * rng.standard_normal((SHOTS, DIM)), tf.float32) for c in centres]

    return clouds(), clouds()


class MetaLearner:
    def __init__(self, seed=0, width=16, inner_rate=0.3, inner_steps=3, outer_rate=0.02):
        rng = np.random.default_rng(seed)
        self.theta = [
            tf.Variable(0.4 * rng.standard_normal((DIM, width)), dtype=tf.float32),
            tf.Variable(tf.zeros(width)),
            tf.Variable(0.1 * rng.standard_normal((width, MAX_WAYS)), dtype=tf.float32),
        ]
        self.inner_rate, self.inner_steps, self.outer_rate = inner_rate, inner_steps, outer_rate

    def loss(self, weights, x, labels):
        w1, b1, w2 = weights
        logits = tf.nn.relu(x @ w1 + b1) @ w2
        ce = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
        hits = tf.cast(tf.argmax(logits, 1, tf.int32) == labels, tf.float32)
        return tf.reduce_mean(ce), tf.reduce_mean(hits)

    @tf.function(reduce_retracing=True)
    def meta_step(self, support, query):
        labels = tf.range(tf.shape(support)[0]) // SHOTS
        fast = [tf.identity(v) for v in self.theta]
        for _ in range(self.inner_steps):
            with tf.GradientTape() as tape:
                tape.watch(fast)
                loss, _ = self.loss(fast, support, labels)
            fast = [w - self.inner_rate * g for w, g in zip(fast, tape.gradient(loss, fast))]
        with tf.GradientTape() as tape:
            tape.watch(fast)
            loss, accuracy = self.loss(fast, query, labels)
        for v, g in zip(self.theta, tape.gradient(loss, fast)):
            v.assign_sub(self.outer_rate * g)
        return loss, accuracy


def main():
    rng = np.random.default_rng(10)
    learner = MetaLearner()
    by_ways = {}
    for iteration in range(80):
        ways = int(rng.integers(2, MAX_WAYS + 1))
        support, query = make_task(rng, ways)
        loss, accuracy = learner.meta_step(tf.concat(support, 0), tf.concat(query, 0))
        by_ways.setdefault(ways, []).append(float(accuracy))
        if iteration % 20 == 19:
            print(f"iteration {iteration + 1}: query loss {float(loss):.3f}")
    for ways in (2, 8, 14):
        print(f"{ways}-way: accuracy {np.mean(by_ways[ways]):.2f} over {len(by_ways[ways])} tasks")


if __name__ == "__main__":
    main()
