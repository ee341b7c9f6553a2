# planted: TFR507 the contractive penalty calls tape.batch_jacobian eagerly for every batch
# style: generative/representation learning, autoencoder class with Keras layers, own loop without tf.function
import numpy as np
import tensorflow as tf
import keras


def gestures(count, seed):
    """Points of a pen stroke: an arc with varying opening, size and turn."""
    rng = np.random.default_rng(seed)
    t = np.linspace(0, 1, 6)
    opening = rng.uniform(1, 5, (count, 1))
    turn = rng.uniform(0, 2 * np.pi, (count, 1))
    size = rng.uniform(0.5, 1.0, (count, 1))
    points = np.stack([size * np.cos(turn + opening * t), size * np.sin(turn + opening * t)], -1)
    return (points + rng.normal(0, 0.03, points.shape)).reshape(count, 12).astype("float32")


class ContractiveAutoencoder:
    def __init__(self, size, code, penalty, seed):
        keras.utils.set_random_seed(seed)
        self.penalty = penalty
        self.encoder = keras.Sequential([
            keras.Input((size,)), keras.layers.Dense(16, activation="tanh"),
            keras.layers.Dense(code, activation="tanh")])
        self.decoder = keras.Sequential([
            keras.Input((code,)), keras.layers.Dense(16, activation="tanh"), keras.layers.Dense(size)])
        self.weights = self.encoder.trainable_variables + self.decoder.trainable_variables
        self.optimizer = keras.optimizers.Adam(0.01)
        self.optimizer.build(self.weights)

    def contraction(self, x):
        with tf.GradientTape() as inner:
            inner.watch(x)
            code = self.encoder(x)
        jacobian = inner.batch_jacobian(code, x)
        return code, tf.reduce_mean(tf.reduce_sum(tf.square(jacobian), axis=[1, 2]))

    @tf.function
    def train_batch(self, x):
        with tf.GradientTape() as tape:
            code, roughness = self.contraction(x)
            error = tf.reduce_mean(tf.reduce_sum(tf.square(self.decoder(code) - x), axis=1))
            loss = error + self.penalty * roughness
        self.optimizer.apply_gradients(zip(tape.gradient(loss, self.weights), self.weights))
        return error, roughness

    def fit(self, data, epochs, batch):
        curve = []
        for _ in range(epochs):
            parts = [self.train_batch(tf.constant(data[i:i + batch])) for i in range(0, len(data), batch)]
            curve.append(np.mean([[float(a), float(b)] for a, b in parts], axis=0))
        return curve


def main():
    data = gestures(192, seed=3)
    for penalty in (0.0, 0.05):
        model = ContractiveAutoencoder(12, 3, penalty, seed=3)
        curve = model.fit(data, epochs=2, batch=32)
        print("penalty %.2f error %.2f -> %.2f roughness %.2f" % (
            penalty, curve[0][0], curve[-1][0], curve[-1][1]))
    print("strokes", len(data))


if __name__ == "__main__":
    main()
