"""GrowNet in miniature: gradient boosting of shallow nets with a corrective pass."""
import numpy as np
import tensorflow as tf

HIDDEN = 6
SHRINK = 0.5
STAGES = 12
CORRECTIVE_STEPS = 8


def make_data(n=300, seed=0):
    rng = np.random.default_rng(seed)
    x = rng.uniform(-1, 1, (n, 2))
    y = np.sin(3 * x[:, 0]) * np.cos(2 * x[:, 1]) + 0.3 * x[:, 0]
    return x.astype("float32"), y.astype("float32")


def weak_learner(x, params):
    w, b, v = params
    return tf.linalg.matvec(tf.tanh(x @ w + b), v)


def ensemble(x, learners):
    total = tf.zeros(tf.shape(x)[0])
    for params in learners:
        total += SHRINK * weak_learner(x, params)
    return total


def stacked_ensemble(x, w, b, v):
    hidden = tf.tanh(tf.einsum("nd,kdh->knh", x, w) + b[:, None, :])
    return SHRINK * tf.einsum("knh,kh->n", hidden, v)


@tf.function(reduce_retracing=True)
def corrective_step(w, b, v, x, y, rate):
    params = (w, b, v)
    with tf.GradientTape() as tape:
        tape.watch(params)
        loss = tf.reduce_mean((stacked_ensemble(x, *params) - y) ** 2)
    grads = tape.gradient(loss, params)
    return tuple(p - rate * g for p, g in zip(params, grads)), loss


def fit_weak(x, residual, rng):
    """A random feature layer with least-squares output weights."""
    w = rng.normal(0, 1.5, (2, HIDDEN)).astype("float32")
    b = rng.normal(0, 0.5, HIDDEN).astype("float32")
    features = np.tanh(x @ w + b)
    gram = features.T @ features + 1e-1 * np.eye(HIDDEN)
    v = np.linalg.solve(gram, features.T @ residual).astype("float32")
    return tf.constant(w), tf.constant(b), tf.constant(v)


def main():
    x, y = make_data()
    rng = np.random.default_rng(1)
    rate = tf.constant(0.05)
    learners = []
    for stage in range(STAGES):
        prediction = ensemble(tf.constant(x), learners).numpy()
        learners.append(fit_weak(x, y - prediction, rng))
        stacked = tuple(tf.stack(parts) for parts in zip(*learners))
        for _ in range(CORRECTIVE_STEPS):
            stacked, loss = corrective_step(*stacked, x, y, rate)
        learners = list(zip(*(tf.unstack(parts) for parts in stacked)))
        if stage % 4 == 3:
            print(f"stage {stage + 1}: mse {float(loss):.4f}")
    x_test, y_test = make_data(200, seed=9)
    error = np.mean((ensemble(tf.constant(x_test), learners).numpy() - y_test) ** 2)
    print("learners", len(learners), "test mse", round(float(error), 3))


if __name__ == "__main__":
    main()
