# vae_kl_annealing, cured.
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(7)

EPOCHS = 5
LATENT = 3

rng = np.random.default_rng(7)
data = rng.random((48, 12)).astype("float32")

encoder = tf.keras.Sequential(
    [tf.keras.Input((12,)), tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(2 * LATENT)]
)
decoder = tf.keras.Sequential(
    [tf.keras.Input((LATENT,)), tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(12)]
)
optimizer = tf.keras.optimizers.Adam(1e-2)
variables = encoder.trainable_variables + decoder.trainable_variables
optimizer.build(variables)


@tf.function
def train_step(batch, beta):
    with tf.GradientTape() as tape:
        mean, logvar = tf.split(encoder(batch), 2, axis=1)
        reconstruction = decoder(mean)
        error = tf.reduce_mean(tf.reduce_sum((batch - reconstruction) ** 2, axis=1))
        kl = -0.5 * tf.reduce_mean(tf.reduce_sum(1 + logvar - mean**2 - tf.exp(logvar), axis=1))
        loss = error + beta * kl
    grads = tape.gradient(loss, variables)
    optimizer.apply_gradients(zip(grads, variables))
    return loss


for epoch in range(EPOCHS):
    beta = min(1.0, epoch / 4)
    total = 0.0
    for start in range(0, len(data), 16):
        total += float(train_step(tf.constant(data[start : start + 16]), tf.constant(beta)))
    print(f"epoch {epoch}: {total / 3:.4f}")
