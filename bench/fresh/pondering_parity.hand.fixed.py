# planted: TFR301 TFR101 the number of pondering steps is a Python int that every evaluation raises and the traced body unrolls
# style: subclassed Keras model with a recurrent core, evaluation loop over thinking time, training loop in a class
import numpy as np
import tensorflow as tf
import keras

BITS = 6


def parity_rows(count, seed):
    rng = np.random.default_rng(seed)
    bits = rng.integers(0, 2, (count, BITS))
    return (2.0 * bits - 1).astype("float32"), (bits.sum(1) % 2).astype("float32")


class Ponderer(keras.Model):
    def __init__(self, units):
        super().__init__()
        self.units = units
        self.inject = keras.layers.Dense(units)
        self.core = keras.layers.Dense(units, use_bias=False)
        self.answer = keras.layers.Dense(1)

    def start(self, x):
        return tf.zeros([tf.shape(x)[0], self.units])

    def think(self, x, state):
        return tf.tanh(self.inject(x) + self.core(state))

    def call(self, x):
        state = self.start(x)
        for _ in range(3):
            state = self.think(x, state)
        return self.answer(state)[:, 0]


class PonderStudy:
    def __init__(self, units, seed):
        keras.utils.set_random_seed(seed)
        self.model = Ponderer(units)
        self.model.compile(optimizer=keras.optimizers.Adam(0.01),
                           loss=keras.losses.BinaryCrossentropy(from_logits=True))

    def train(self, x, y, epochs):
        return self.model.fit(x, y, epochs=epochs, batch_size=32, verbose=0).history["loss"]

    @tf.function
    def ponder(self, x, y, steps):
        model = self.model
        state = model.start(x)
        change = tf.zeros([])
        for _ in tf.range(steps):
            new = model.think(x, state)
            change = tf.reduce_mean(tf.abs(new - state))
            state = new
        logits = model.answer(state)[:, 0]
        right = tf.reduce_mean(tf.cast((logits > 0) == (y > 0.5), tf.float32))
        return right, change

    def enough(self, x, y, tolerance, limit):
        """Ponder longer and longer until the state settles."""
        steps, path = 1, []
        while steps <= limit:
            right, change = self.ponder(x, y, tf.constant(steps))
            path.append((steps, float(right), float(change)))
            if path[-1][2] < tolerance:
                break
            steps += 1
        return path


def main():
    study = PonderStudy(units=24, seed=103)
    x, y = parity_rows(512, seed=103)
    losses = study.train(x, y, epochs=12)
    print("loss %.3f -> %.3f" % (losses[0], losses[-1]))
    x_new, y_new = parity_rows(128, seed=104)
    path = study.enough(tf.constant(x_new), tf.constant(y_new), tolerance=1e-5, limit=24)
    for steps, right, change in path[:5]:
        print("steps %d accuracy %.2f change %.2f" % (steps, right, change))
    print("tried up to", path[-1][0], "steps")


if __name__ == "__main__":
    main()
