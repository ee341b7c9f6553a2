# gradient_helper, cured.
import numpy as np
import tensorflow as tf


@tf.function
def compute_gradients(model, x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x) - y))
    return loss, tape.gradient(loss, model.trainable_variables)


def train(model, x, y, steps, rate):
    for step in range(steps):
        loss, gradients = compute_gradients(model, x, y)
        for variable, gradient in zip(model.trainable_variables, gradients):
            variable.assign_sub(rate * gradient)
        if step % 2 == 0:
            print(step, f"{float(loss):.5f}")


def main():
    tf.keras.utils.set_random_seed(6)
    model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)])
    rng = np.random.default_rng(6)
    x = tf.constant(rng.normal(size=(16, 3)), tf.float32)
    y = tf.stack([x[:, 0] + x[:, 1], x[:, 2]], axis=1)
    train(model, x, y, steps=6, rate=0.1)


if __name__ == "__main__":
    main()
