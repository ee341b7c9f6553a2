# planted: TFR502 adapt() decorates its own inner step, and is called once per task
# style: meta-learning in functions
import numpy as np
import tensorflow as tf

rng = np.random.RandomState(7)


def sample_task():
    slope, shift = rng.uniform(-2, 2), rng.uniform(-1, 1)
    x = rng.uniform(-1, 1, size=(10, 1)).astype(np.float32)
    return tf.constant(x), tf.constant((slope * x + shift).astype(np.float32))


def predict(params, x):
    hidden = tf.tanh(x @ params[0] + params[1])
    return hidden @ params[2] + params[3]


def adapt(meta_params, x, y, steps=5, inner_lr=0.05):
    params = [tf.identity(p) for p in meta_params]

    @tf.function
    def inner_step(current):
        with tf.GradientTape() as tape:
            tape.watch(current)
            loss = tf.reduce_mean((predict(current, x) - y) ** 2)
        grads = tape.gradient(loss, current)
        return [p - inner_lr * g for p, g in zip(current, grads)], loss

    first = None
    for _ in range(steps):
        params, loss = inner_step(params)
        if first is None:
            first = loss
    return params, first, loss


def main():
    meta = [
        tf.Variable(rng.normal(0, 0.5, size=(1, 8)).astype(np.float32)),
        tf.Variable(tf.zeros([8])),
        tf.Variable(rng.normal(0, 0.5, size=(8, 1)).astype(np.float32)),
        tf.Variable(tf.zeros([1])),
    ]
    for iteration in range(6):
        x, y = sample_task()
        adapted, before, after = adapt(meta, x, y)
        for var, new in zip(meta, adapted):
            var.assign_add(0.3 * (new - var))
        print(f"task {iteration}: {float(before):.4f} -> {float(after):.4f}")
    print("norm %.4f" % sum(float(tf.norm(v)) for v in meta))


if __name__ == "__main__":
    main()
