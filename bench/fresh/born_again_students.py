# planted: TFR502 every generation calls a maker that decorates its step inside
# style: distillation study, functional style, numpy for bookkeeping
"""Born-again networks: each generation learns from the labels and from its parent."""

import numpy as np
import tensorflow as tf

GENERATIONS = 6
SIZES = (8, 20, 4)


def spirals(rng, count=160):
    labels = rng.integers(SIZES[-1], size=count)
    radius = rng.uniform(0.3, 1.5, size=count)
    angle = 2 * np.pi * labels / SIZES[-1] + 2.0 * radius + 0.15 * rng.normal(size=count)
    plane = np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1)
    x = np.concatenate([np.cos(k * plane) for k in (1, 2)] + [plane, plane**2], axis=1)
    return tf.constant(x, tf.float32), tf.constant(labels, tf.int32)


def fresh_weights(rng):
    return [
        rng.normal(0, 1 / np.sqrt(rows), (rows, columns)).astype(np.float32)
        for rows, columns in zip(SIZES, SIZES[1:])
    ]


def forward(weights, x):
    first, second = weights
    return tf.nn.relu(x @ first) @ second


def train_generation(weights, parent_logits, x, labels, mix, steps=15):
    """Train one student; a mix of 0 means that it has no parent."""

    @tf.function
    def distill(weights, x, labels, parent_logits):
        with tf.GradientTape() as tape:
            tape.watch(weights)
            logits = forward(weights, x)
            hard = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
            soft = tf.nn.softmax_cross_entropy_with_logits(
                labels=tf.nn.softmax(parent_logits / 2.0), logits=logits / 2.0
            )
            loss = tf.reduce_mean((1.0 - mix) * hard + mix * 4.0 * soft)
        grads = tape.gradient(loss, weights)
        return [w - 0.3 * g for w, g in zip(weights, grads)], loss

    weights = [tf.constant(w) for w in weights]
    for _ in range(steps):
        weights, loss = distill(weights, x, labels, parent_logits)
    return weights, float(loss)


def accuracy(logits, labels):
    return float(np.mean(np.argmax(logits, axis=1) == labels.numpy()))


def main():
    rng = np.random.default_rng(28)
    x, labels = spirals(rng)
    test_x, test_labels = spirals(rng)
    logits = tf.zeros([x.shape[0], SIZES[-1]])
    votes = np.zeros((len(test_labels), SIZES[-1]))
    for generation in range(GENERATIONS):
        mix = 0.0 if generation == 0 else 0.5
        weights, loss = train_generation(fresh_weights(rng), logits, x, labels, mix)
        logits = forward(weights, x)
        tested = forward(weights, test_x)
        votes += tf.nn.softmax(tested).numpy()
        print(f"generation {generation}: loss {loss:.4f}, test {accuracy(tested, test_labels):.4f}")
    print(f"all together: {accuracy(votes, test_labels):.4f}")


if __name__ == "__main__":
    main()
