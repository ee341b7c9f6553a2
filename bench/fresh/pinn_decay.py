# planted: TFR101 the weight of the physics loss, a Python float that ramps up
# style: PINN, functions and a Keras network
import math

import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(11)
RATE = 1.5

net = tf.keras.Sequential(
    [
        tf.keras.Input((1,)),
        tf.keras.layers.Dense(12, activation="tanh"),
        tf.keras.layers.Dense(1),
    ]
)
optimizer = tf.keras.optimizers.Adam(0.02)
collocation = tf.constant(np.linspace(0, 2, 25)[:, None], dtype=tf.float32)
t0 = tf.zeros([1, 1])
u0 = tf.ones([1, 1])


def residual(t):
    with tf.GradientTape() as tape:
        tape.watch(t)
        u = net(t)
    du = tape.gradient(u, t)
    return du + RATE * u


@tf.function
def train_step(t, physics_weight):
    with tf.GradientTape() as tape:
        data_loss = tf.reduce_mean(tf.square(net(t0) - u0))
        physics_loss = tf.reduce_mean(tf.square(residual(t)))
        total = data_loss + physics_weight * physics_loss
    grads = tape.gradient(total, net.trainable_variables)
    optimizer.apply_gradients(zip(grads, net.trainable_variables))
    return total, physics_loss


def ramp(epoch, last):
    return 1.0 - math.exp(-3.0 * (epoch + 1) / last)


EPOCHS = 24
for epoch in range(EPOCHS):
    weight = ramp(epoch, EPOCHS)
    total, physics = train_step(collocation, weight)
    if epoch % 8 == 7:
        print("epoch", epoch, "total %.4f physics %.4f" % (float(total), float(physics)))

print("u(1) %.3f" % float(net(tf.ones([1, 1]))[0, 0]))
