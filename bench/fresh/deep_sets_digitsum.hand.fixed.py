"""Deep Sets: learn the sum of a multiset of digits, whatever its size."""
import numpy as np
import tensorflow as tf
from tensorflow import keras

MAX_SIZE = 24


def draw_sets(n, seed):
    rng = np.random.default_rng(seed)
    for _ in range(n):
        digits = rng.integers(0, 10, rng.integers(1, MAX_SIZE + 1))
        yield digits.astype("int32"), np.float32(digits.sum())


def pipeline(n, seed, batch=4):
    signature = (tf.TensorSpec([None], tf.int32), tf.TensorSpec([], tf.float32))
    data = tf.data.Dataset.from_generator(lambda: draw_sets(n, seed), output_signature=signature)
    return data.padded_batch(batch, padding_values=(-1, 0.0)).cache()


class SetSum(keras.layers.Layer):
    """Embeds the elements, masks the padding and adds up."""

    def __init__(self, width, **kwargs):
        super().__init__(**kwargs)
        self.embed = keras.layers.Embedding(11, width)
        self.phi = keras.layers.Dense(width, activation="relu")

    def call(self, ids):
        mask = tf.cast(ids >= 0, tf.float32)[..., None]
        return tf.reduce_sum(self.phi(self.embed(ids + 1)) * mask, axis=1)


class DeepSet(keras.Model):
    def __init__(self, width=24):
        super().__init__()
        self.pool = SetSum(width)
        self.rho = keras.layers.Dense(1)

    def call(self, ids):
        return self.rho(self.pool(ids))[:, 0]


class Experiment:
    def __init__(self, seed=0):
        keras.utils.set_random_seed(seed)
        self.model = DeepSet()
        self.optimizer = keras.optimizers.Adam(5e-3)
        self.mae = keras.metrics.MeanAbsoluteError()

    @tf.function(input_signature=[
        tf.TensorSpec([None, None], tf.int32),
        tf.TensorSpec([None], tf.float32),
    ])
    def train_step(self, ids, total):
        with tf.GradientTape() as tape:
            guess = self.model(ids)
            loss = tf.reduce_mean(keras.losses.huber(total, guess))
        variables = self.model.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        self.mae.update_state(total, guess)
        return loss

    def run(self, data, epochs):
        for epoch in range(epochs):
            self.mae.reset_state()
            for ids, total in data:
                self.train_step(ids, total)
            yield epoch, float(self.mae.result())


def main():
    experiment = Experiment()
    for epoch, mae in experiment.run(pipeline(200, seed=1), epochs=4):
        print(f"epoch {epoch}: mae {mae:.1f}")
    held_out = [abs(float(t) - float(g)) for ids, total in pipeline(40, seed=2)
                for t, g in zip(total, experiment.model(ids))]
    print("held-out mae", round(float(np.mean(held_out)), 1))


if __name__ == "__main__":
    main()
