import tensorflow as tf
import numpy as np


class CustomModel(tf.keras.Model):
    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            y_pred = self(x, training=True)
            loss = self.compiled_loss(y, y_pred, regularization_losses=self.losses)
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        self.compiled_metrics.update_state(y, y_pred)
        return {m.name: m.result() for m in self.metrics}

    def dream(self, n):
        out = []
        for _ in range(n):
            gen_img = self(tf.random.normal((1, 32)))
            out.append(float(gen_img[0, 0]))
        return out


inputs = tf.keras.Input(shape=(32,))
outputs = tf.keras.layers.Dense(1)(inputs)
model = CustomModel(inputs, outputs)
model.compile(optimizer="adam", loss="mse", metrics=["mae"])
model.fit(np.random.random((50, 32)), np.random.random((50, 1)), epochs=1, verbose=0)
print(model.dream(8))
