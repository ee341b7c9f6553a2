# per_example_gradients, cured.
import numpy as np
import tensorflow as tf

CLIP = 0.5
model = tf.keras.Sequential(
    [
        tf.keras.layers.Input((4,)),
        tf.keras.layers.Dense(
            5, activation="tanh", kernel_initializer=tf.keras.initializers.GlorotUniform(1)
        ),
        tf.keras.layers.Dense(1, kernel_initializer=tf.keras.initializers.GlorotUniform(2)),
    ]
)


def clipped_gradient(example):
    x, y = example
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum((model(x[None]) - y) ** 2)
    grads = tape.gradient(loss, model.trainable_variables)
    clipped, _ = tf.clip_by_global_norm(grads, CLIP)
    return clipped


@tf.function
def private_step(x, y, lr=0.2):
    per_example = tf.vectorized_map(clipped_gradient, (x, y))
    for var, grads in zip(model.trainable_variables, per_example):
        var.assign_sub(lr * tf.reduce_mean(grads, 0))


def batches(rng, count, size=16):
    w = rng.normal(size=(4, 1))
    for _ in range(count):
        x = rng.normal(size=(size, 4))
        yield tf.constant(x, tf.float32), tf.constant(np.tanh(x @ w), tf.float32)


def main():
    for step, (x, y) in enumerate(batches(np.random.RandomState(3), 8)):
        private_step(x, y)
        loss = tf.reduce_mean((model(x) - y) ** 2)
        print(f"step {step} loss {float(loss):.4f}")


if __name__ == "__main__":
    main()
