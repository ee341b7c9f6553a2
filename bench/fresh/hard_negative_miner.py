# planted: TFR201 only the triples that are still hard go to the step, and their number differs each time
# style: a metric-learning team, small functions, state in the module
"""Learn an embedding of shoes from triples: anchor, same shoe, other shoe."""

import logging

import numpy as np
import tensorflow as tf

logging.basicConfig(level=logging.WARNING)
log = logging.getLogger("shoes")

rng = np.random.default_rng(202)
MODELS, PHOTOS, PIXELS, WIDTH = 12, 6, 15, 5

weights = {
    "in": tf.Variable(rng.normal(0, 0.25, (PIXELS, 20)).astype(np.float32)),
    "out": tf.Variable(rng.normal(0, 0.25, (20, WIDTH)).astype(np.float32)),
}


def photographs():
    shoe = rng.normal(size=(MODELS, 1, PIXELS))
    light = 1.1 * rng.normal(size=(MODELS, PHOTOS, PIXELS))
    return (shoe + light).astype(np.float32)


def embed(x):
    hidden = tf.nn.leaky_relu(x @ weights["in"])
    return tf.math.l2_normalize(hidden @ weights["out"], axis=1)


def triplet_losses(anchor, same, other, margin=0.3):
    near = tf.reduce_sum((embed(anchor) - embed(same)) ** 2, axis=1)
    far = tf.reduce_sum((embed(anchor) - embed(other)) ** 2, axis=1)
    return tf.nn.relu(near - far + margin)


@tf.function
def improve(anchor, same, other, rate):
    variables = list(weights.values())
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(triplet_losses(anchor, same, other))
    for variable, gradient in zip(variables, tape.gradient(loss, variables)):
        variable.assign_sub(rate * gradient)
    return loss


def draw_triples(photos, count):
    shoe = rng.integers(MODELS, size=count)
    other = (shoe + rng.integers(1, MODELS, size=count)) % MODELS
    first, second, third = rng.integers(PHOTOS, size=(3, count))
    return photos[shoe, first], photos[shoe, second], photos[other, third]


def mine(triples):
    """Keep the triples whose loss is not zero."""
    keep = triplet_losses(*triples).numpy() > 0
    log.info("kept %d of %d", keep.sum(), len(keep))
    return [part[keep] for part in triples], int(keep.sum())


def main():
    photos = photographs()
    kept = []
    for step in range(1, 19):
        (anchor, same, other), count = mine(draw_triples(photos, 64))
        kept.append(count)
        if count == 0:
            continue
        loss = improve(anchor, same, other, 0.2)
        if step % 3 == 0:
            print(f"step {step:2d}  hard {count:2d}  loss {float(loss):.4f}")
    print("hard triples at first and at last", kept[0], kept[-1])
    check = draw_triples(photos, 200)
    print("check", round(float(tf.reduce_mean(triplet_losses(*check))), 4))


if __name__ == "__main__":
    main()
