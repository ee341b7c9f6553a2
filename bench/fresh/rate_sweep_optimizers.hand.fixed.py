# rate_sweep_optimizers, cured.
import numpy as np
import tensorflow as tf

weights = tf.Variable(tf.zeros([3]))
rng = np.random.default_rng(10)
features = tf.constant(rng.normal(size=(30, 3)).astype("float32"))
targets = tf.linalg.matvec(features, [0.5, -1.0, 2.0])


@tf.function
def train_step(optimizer, x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(tf.linalg.matvec(x, weights) - y))
    optimizer.apply_gradients([(tape.gradient(loss, weights), weights)])
    return loss


results = {}
optimizer = tf.keras.optimizers.SGD()
optimizer.build([weights])
for rate in [0.01, 0.03, 0.1, 0.3]:
    weights.assign([0.0, 0.0, 0.0])
    optimizer.learning_rate = rate
    for _ in range(5):
        loss = train_step(optimizer, features, targets)
    results[rate] = float(loss)
for rate, loss in results.items():
    print(f"{rate:g}: {loss:.4f}")
