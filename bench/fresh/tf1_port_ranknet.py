# planted: TFR101 TFR203 TFR204 relaxed shapes cannot help with the decaying sigma that is passed as a float
# style: port of a TF1 placeholder/session program to TF2
"""RankNet on synthetic query groups. Was: feed_dict={x: ..., y: ..., sigma: ...} in a session."""
import numpy as np
import tensorflow as tf

FLAGS = {
    "features": 8, "hidden": 10, "groups": 24, "epochs": 16, "rate": 0.05,
    "sigma_start": 2.0, "sigma_decay": 0.93, "l2": 1e-4, "seed": 42,
}


def scope_variable(name, shape, rng):
    value = rng.normal(0, 1 / np.sqrt(shape[0]), shape)
    return tf.Variable(value, dtype=tf.float32, name=name)


class Graph:
    """What used to live between tf.placeholder and tf.global_variables_initializer."""

    def __init__(self, flags):
        rng = np.random.default_rng(flags["seed"])
        self.w1 = scope_variable("w1", (flags["features"], flags["hidden"]), rng)
        self.w2 = scope_variable("w2", (flags["hidden"], 1), rng)
        self.l2 = flags["l2"]
        self.rate = flags["rate"]

    def score(self, x):
        return tf.squeeze(tf.tanh(x @ self.w1) @ self.w2, -1)

    @tf.function(experimental_relax_shapes=True)
    def train_op(self, x, y, sigma):
        with tf.GradientTape() as tape:
            s = self.score(x)
            gap = s[:, None] - s[None, :]
            better = tf.cast(y[:, None] > y[None, :], tf.float32)
            cost = tf.reduce_sum(better * tf.nn.softplus(-sigma * gap)) / (tf.reduce_sum(better) + 1e-6)
            cost += self.l2 * (tf.nn.l2_loss(self.w1) + tf.nn.l2_loss(self.w2))
        for v, g in zip((self.w1, self.w2), tape.gradient(cost, [self.w1, self.w2])):
            v.assign_sub(self.rate * g)
        return cost


def query_groups(flags):
    rng = np.random.default_rng(flags["seed"] + 1)
    truth = rng.normal(size=flags["features"])
    groups = []
    for _ in range(flags["groups"]):
        n = int(rng.choice([6, 9]))
        x = rng.normal(size=(n, flags["features"])).astype("float32")
        relevance = np.digitize(x @ truth + 0.3 * rng.normal(size=n), [-2.0, 0.0, 2.0])
        groups.append((x, relevance.astype("float32")))
    return groups


def ndcg(scores, relevance):
    order = np.argsort(-scores)
    discount = 1 / np.log2(np.arange(2, len(scores) + 2))
    gain = 2.0 ** relevance - 1
    best = (np.sort(gain)[::-1] * discount).sum()
    return (gain[order] * discount).sum() / best if best else 1.0


def main(flags):
    groups = query_groups(flags)
    graph = Graph(flags)
    sigma = flags["sigma_start"]
    for epoch in range(flags["epochs"]):
        costs = [float(graph.train_op(x, y, sigma)) for x, y in groups]
        sigma *= flags["sigma_decay"]
        if epoch % 5 == 0:
            print(f"epoch {epoch}: cost {np.mean(costs):.3f} sigma {sigma:.2f}")
    quality = np.mean([ndcg(graph.score(tf.constant(x)).numpy(), y) for x, y in groups])
    print("ndcg", round(float(quality), 2))


if __name__ == "__main__":
    main(FLAGS)
