# planted: TFR106 the layers of a stack, each handed to one traced function
# style: greedy layer-wise pre-training, Keras layers in a list
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(15)
WIDTH = 6
layers = [tf.keras.layers.Dense(WIDTH, activation="tanh", name=f"level_{i}") for i in range(4)]
for layer in layers:
    layer.build((None, WIDTH))


@tf.function
def reconstruction_step(layer, x, lr):
    with tf.GradientTape() as tape:
        code = layer(x)
        decoded = tf.matmul(code, layer.kernel, transpose_b=True)
        loss = tf.reduce_mean(tf.square(decoded - x))
    variables = layer.trainable_variables
    gradients = tape.gradient(loss, variables)
    for variable, gradient in zip(variables, gradients):
        variable.assign_sub(lr * gradient)
    return loss


x = tf.constant(np.random.RandomState(0).uniform(-1, 1, (40, WIDTH)).astype(np.float32))
rate = tf.constant(0.3)
for layer in layers:
    for _ in range(8):
        loss = reconstruction_step(layer, x, rate)
    x = layer(x)
    print(layer.name, "loss %.4f" % float(loss), "spread %.4f" % float(tf.math.reduce_std(x)))
