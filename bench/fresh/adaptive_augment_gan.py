# planted: TFR101 the probability of augmentation is steered by the discriminator and kept as a Python float
# style: GAN trainer in one class, adaptive augmentation as in the paper, short log lines
import numpy as np
import tensorflow as tf


def mlp(sizes, seed):
    rng = np.random.default_rng(seed)
    params = []
    for a, b in zip(sizes[:-1], sizes[1:]):
        params.append(tf.Variable(rng.normal(0, a**-0.5, (a, b)), dtype=tf.float32))
        params.append(tf.Variable(tf.zeros([b])))
    return params


def apply(params, x):
    for i in range(0, len(params) - 2, 2):
        x = tf.nn.leaky_relu(x @ params[i] + params[i + 1], 0.2)
    return x @ params[-2] + params[-1]


class AdaGan:
    LATENT, DATA, BATCH = 3, 4, 24

    def __init__(self, seed=0, target=0.6, speed=0.02):
        self.g = mlp([self.LATENT, 16, self.DATA], seed)
        self.d = mlp([self.DATA, 16, 1], seed + 1)
        self.target = target
        self.speed = speed
        self.p = 0.0

    def augment(self, x, p, key):
        """with probability p: flip the sign of a sample, then shift it"""
        u = tf.random.stateless_uniform([self.BATCH, 2], seed=key)
        x = tf.where(u[:, :1] < p, -x, x)
        shift = tf.random.stateless_normal([self.BATCH, 1], seed=key + 1)
        return tf.where(u[:, 1:] < p, x + 0.3 * shift, x)

    @tf.function
    def d_step(self, real, z, p, key):
        with tf.GradientTape() as tape:
            real_logits = apply(self.d, self.augment(real, p, key))
            fake_logits = apply(self.d, self.augment(apply(self.g, z), p, key + 7))
            loss = tf.reduce_mean(tf.nn.softplus(fake_logits)) + tf.reduce_mean(tf.nn.softplus(-real_logits))
        self.descend(tape.gradient(loss, self.d), self.d)
        # the heuristic r_t of the paper
        return loss, tf.reduce_mean(tf.sign(real_logits))

    @tf.function
    def g_step(self, z, p, key):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.nn.softplus(-apply(self.d, self.augment(apply(self.g, z), p, key))))
        self.descend(tape.gradient(loss, self.g), self.g)
        return loss

    @staticmethod
    def descend(grads, params):
        for p, g in zip(params, grads):
            p.assign_sub(0.05 * g)

    def train(self, data, steps, rng):
        signs = []
        for it in range(steps):
            real = data[rng.integers(0, len(data), self.BATCH)]
            key = tf.constant([it, 100], tf.int32)
            z = tf.random.stateless_normal([self.BATCH, self.LATENT], seed=[it, 5])
            d_loss, sign = self.d_step(tf.constant(real), z, self.p, key)
            g_loss = self.g_step(z, self.p, key)
            signs.append(float(sign))
            if len(signs) == 2:
                direction = 1.0 if np.mean(signs) > self.target - 0.35 else -1.0
                self.p = min(0.8, max(0.0, self.p + direction * self.speed))
                signs = []
        return float(d_loss), float(g_loss)


if __name__ == "__main__":
    rng = np.random.default_rng(7)
    data = (rng.normal(size=(120, 4)) * [1.0, 0.3, 0.5, 0.1] + [1, 0, -1, 2]).astype("float32")
    gan = AdaGan()
    for kimg in range(3):
        d_loss, g_loss = gan.train(data, 24, rng)
        print("tick %d  loss/D %.3f  loss/G %.3f  p %.2f" % (kimg, d_loss, g_loss, gan.p))
