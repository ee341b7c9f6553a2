# layers_in_turn, cured.
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(15)
WIDTH = 6
layers = [tf.keras.layers.Dense(WIDTH, activation="tanh", name=f"level_{i}") for i in range(4)]
for layer in layers:
    layer.build((None, WIDTH))


@tf.function
def reconstruction_step(kernel, bias, x, lr):
    variables = [kernel, bias]
    with tf.GradientTape() as tape:
        code = tf.tanh(x @ kernel + bias)
        decoded = tf.matmul(code, kernel, transpose_b=True)
        loss = tf.reduce_mean(tf.square(decoded - x))
    gradients = tape.gradient(loss, variables)
    for variable, gradient in zip(variables, gradients):
        variable.assign_sub(lr * gradient)
    return loss


x = tf.constant(np.random.RandomState(0).uniform(-1, 1, (40, WIDTH)).astype(np.float32))
rate = tf.constant(0.3)
for layer in layers:
    for _ in range(8):
        loss = reconstruction_step(layer.kernel.value, layer.bias.value, x, rate)
    x = layer(x)
    print(layer.name, "loss %.4f" % float(loss), "spread %.4f" % float(tf.math.reduce_std(x)))
