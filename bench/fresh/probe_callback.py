# planted: TFR601 a callback asks predict for one probe after another at the end of each epoch
# style: Keras fit with a callback
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(4)


class ProbeCallback(tf.keras.callbacks.Callback):
    def __init__(self, probes):
        super().__init__()
        self.probes = probes
        self.records = []

    def on_epoch_end(self, epoch, logs=None):
        row = []
        for probe in self.probes:
            value = self.model.predict(probe[np.newaxis], verbose=0)
            row.append(float(value[0, 0]))
        self.records.append((epoch, row))


def build():
    model = tf.keras.Sequential(
        [
            tf.keras.Input((2,)),
            tf.keras.layers.Dense(8, activation="tanh"),
            tf.keras.layers.Dense(1),
        ]
    )
    model.compile(optimizer=tf.keras.optimizers.SGD(0.05), loss="mse")
    return model


def main():
    rng = np.random.RandomState(0)
    x = rng.uniform(-1, 1, (64, 2)).astype(np.float32)
    y = (x[:, :1] * x[:, 1:]).astype(np.float32)
    probes = np.array([[0.5, 0.5], [-0.5, 0.5], [0.0, 1.0], [1.0, 1.0]], np.float32)
    callback = ProbeCallback(probes)
    build().fit(x, y, epochs=4, batch_size=16, shuffle=False, verbose=0, callbacks=[callback])
    for epoch, row in callback.records:
        print("epoch", epoch, " ".join("%.4f" % value for value in row))


main()
