# planted: TFR101 the commitment factor grows by an attribute update after every batch and is handed to the traced step
# style: generative model, VQ-VAE as a keras.Model subclass with its own step method, floor tile patterns
import numpy as np
import tensorflow as tf
import keras


def tiles(count, seed):
    rng = np.random.default_rng(seed)
    grid = np.stack(np.meshgrid(np.arange(6), np.arange(6)), -1)
    out = []
    for _ in range(count):
        kind, shift = rng.integers(4), rng.integers(2)
        i, j = grid[..., 0], grid[..., 1]
        pattern = [(i + shift) % 2, (j + shift) % 2, (i + j + shift) % 2, ((i // 2) + (j // 2) + shift) % 2][kind]
        out.append(pattern + rng.normal(0, 0.1, (6, 6)))
    return np.array(out, "float32").reshape(count, 36)


class TileVQ(keras.Model):
    def __init__(self, codes=16, slots=3, width=4, commit=0.05, growth=1.06):
        super().__init__()
        self.slots, self.width = slots, width
        self.encoder = keras.Sequential([
            keras.Input((36,)), keras.layers.Dense(32, activation="relu"), keras.layers.Dense(slots * width)])
        self.decoder = keras.Sequential([
            keras.Input((slots * width,)), keras.layers.Dense(32, activation="relu"), keras.layers.Dense(36)])
        start = np.random.default_rng(1).normal(0, 0.5, (codes, width)).astype("float32")
        self.codebook = tf.Variable(start, name="codebook")
        self.commit, self.growth = commit, growth
        self.adam = keras.optimizers.SGD(0.3)
        self.variables_to_train = (self.encoder.trainable_variables + self.decoder.trainable_variables)
        self.adam.build(self.variables_to_train)

    def nearest(self, z):
        flat = tf.reshape(z, [-1, self.width])
        distance = (tf.reduce_sum(flat ** 2, 1, keepdims=True) - 2 * flat @ tf.transpose(self.codebook)
                    + tf.reduce_sum(self.codebook ** 2, 1))
        return tf.argmin(distance, axis=1, output_type=tf.int32)

    def quantise(self, z):
        return tf.reshape(tf.gather(self.codebook, self.nearest(z)), tf.shape(z))

    @tf.function
    def step(self, x, commit):
        with tf.GradientTape(persistent=True) as tape:
            z = self.encoder(x, training=True)
            q = self.quantise(z)
            recon = tf.reduce_mean(tf.square(self.decoder(z + tf.stop_gradient(q - z)) - x))
            loss = recon + commit * tf.reduce_mean(tf.square(tf.stop_gradient(q) - z))
            book = tf.reduce_mean(tf.square(q - tf.stop_gradient(z)))
        self.adam.apply_gradients(zip(tape.gradient(loss, self.variables_to_train), self.variables_to_train))
        self.codebook.assign_sub(2.0 * tf.convert_to_tensor(tape.gradient(book, self.codebook)))
        return recon

    def learn(self, images, batches, batch=64):
        rng = np.random.default_rng(0)
        for _ in range(batches):
            recon = self.step(images[rng.integers(0, len(images), batch)], tf.constant(self.commit, tf.float32))
            self.commit = min(1.0, self.commit * self.growth)
            yield float(recon)


if __name__ == "__main__":
    keras.utils.set_random_seed(13)
    images = tiles(512, seed=13)
    vq = TileVQ()
    curve = list(vq.learn(images, batches=28))
    print("reconstruction %.3f -> %.3f" % (curve[0], np.mean(curve[-5:])))
    codes = vq.nearest(vq.encoder(images)).numpy()
    print("final commitment %.3f" % vq.commit)
    print("codes in use", len(np.unique(codes)) > 2)
