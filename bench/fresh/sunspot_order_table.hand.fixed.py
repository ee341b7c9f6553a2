"""Which lags predict the next year's sunspot number? Forward selection by one-step error."""
# %%
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(5)
years = np.arange(240)
spots = 80 + 60 * np.sin(2 * np.pi * years / 11.0) + 15 * np.sin(2 * np.pi * years / 87.0)
spots = (spots + rng.normal(0, 9, size=years.size)).clip(0).astype("float32")
spots = (spots - spots.mean()) / spots.std()
series = tf.constant(spots)
MAX_LAG = 14
n_targets = len(spots) - MAX_LAG


# %%
@tf.function(input_signature=[
    tf.TensorSpec([len(spots)], tf.float32),
    tf.TensorSpec([None], tf.int32),
    tf.TensorSpec([], tf.float32),
])
def one_step_error(series, lags, ridge):
    target = series[MAX_LAG:]
    positions = tf.range(MAX_LAG, len(spots))
    lagged = tf.gather(series, positions[:, None] - lags[None, :])
    design = tf.concat([tf.ones_like(target)[:, None], lagged], axis=1)
    train, test = design[:170], design[170:]
    gram = tf.matmul(train, train, transpose_a=True)
    gram += ridge * tf.eye(tf.shape(design)[1])
    weights = tf.linalg.solve(gram, tf.matmul(train, target[:170, None], transpose_a=True))
    residual = target[170:, None] - test @ weights
    return tf.sqrt(tf.reduce_mean(residual**2))


# %%
chosen = []
history = []
ridge = tf.constant(0.05)
while len(chosen) < 4:
    scores = {}
    for lag in range(1, MAX_LAG + 1):
        if lag in chosen:
            continue
        scores[lag] = float(one_step_error(series, chosen + [lag], ridge))
    best = min(scores, key=scores.get)
    if history and scores[best] > history[-1] * 0.995:
        break
    chosen.append(best)
    history.append(scores[best])

# %%
print("chosen lags:", chosen)
print("errors:", [round(h, 3) for h in history])
naive = float(np.sqrt(np.mean((spots[MAX_LAG + 170 :] - spots[MAX_LAG + 169 : -1]) ** 2)))
print("persistence:", round(naive, 3))
print("skill:", round(1 - history[-1] / naive, 2))
