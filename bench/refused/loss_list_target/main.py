import tensorflow as tf
import numpy as np

critic = tf.keras.Sequential([tf.keras.layers.Dense(8, activation='relu', input_shape=(3,)), tf.keras.layers.Dense(1)])
opt = tf.keras.optimizers.Adam(1e-3)
mse = tf.keras.losses.MeanSquaredError()


def fit_one(state, ret):
    with tf.GradientTape() as tape:
        loss = mse([[ret]], critic(state))
    opt.apply_gradients(zip(tape.gradient(loss, critic.trainable_variables), critic.trainable_variables))
    return loss


print('init', float(fit_one(tf.zeros((1, 3)), 0.5)))
R = 0.
for t in range(10):
    obs = tf.random.normal((1, 3))
    value = critic(obs)
    R = float(value[0, 0]) + 0.9 * R
print(R)
