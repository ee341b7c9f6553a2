# planted: TFR101 TFR201 each episode has its own number of ways and shots, passed as ints beside its arrays
# style: few-shot learning from a paper's appendix, tf.Module and an episode sampler
"""Prototypical networks on toy glyphs."""

import numpy as np
import tensorflow as tf


class Glyphs:
    """Alphabets of glyphs; each glyph is a point that is drawn with a shaky hand."""

    def __init__(self, count, size, rng):
        self.rng = rng
        self.shapes = rng.normal(size=(count, size))

    def episode(self, ways, shots, queries):
        chosen = self.rng.choice(len(self.shapes), ways, replace=False)
        drawn = self.shapes[chosen][:, None] + 0.7 * self.rng.normal(
            size=(ways, shots + queries, self.shapes.shape[1])
        )
        drawn = drawn.astype(np.float32)
        support = drawn[:, :shots].reshape(ways * shots, -1)
        query = drawn[:, shots:].reshape(ways * queries, -1)
        return support, query


class ProtoNet(tf.Module):
    def __init__(self, size, width, rate, rng):
        super().__init__()
        self.w1 = tf.Variable(rng.normal(0, 0.3, (size, 24)).astype(np.float32))
        self.w2 = tf.Variable(rng.normal(0, 0.3, (24, width)).astype(np.float32))
        self.rate = rate

    def embed(self, x):
        return tf.nn.relu(x @ self.w1) @ self.w2

    def logits(self, support, query, ways, shots):
        embedded = self.embed(support)
        prototypes = tf.reduce_mean(tf.reshape(embedded, [ways, shots, embedded.shape[-1]]), axis=1)
        gap = self.embed(query)[:, None] - prototypes[None]
        return -tf.reduce_sum(gap**2, axis=2)

    @tf.function
    def train_episode(self, support, query, ways, shots, queries):
        labels = tf.repeat(tf.range(ways), queries)
        with tf.GradientTape() as tape:
            logits = self.logits(support, query, ways, shots)
            loss = tf.reduce_mean(
                tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
            )
        grads = tape.gradient(loss, [self.w1, self.w2])
        for variable, grad in zip([self.w1, self.w2], grads):
            variable.assign_sub(self.rate * grad)
        hits = tf.argmax(logits, axis=1, output_type=tf.int32) == labels
        return loss, tf.reduce_mean(tf.cast(hits, tf.float32))


def main():
    rng = np.random.default_rng(99)
    glyphs = Glyphs(30, 10, rng)
    net = ProtoNet(10, 6, 0.05, rng)
    record = []
    for episode in range(1, 25):
        ways = int(rng.integers(3, 7))
        shots = int(rng.integers(1, 5))
        support, query = glyphs.episode(ways, shots, queries=4)
        loss, accuracy = net.train_episode(support, query, ways, shots, 4)
        record.append((float(loss), float(accuracy)))
        if episode % 6 == 0:
            losses, accuracies = zip(*record[-6:])
            print(f"{episode:3d} loss {np.mean(losses):.4f} accuracy {np.mean(accuracies):.4f}")


if __name__ == "__main__":
    main()
