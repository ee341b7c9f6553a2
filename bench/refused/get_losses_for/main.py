import numpy as np
import tensorflow as tf

reg = tf.keras.regularizers.l2(1e-3)
model = tf.keras.Sequential([
    tf.keras.layers.InputLayer((6,)),
    tf.keras.layers.Dense(10, 'elu', kernel_regularizer=reg),
    tf.keras.layers.Dense(1, kernel_regularizer=reg)])
opt = tf.optimizers.Adam(1e-2)
print('regularisation at start', sum(float(v) for v in model.get_losses_for(None)))


@tf.function
def step(x, y):
    with tf.GradientTape() as t:
        l = tf.reduce_mean((model(x, training=True) - y) ** 2) + tf.add_n(model.losses)
    opt.apply_gradients(zip(t.gradient(l, model.trainable_variables), model.trainable_variables))
    return l


for i in range(30):
    xb = np.random.rand(8, 6).astype(np.float32)
    yb = xb.sum(axis=1, keepdims=True)
    l = step(xb, yb)
print(float(l))
