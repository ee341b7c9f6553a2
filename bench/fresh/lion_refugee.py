# planted: TFR502 value_and_grad, written after JAX, wraps the loss in a new tf.function at every call
# style: JAX refugee, pytrees of parameters, pure functions, tree_map
import functools

import numpy as np
import tensorflow as tf

tree_map = tf.nest.map_structure


def value_and_grad(fun):
    """like jax.value_and_grad, differentiates with respect to the first argument"""

    @tf.function
    def wrapped(params, *rest):
        flat = tf.nest.flatten(params)
        with tf.GradientTape() as tape:
            tape.watch(flat)
            value = fun(params, *rest)
        grads = tape.gradient(value, flat)
        return value, tf.nest.pack_sequence_as(params, grads)

    return wrapped


def init_params(rng, sizes):
    return [
        {"w": tf.constant(rng.normal(0, n_in ** -0.5, (n_in, n_out)), tf.float32), "b": tf.zeros([n_out])}
        for n_in, n_out in zip(sizes, sizes[1:])
    ]


def forward(params, x):
    *hidden, last = params
    for layer in hidden:
        x = tf.nn.swish(x @ layer["w"] + layer["b"])
    return x @ last["w"] + last["b"]


def loss_fn(params, x, y):
    return tf.reduce_mean(tf.square(forward(params, x) - y))


def lion(params, grads, momentum, lr=0.02, b1=0.9, b2=0.98):
    direction = tree_map(lambda m, g: tf.sign(b1 * m + (1 - b1) * g), momentum, grads)
    params = tree_map(lambda p, d: p - lr * d, params, direction)
    momentum = tree_map(lambda m, g: b2 * m + (1 - b2) * g, momentum, grads)
    return params, momentum


def train_step(state, batch):
    params, momentum = state
    loss, grads = value_and_grad(loss_fn)(params, *batch)
    return lion(params, grads, momentum), float(loss)


def batches(rng, n):
    for _ in range(n):
        x = rng.uniform(-1, 1, (32, 2)).astype("float32")
        yield x, np.sin(3 * x[:, :1]) * x[:, 1:]


def main(seed=0, steps=80):
    rng = np.random.default_rng(seed)
    params = init_params(rng, [2, 16, 16, 1])
    state = params, tree_map(tf.zeros_like, params)
    losses = []
    for batch in batches(rng, steps):
        state, loss = train_step(state, batch)
        losses.append(loss)
    mean = functools.partial(np.mean, dtype="float64")
    print("first ten %.3f" % mean(losses[:10]))
    print("last ten  %.3f" % mean(losses[-10:]))


if __name__ == "__main__":
    main()
