# planted: TFR105 the generator and critic objectives are lambdas written at the call of the traced step
# style: GAN with a GanRun class, Keras Sequential networks, synthetic 6x6 glyphs
import numpy as np
import tensorflow as tf
import keras


def glyph_bank(count, rng):
    images = np.zeros((count, 6, 6), "float32")
    for image in images:
        kind = rng.integers(3)
        pos = rng.integers(1, 5)
        if kind == 0:
            image[pos, :] = 1
        elif kind == 1:
            image[:, pos] = 1
        else:
            np.fill_diagonal(image, 1)
    return images.reshape(count, 36) * 2 - 1


def dense_net(sizes, last=None):
    net = keras.Sequential([keras.Input((sizes[0],))])
    for width in sizes[1:-1]:
        net.add(keras.layers.Dense(width, activation="leaky_relu"))
    net.add(keras.layers.Dense(sizes[-1], activation=last))
    return net


class GanRun:
    def __init__(self, noise=8, margin=1.0, seed=3):
        keras.utils.set_random_seed(seed)
        self.rng = np.random.default_rng(seed)
        self.noise = noise
        self.margin = margin
        self.generator = dense_net([noise, 32, 36], "tanh")
        self.critic = dense_net([36, 32, 1])
        self.g_opt = keras.optimizers.SGD(0.02)
        self.c_opt = keras.optimizers.SGD(0.02)
        self.g_opt.build(self.generator.trainable_variables)
        self.c_opt.build(self.critic.trainable_variables)

    def latent(self, count):
        return tf.constant(self.rng.normal(size=(count, self.noise)), tf.float32)

    @tf.function
    def critic_step(self, real, noise, objective):
        with tf.GradientTape() as tape:
            fake = self.generator(noise, training=False)
            loss = objective(self.critic(real, training=True), self.critic(fake, training=True))
        grads = tape.gradient(loss, self.critic.trainable_variables)
        self.c_opt.apply_gradients(zip(grads, self.critic.trainable_variables))
        return loss

    @tf.function
    def generator_step(self, noise, objective):
        with tf.GradientTape() as tape:
            scores = self.critic(self.generator(noise, training=True), training=False)
            loss = objective(scores)
        grads = tape.gradient(loss, self.generator.trainable_variables)
        self.g_opt.apply_gradients(zip(grads, self.generator.trainable_variables))
        return loss

    def train(self, images, steps, batch=32):
        log = []
        for _ in range(steps):
            pick = self.rng.integers(0, len(images), batch)
            c = self.critic_step(
                tf.constant(images[pick]), self.latent(batch),
                lambda r, f: tf.reduce_mean(tf.nn.relu(self.margin - r) + tf.nn.relu(self.margin + f)))
            g = self.generator_step(self.latent(batch), lambda f: -tf.reduce_mean(f))
            log.append((float(c), float(g)))
        return np.array(log)


if __name__ == "__main__":
    run = GanRun()
    bank = glyph_bank(256, np.random.default_rng(0))
    log = run.train(bank, steps=30)
    for start in range(0, 30, 15):
        c, g = log[start:start + 15].mean(0)
        print("steps %2d-%2d critic %.3f generator %.3f" % (start, start + 14, c, g))
    sample = run.generator(run.latent(64), training=False)
    print("ink %.3f" % float(tf.reduce_mean(sample)))
