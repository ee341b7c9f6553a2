# planted: TFR502 the callback's measurement defines its traced gradient anew at the end of every epoch
# style: Keras callback, subclassed model with a custom layer, materials data
"""How flat the minimum is that a fatigue-life model settles in, measured while it trains."""
import numpy as np
import tensorflow as tf
from tensorflow import keras


class StressAmplitude(keras.layers.Layer):
    """Learnable mean-stress correction between Goodman and Walker."""

    def build(self, input_shape):
        self.gamma = self.add_weight(shape=(), initializer=keras.initializers.Constant(0.5), name="gamma")

    def call(self, x):
        amplitude, mean = x[:, 0:1], x[:, 1:2]
        return amplitude + self.gamma * mean


class FatigueModel(keras.Model):
    def __init__(self):
        super().__init__()
        self.stress = StressAmplitude()
        self.hidden = keras.layers.Dense(12, activation="tanh")
        self.life = keras.layers.Dense(1)

    def call(self, x):
        return self.life(self.hidden(keras.ops.concatenate([self.stress(x), x[:, 2:]], axis=1)))


class FlatnessProbe(keras.callbacks.Callback):
    def __init__(self, x, y, radius):
        super().__init__()
        self.x, self.y = tf.constant(x), tf.constant(y[:, None])
        self.radius = radius
        self.rises = []

    def _loss(self):
        return float(tf.reduce_mean((self.model(self.x) - self.y) ** 2))

    def climb(self):
        """Rise of the loss one radius up the gradient; the weights are put back."""

        @tf.function
        def gradient():
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean((self.model(self.x) - self.y) ** 2)
            return loss, tape.gradient(loss, self.model.trainable_variables)

        loss, grads = gradient()
        norm = tf.linalg.global_norm(grads) + 1e-12
        saved = self.model.get_weights()
        for w, g in zip(self.model.trainable_variables, grads):
            w.assign_add(self.radius * g / norm)
        up = self._loss()
        self.model.set_weights(saved)
        return up - float(loss)

    def on_epoch_end(self, epoch, logs=None):
        self.rises.append(self.climb())


def specimens(n, seed):
    rng = np.random.default_rng(seed)
    x = rng.uniform(-1, 1, (n, 4)).astype("float32")
    load = x[:, 0] + 0.35 * x[:, 1]
    y = -1.4 * load + 0.3 * x[:, 2] ** 2 - 0.2 * x[:, 3] * load + rng.normal(0, 0.05, n)
    return x, y.astype("float32")


if __name__ == "__main__":
    keras.utils.set_random_seed(10)
    x, y = specimens(256, seed=10)
    model = FatigueModel()
    model.compile(keras.optimizers.SGD(0.05, momentum=0.5), loss="mse")
    probe = FlatnessProbe(x, y, radius=0.1)
    fit = model.fit(x, y, batch_size=64, epochs=14, shuffle=False, verbose=0, callbacks=[probe])
    losses = fit.history["loss"]
    print("epochs", len(losses))
    print("loss", round(losses[0], 2), "to", round(losses[-1], 2))
    print("rise", round(probe.rises[0], 2), "to", round(probe.rises[-1], 2))
    print("steepest epoch", int(np.argmax(probe.rises)))
    print("mean stress factor", round(float(model.stress.gamma.numpy()), 2))
