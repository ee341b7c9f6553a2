# planted: TFR303 TFR101 the step decides in the body whether the generator is updated too
# style: GAN, script with globals
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(2)
N_CRITIC = 3
LATENT = 2

generator = tf.keras.Sequential([tf.keras.Input((LATENT,)), tf.keras.layers.Dense(1)])
critic = tf.keras.Sequential(
    [
        tf.keras.Input((1,)),
        tf.keras.layers.Dense(8, activation="leaky_relu"),
        tf.keras.layers.Dense(1),
    ]
)
g_opt = tf.keras.optimizers.SGD(0.05)
c_opt = tf.keras.optimizers.SGD(0.05)
g_opt.build(generator.trainable_variables)
c_opt.build(critic.trainable_variables)


@tf.function
def gan_step(real, noise, noise_g, iteration):
    with tf.GradientTape() as tape:
        fake = generator(noise)
        c_loss = tf.reduce_mean(critic(fake)) - tf.reduce_mean(critic(real))
    c_opt.apply_gradients(
        zip(tape.gradient(c_loss, critic.trainable_variables), critic.trainable_variables)
    )
    for w in critic.trainable_variables:
        w.assign(tf.clip_by_value(w, -0.5, 0.5))
    if iteration % N_CRITIC == N_CRITIC - 1:
        with tf.GradientTape() as tape:
            g_loss = -tf.reduce_mean(critic(generator(noise_g)))
        grads = tape.gradient(g_loss, generator.trainable_variables)
        g_opt.apply_gradients(zip(grads, generator.trainable_variables))
    return c_loss


rng = np.random.RandomState(0)
iteration = 0
while iteration < 12:
    real = (2 + 0.3 * rng.randn(16, 1)).astype(np.float32)
    z1, z2 = (rng.randn(16, LATENT).astype(np.float32) for _ in range(2))
    loss = gan_step(real, z1, z2, iteration)
    if iteration % 4 == 3:
        print("iteration", iteration, "critic loss %.4f" % float(loss))
    iteration += 1

print("generator bias", np.round(generator.layers[0].bias.numpy(), 4))
