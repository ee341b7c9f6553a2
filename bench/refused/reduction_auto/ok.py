import tensorflow as tf

loss_obj = tf.keras.losses.BinaryCrossentropy(from_logits=True)
disc = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(8, 'relu'), tf.keras.layers.Dense(1)])
opt = tf.keras.optimizers.SGD(0.1)


@tf.function
def disc_step(real, n):
    fake = tf.random.normal(tf.shape(real))
    with tf.GradientTape() as tape:
        a, b = disc(real), disc(fake)
        loss = loss_obj(tf.ones_like(a), a) + loss_obj(tf.zeros_like(b), b)
    opt.apply_gradients(zip(tape.gradient(loss, disc.trainable_variables), disc.trainable_variables))
    return loss


dataset = tf.data.Dataset.from_tensor_slices(tf.random.normal((30, 4)) + 2.).batch(5)
step = 0
for real in dataset:
    d = disc_step(real, step)
    step += 1
    print(step, d.numpy())
