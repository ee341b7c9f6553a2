# planted: TFR101 the fade-in of a progressive GAN, a Python float, through two methods
# style: GAN class with a dictionary of settings
import numpy as np
import tensorflow as tf

CONFIG = {"latent": 4, "batch": 16, "fade_steps": 8, "steps": 12, "lr": 0.05}


class FadingGAN:
    def __init__(self, config):
        self.config = config
        rng = np.random.RandomState(1)

        def weight(*shape):
            return tf.Variable(rng.normal(0, 0.3, shape).astype(np.float32))

        self.g_low, self.g_high = weight(config["latent"], 8), weight(config["latent"], 8)
        self.d_low, self.d_high = weight(8, 1), weight(8, 1)

    def generate(self, z, alpha):
        low = tf.nn.tanh(z @ self.g_low)
        high = tf.nn.tanh(z @ self.g_high)
        return (1 - alpha) * low + alpha * high

    def discriminate(self, x, alpha):
        return (1 - alpha) * (x @ self.d_low) + alpha * (x @ self.d_high)

    @tf.function
    def train_step(self, real, z, alpha):
        g_vars, d_vars = [self.g_low, self.g_high], [self.d_low, self.d_high]
        with tf.GradientTape(persistent=True) as tape:
            fake = self.generate(z, alpha)
            real_score = self.discriminate(real, alpha)
            fake_score = self.discriminate(fake, alpha)
            d_loss = tf.reduce_mean(tf.nn.softplus(-real_score) + tf.nn.softplus(fake_score))
            g_loss = tf.reduce_mean(tf.nn.softplus(-fake_score))
        for loss, variables in ((d_loss, d_vars), (g_loss, g_vars)):
            for var, grad in zip(variables, tape.gradient(loss, variables)):
                var.assign_sub(self.config["lr"] * grad)
        return d_loss, g_loss

    def fit(self, data, rng):
        for step in range(self.config["steps"]):
            alpha = self.alpha_at(step)
            rows = rng.randint(0, len(data), self.config["batch"])
            z = rng.normal(size=(self.config["batch"], self.config["latent"]))
            d_loss, g_loss = self.train_step(data[rows], z.astype(np.float32), alpha)
            if step % 4 == 3:
                print(f"step {step} alpha {alpha:.2f} d {d_loss:.4f} g {g_loss:.4f}")

    def alpha_at(self, step):
        return min(1.0, step / self.config["fade_steps"])


rng = np.random.RandomState(5)
data = np.tanh(rng.normal(0.5, 1.0, size=(64, 8))).astype(np.float32)
gan = FadingGAN(CONFIG)
gan.fit(data, rng)
