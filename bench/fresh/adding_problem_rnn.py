# planted: TFR302 TFR101 a hand-written recurrence over a constant length is unrolled and retraced for each clip value
# style: lesson with parameter dictionary and hyperparameter loop
"""The adding problem: how gradient clipping helps a plain recurrent network."""
import numpy as np
import tensorflow as tf

LENGTH = 64
HIDDEN = 12
STEPS = 12


def adding_batch(rng, n=48):
    values = rng.uniform(0, 1, (n, LENGTH))
    marks = np.zeros((n, LENGTH))
    first = rng.integers(0, LENGTH // 2, n)
    second = rng.integers(LENGTH // 2, LENGTH, n)
    rows = np.arange(n)
    marks[rows, first] = marks[rows, second] = 1.0
    target = values[rows, first] + values[rows, second]
    return np.stack([values, marks], -1).astype("float32"), target.astype("float32")


def initial_parameters(seed):
    rng = np.random.default_rng(seed)
    q, _ = np.linalg.qr(rng.standard_normal((HIDDEN, HIDDEN)))
    return {
        "wx": tf.Variable(0.3 * rng.standard_normal((2, HIDDEN)), dtype=tf.float32),
        "wh": tf.Variable(q, dtype=tf.float32),
        "b": tf.Variable(tf.zeros(HIDDEN)),
        "wo": tf.Variable(0.1 * rng.standard_normal((HIDDEN, 1)), dtype=tf.float32),
    }


def reset(params, start):
    for name, variable in params.items():
        variable.assign(start[name])


params = initial_parameters(6)


@tf.function
def train_step(x, y, clip):
    with tf.GradientTape() as tape:
        drive = x @ params["wx"] + params["b"]
        h = tf.zeros([tf.shape(x)[0], HIDDEN])
        for t in range(LENGTH):
            h = tf.tanh(drive[:, t] + h @ params["wh"])
        out = (h @ params["wo"])[:, 0]
        loss = tf.reduce_mean((out - y) ** 2)
    names = sorted(params)
    grads = tape.gradient(loss, [params[n] for n in names])
    grads, norm = tf.clip_by_global_norm(grads, clip)
    for name, g in zip(names, grads):
        params[name].assign_sub(0.1 * g)
    return loss, norm


def run(clip, start):
    reset(params, start)
    rng = np.random.default_rng(77)
    losses, norms = [], []
    for _ in range(STEPS):
        loss, norm = train_step(*adding_batch(rng), clip)
        losses.append(float(loss))
        norms.append(float(norm))
    return losses[-1], max(norms)


def main():
    start = {name: v.numpy() for name, v in params.items()}
    results = {}
    for exponent in range(10):
        clip = 0.05 * 1.8 ** exponent
        results[round(clip, 2)] = run(clip, start)
    for clip in list(results)[::3]:
        loss, norm = results[clip]
        print(f"clip {clip:.2f}: loss {loss:.3f}, largest norm {norm:.2f}")
    print("best clip", min(results, key=lambda c: results[c][0]))


main()
