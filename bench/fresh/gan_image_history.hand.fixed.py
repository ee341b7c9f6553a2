# planted: TFR201 the discriminator is shown a pool of old fakes that grows with every step until it is full
# style: GAN tinkerer's script with a buffer class, comments in a hurry
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(2)
rng = np.random.default_rng(2)

LATENT = 4
BATCH = 8
SIDE = 6


def real_images(n):
    # bright diagonal plus a little noise
    base = np.eye(SIDE, dtype=np.float32)
    shift = rng.integers(-1, 2, n)
    imgs = np.stack([np.roll(base, s, axis=1) for s in shift])
    return imgs.reshape(n, -1) + 0.05 * rng.normal(size=(n, SIDE * SIDE)).astype(np.float32)


class ImageHistory:
    """Keeps a few fakes of each step, so that D does not forget what G did before."""

    def __init__(self, capacity):
        self.capacity = capacity
        self.images = np.zeros([0, SIDE * SIDE], np.float32)

    def add(self, fakes):
        keep = fakes[:3]
        if len(self.images) + len(keep) <= self.capacity:
            self.images = np.concatenate([self.images, keep])
        else:
            slots = rng.choice(self.capacity - 3, len(keep), replace=False)
            self.images[slots] = keep
        return self.images


G = tf.keras.Sequential(
    [
        tf.keras.layers.Input([LATENT]),
        tf.keras.layers.Dense(24, activation="relu"),
        tf.keras.layers.Dense(SIDE * SIDE, activation="sigmoid"),
    ]
)
D = tf.keras.Sequential(
    [
        tf.keras.layers.Input([SIDE * SIDE]),
        tf.keras.layers.Dense(24, activation=tf.nn.leaky_relu),
        tf.keras.layers.Dense(1),
    ]
)
g_opt = tf.keras.optimizers.Adam(2e-3, beta_1=0.5)
d_opt = tf.keras.optimizers.Adam(2e-3, beta_1=0.5)
g_opt.build(G.trainable_variables)
d_opt.build(D.trainable_variables)


def bce(logits, target):
    return tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels=target * tf.ones_like(logits), logits=logits))


IMAGES = tf.TensorSpec([None, SIDE * SIDE], tf.float32)


@tf.function(input_signature=[IMAGES, IMAGES])
def d_step(real, fakes):
    with tf.GradientTape() as tape:
        loss = bce(D(real), 0.9) + bce(D(fakes), 0.0)
    d_opt.apply_gradients(zip(tape.gradient(loss, D.trainable_variables), D.trainable_variables))
    return loss


@tf.function
def g_step(z):
    with tf.GradientTape() as tape:
        loss = bce(D(G(z)), 1.0)
    g_opt.apply_gradients(zip(tape.gradient(loss, G.trainable_variables), G.trainable_variables))
    return loss


history = ImageHistory(capacity=60)
fixed_z = rng.normal(size=(4, LATENT)).astype(np.float32)
for step in range(1, 61):
    z = rng.normal(size=(BATCH, LATENT)).astype(np.float32)
    shown = history.add(G(z).numpy())
    d_loss = d_step(real_images(BATCH), shown)
    g_loss = g_step(rng.normal(size=(BATCH, LATENT)).astype(np.float32))
    if step % 15 == 0:
        print(f"step {step}: d {float(d_loss):.4f}  g {float(g_loss):.4f}  kept {len(shown)}")

images = G(fixed_z).numpy().reshape(-1, SIDE, SIDE)
print("diagonal", round(float(np.mean([np.diag(i).mean() for i in images])), 4))
print("everywhere", round(float(images.mean()), 4))
