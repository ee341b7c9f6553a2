import tensorflow as tf


def fit_critic(net, x, y, lr):
    opt = tf.keras.mixed_precision.LossScaleOptimizer(tf.keras.optimizers.Adam(lr))
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net(x, training=True) - y))
        scaled = opt.get_scaled_loss(loss)
    grads = tape.gradient(scaled, net.trainable_variables)
    grads = opt.get_unscaled_gradients(grads)
    opt.apply_gradients(zip(grads, net.trainable_variables))
    return loss
