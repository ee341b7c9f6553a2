# step_in_epoch_loop, cured.
import numpy as np
import tensorflow as tf


def main():
    tf.keras.utils.set_random_seed(11)
    model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(6, "relu"), tf.keras.layers.Dense(1)])
    optimizer = tf.keras.optimizers.Adam(5e-3)
    optimizer.build(model.trainable_variables)
    rng = np.random.default_rng(11)
    x = rng.normal(size=(24, 4)).astype(np.float32)
    y = np.abs(x).sum(axis=1, keepdims=True)
    data = tf.data.Dataset.from_tensor_slices((x, y)).batch(8)

    @tf.function
    def train_step(inputs, targets):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(inputs, training=True) - targets) ** 2)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        return loss

    for epoch in range(5):
        losses = [float(train_step(inputs, targets)) for inputs, targets in data]
        print(epoch, round(sum(losses) / len(losses), 4))


if __name__ == "__main__":
    main()
