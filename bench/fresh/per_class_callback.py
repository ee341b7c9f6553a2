# planted: TFR502 a Keras callback decorates its evaluation at the end of each epoch
# style: Keras fit with a custom callback
import numpy as np
import tensorflow as tf
from tensorflow import keras

CLASSES = 3


def make_blobs(n, seed):
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, CLASSES, size=n)
    centres = np.array([[0, 2], [2, -1], [-2, -1]])
    return (centres[labels] + rng.normal(size=(n, 2))).astype("float32"), labels


class PerClassAccuracy(keras.callbacks.Callback):
    def __init__(self, x, y):
        super().__init__()
        self.x = tf.constant(x)
        self.y = tf.constant(y)
        self.history = []

    def on_epoch_end(self, epoch, logs=None):
        @tf.function
        def accuracies(x, y):
            predicted = tf.argmax(self.model(x, training=False), axis=1)
            hits = tf.cast(predicted == y, tf.float32)
            totals = tf.math.unsorted_segment_sum(tf.ones_like(hits), y, CLASSES)
            return tf.math.unsorted_segment_sum(hits, y, CLASSES) / totals

        values = accuracies(self.x, self.y).numpy()
        self.history.append(values)
        print(f"epoch {epoch + 1}: loss {logs['loss']:.4f}, per class {values.round(3)}")


keras.utils.set_random_seed(1)
x_train, y_train = make_blobs(120, seed=1)
x_val, y_val = make_blobs(60, seed=2)
model = keras.Sequential(
    [
        keras.layers.Input((2,)),
        keras.layers.Dense(6, activation="tanh"),
        keras.layers.Dense(CLASSES),
    ]
)
model.compile(
    optimizer=keras.optimizers.Adam(0.02),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
)
callback = PerClassAccuracy(x_val, y_val)
model.fit(x_train, y_train, epochs=5, batch_size=20, shuffle=False, verbose=0, callbacks=[callback])
print("mean of the last epoch %.3f" % callback.history[-1].mean())
