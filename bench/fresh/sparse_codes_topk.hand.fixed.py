# sparse_codes_topk, cured.
import numpy as np
import tensorflow as tf


class KSparse(tf.keras.layers.Layer):
    def call(self, x, k):
        values, _ = tf.math.top_k(x, k)
        threshold = tf.reduce_min(values, axis=-1, keepdims=True)
        return tf.where(x >= threshold, x, tf.zeros_like(x))


class SparseAutoencoder(tf.keras.Model):
    def __init__(self, units, dim):
        super().__init__()
        init = tf.keras.initializers.GlorotUniform
        self.encoder = tf.keras.layers.Dense(units, kernel_initializer=init(1))
        self.sparse = KSparse()
        self.decoder = tf.keras.layers.Dense(dim, kernel_initializer=init(2))

    def call(self, x, k):
        return self.decoder(self.sparse(self.encoder(x), k=k))


model = SparseAutoencoder(16, 8)
optimizer = tf.keras.optimizers.SGD(0.1)
data = np.random.RandomState(0).normal(size=(40, 8)).astype(np.float32)
model(data, k=16)


@tf.function
def train_step(x, k):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x, k=k) - x) ** 2)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


def active_units(epoch, start=16, floor=4):
    return max(floor, start - 2 * epoch)


optimizer.build(model.trainable_variables)
for epoch in range(8):
    k = active_units(epoch)
    for _ in range(5):
        loss = train_step(data, tf.constant(k))
    print(f"epoch {epoch}: k={k} loss={float(loss):.4f}")
