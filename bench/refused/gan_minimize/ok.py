import argparse
import tensorflow as tf
from tensorflow.keras import layers


def make_mlp(n_in, n_out, act=None):
    inp = layers.Input((n_in,))
    h = layers.Dense(16, activation='relu')(inp)
    return tf.keras.Model(inp, layers.Dense(n_out, activation=act)(h))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--steps', type=int, default=6)
    parser.add_argument('--lr', type=float, default=1e-3)
    parser.add_argument('--batch', type=int, default=16)
    args = parser.parse_args()

    data = tf.random.normal((128, 6)) * .5 + 1.
    generator = make_mlp(4, 6)
    discriminator = make_mlp(6, 1)
    bce = tf.keras.losses.BinaryCrossentropy(from_logits=True)
    g_opt = tf.keras.optimizers.Adam(args.lr)
    d_opt = tf.keras.optimizers.Adam(args.lr)

    def pretrain_loss():
        # regression of the generator to the data mean
        return tf.reduce_mean(tf.square(generator(tf.zeros((1, 4))) - tf.reduce_mean(data, 0)))

    with tf.GradientTape() as tape:
        loss = pretrain_loss()
    g_opt.apply_gradients(zip(tape.gradient(loss, generator.trainable_variables), generator.trainable_variables))

    for step in range(args.steps):
        with tf.GradientTape(persistent=True) as tape:
            fake = generator(tf.random.normal((args.batch, 4)))
            real_logit = discriminator(data[:args.batch])
            fake_logit = discriminator(fake)
            d_loss = bce(tf.ones_like(real_logit), real_logit) + bce(tf.zeros_like(fake_logit), fake_logit)
            g_loss = bce(tf.ones_like(fake_logit), fake_logit)
        d_opt.apply_gradients(zip(tape.gradient(d_loss, discriminator.trainable_variables), discriminator.trainable_variables))
        g_opt.apply_gradients(zip(tape.gradient(g_loss, generator.trainable_variables), generator.trainable_variables))
        print(step, float(d_loss), float(g_loss))


if __name__ == '__main__':
    main()
