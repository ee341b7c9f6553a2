# planted: TFR303 TFR101 a Python epoch that switches a term of the loss on
# style: Keras subclass with its own loop
import numpy as np
import tensorflow as tf

EPOCHS = 6
SPARSE_AFTER = 3


class AutoEncoder(tf.keras.Model):
    def __init__(self, code_size=3, **kwargs):
        super().__init__(**kwargs)
        self.encoder = tf.keras.layers.Dense(code_size, activation="relu")
        self.decoder = tf.keras.layers.Dense(8)

    def call(self, inputs):
        code = self.encoder(inputs)
        return self.decoder(code), code


tf.keras.utils.set_random_seed(99)
model = AutoEncoder()
model(tf.zeros([1, 8]))
optimizer = tf.keras.optimizers.Adam(0.01)
optimizer.build(model.trainable_variables)


@tf.function
def step(x, epoch):
    with tf.GradientTape() as tape:
        decoded, code = model(x, training=True)
        loss = tf.reduce_mean(tf.square(decoded - x))
        if epoch >= SPARSE_AFTER:
            loss += 0.01 * tf.reduce_mean(tf.abs(code))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


data = np.random.default_rng(99).random((32, 8)).astype("float32")
for epoch in range(EPOCHS):
    for i in range(0, 32, 16):
        loss = step(tf.constant(data[i : i + 16]), epoch)
    print(f"Epoch {epoch + 1}/{EPOCHS} loss {loss.numpy():.5f}")
