# margin_config, cured.
import numpy as np
import tensorflow as tf

DEFAULTS = {"margin": 0.2, "distance": "euclidean", "normalise": True}
projection = tf.Variable(np.random.RandomState(0).normal(0, 0.3, (6, 3)).astype(np.float32))


def embed(x, config):
    z = x @ projection
    return tf.math.l2_normalize(z, axis=-1) if config["normalise"] else z


def distance(a, b, config):
    if config["distance"] == "euclidean":
        return tf.reduce_sum((a - b) ** 2, -1)
    return 1 - tf.reduce_sum(a * b, -1)


@tf.function
def triplet_step(anchor, positive, negative, config):
    with tf.GradientTape() as tape:
        a, p, n = (embed(x, config) for x in (anchor, positive, negative))
        gap = distance(a, p, config) - distance(a, n, config)
        loss = tf.reduce_mean(tf.nn.relu(gap + config["margin"]))
    projection.assign_sub(0.1 * tape.gradient(loss, projection))
    return loss


def triplets(rng, size=32):
    labels = rng.randint(0, 2, size=size)
    centres = np.stack([np.linspace(-1, 1, 6), np.linspace(1, -1, 6)])

    def draw(label):
        return (centres[label] + rng.normal(0, 1.0, (size, 6))).astype(np.float32)

    return draw(labels), draw(labels), draw(1 - labels)


def train(epochs):
    rng = np.random.RandomState(5)
    config = dict(DEFAULTS)
    for epoch in range(epochs):
        config["margin"] = tf.constant(DEFAULTS["margin"] * (1 + 0.5 * epoch), tf.float32)
        losses = [float(triplet_step(*triplets(rng), config)) for _ in range(4)]
        print(f"epoch {epoch} margin {config['margin']:.2f} loss {np.mean(losses):.4f}")


train(7)
