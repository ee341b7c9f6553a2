import tensorflow as tf
pass
import time

gen = tf.keras.Sequential([tf.keras.layers.Dense(8, input_shape=(3,)), tf.keras.layers.LeakyReLU(), tf.keras.layers.Dense(4)])
opt = tf.keras.optimizers.Adam(1e-4)


@tf.function
def gen_step(noise, epoch):
    with tf.GradientTape() as t:
        loss = tf.reduce_mean(tf.square(gen(noise, training=True)))
    gr = t.gradient(loss, gen.trainable_variables)
    opt.apply_gradients(zip(gr, gen.trainable_variables))
    return loss


for epoch in range(4):
    start = time.time()
    g = gen_step(tf.random.normal([5, 3]), epoch)
    print('Time for epoch {} is {} sec, loss {}'.format(epoch + 1, time.time() - start, g))
