# planted: TFR101 TFR201 the weight of the gradient penalty decays with the round, and the last batch is smaller
# style: a graduate student, functions with everything handed in, argparse replaced by a namespace
from types import SimpleNamespace

import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

args = SimpleNamespace(rounds=6, batch_size=20, n_critic=2, latent=3, lr=5e-3, gp_start=10.0, gp_decay=0.7)


def make_data(rng, n=72):
    angle = rng.uniform(0, 2 * np.pi, n)
    ring = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    return (ring + 0.05 * rng.normal(size=ring.shape)).astype("float32")


def make_generator(latent):
    return tf.keras.Sequential([layers.Input((latent,)), layers.Dense(24, activation="relu"), layers.Dense(2)])


def make_critic():
    return tf.keras.Sequential(
        [layers.Input((2,)), layers.Dense(24, activation="softplus"), layers.Dense(1)]
    )


tf.keras.utils.set_random_seed(21)
generator = make_generator(args.latent)
critic = make_critic()
g_opt = tf.keras.optimizers.Adam(args.lr, beta_1=0.5)
c_opt = tf.keras.optimizers.Adam(args.lr, beta_1=0.5)


def gradient_penalty(real, fake, mix):
    between = mix * real + (1.0 - mix) * fake
    with tf.GradientTape() as tape:
        tape.watch(between)
        score = critic(between, training=True)
    slope = tape.gradient(score, between)
    norm = tf.sqrt(tf.reduce_sum(slope**2, axis=1) + 1e-12)
    return tf.reduce_mean((norm - 1.0) ** 2)


@tf.function
def critic_step(real, noise, mix, gp_weight):
    with tf.GradientTape() as tape:
        fake = generator(noise, training=True)
        gap = tf.reduce_mean(critic(fake, training=True)) - tf.reduce_mean(critic(real, training=True))
        penalty = gradient_penalty(real, fake, mix)
        loss = gap + gp_weight * penalty
    grads = tape.gradient(loss, critic.trainable_variables)
    c_opt.apply_gradients(zip(grads, critic.trainable_variables))
    return gap, penalty


@tf.function
def generator_step(noise):
    with tf.GradientTape() as tape:
        loss = -tf.reduce_mean(critic(generator(noise, training=True), training=True))
    grads = tape.gradient(loss, generator.trainable_variables)
    g_opt.apply_gradients(zip(grads, generator.trainable_variables))
    return loss


def run_round(real, rng, gp_weight):
    order = rng.permutation(len(real))
    gaps, penalties = [], []
    for begin in range(0, len(real), args.batch_size):
        batch = real[order[begin : begin + args.batch_size]]
        for _ in range(args.n_critic):
            noise = rng.normal(size=(len(batch), args.latent)).astype("float32")
            mix = rng.uniform(size=(len(batch), 1)).astype("float32")
            gap, penalty = critic_step(batch, noise, mix, gp_weight)
            gaps.append(gap.numpy())
            penalties.append(penalty.numpy())
        noise = rng.normal(size=(len(batch), args.latent)).astype("float32")
        generator_step(noise)
    return np.mean(gaps), np.mean(penalties)


rng = np.random.default_rng(21)
real = make_data(rng)
gp = args.gp_start
for number in range(1, args.rounds + 1):
    gap, penalty = run_round(real, rng, gp)
    print(f"round {number}: gp weight {gp:.3f}, critic gap {gap:.3f}, penalty {penalty:.3f}")
    gp *= args.gp_decay
sample = generator(rng.normal(size=(50, args.latent)).astype("float32")).numpy()
print("mean radius of samples", round(float(np.linalg.norm(sample, axis=1).mean()), 3))
