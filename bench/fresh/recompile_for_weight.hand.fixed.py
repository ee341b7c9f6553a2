# recompile_for_weight, cured.
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(8)


class SparseAutoencoder(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.encoder = tf.keras.layers.Dense(6, activation="relu")
        self.decoder = tf.keras.layers.Dense(4)
        self.sparsity = tf.Variable(0.0, trainable=False)

    def call(self, x):
        return self.decoder(self.encoder(x))

    def train_step(self, x):
        with tf.GradientTape() as tape:
            code = self.encoder(x)
            error = tf.reduce_mean(tf.square(self.decoder(code) - x))
            loss = error + self.sparsity * tf.reduce_mean(tf.abs(code))
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        return {"error": error, "loss": loss}


class SparsitySchedule(tf.keras.callbacks.Callback):
    def __init__(self, slope):
        super().__init__()
        self.slope = slope

    def on_epoch_begin(self, epoch, logs=None):
        self.model.sparsity.assign(self.slope * epoch)


x = np.random.RandomState(0).rand(32, 4).astype("float32")
model = SparseAutoencoder()
model(x)
schedule = SparsitySchedule(0.05)
optimizer = tf.keras.optimizers.SGD(0.1)
model.compile(optimizer=optimizer)
for epoch in range(5):
    logs = model.fit(
        x, initial_epoch=epoch, epochs=epoch + 1, batch_size=32, verbose=0, callbacks=[schedule]
    ).history
    print("epoch", epoch, "error %.4f loss %.4f" % (logs["error"][0], logs["loss"][0]))
