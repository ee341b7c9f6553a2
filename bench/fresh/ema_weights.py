# planted: TFR101 the decay of a moving average, a keyword argument computed from the step
# style: Keras model with a helper class
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers


class Averager:
    """Keeps an exponential moving average of a model's weights."""

    def __init__(self, model, limit=0.99):
        self.variables = model.trainable_variables
        self.shadows = [tf.Variable(v, trainable=False) for v in self.variables]
        self.limit = limit
        self.num_updates = 0

    def decay(self):
        return min(self.limit, (1 + self.num_updates) / (10 + self.num_updates))

    def update(self):
        self.num_updates += 1
        self._apply(decay=self.decay())

    @tf.function
    def _apply(self, *, decay):
        for shadow, variable in zip(self.shadows, self.variables):
            shadow.assign(decay * shadow + (1.0 - decay) * variable)


def main():
    tf.keras.utils.set_random_seed(0)
    model = tf.keras.Sequential([layers.Input((3,)), layers.Dense(4, activation="relu"), layers.Dense(1)])
    model.compile(optimizer=tf.keras.optimizers.SGD(0.05), loss="mse")
    averager = Averager(model)
    rng = np.random.default_rng(0)
    x = rng.normal(size=(64, 3)).astype("float32")
    y = x.sum(axis=1, keepdims=True)
    for start in range(0, 64, 8):
        model.train_on_batch(x[start : start + 8], y[start : start + 8])
        averager.update()
    print(averager.num_updates)
    for shadow in averager.shadows:
        print(np.round(np.abs(shadow.numpy()).sum(), 4))


main()
