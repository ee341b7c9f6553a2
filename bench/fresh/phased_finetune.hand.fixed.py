# phased_finetune, cured.
import numpy as np
import tensorflow as tf
from tensorflow import keras

PHASES = [
    {"name": "warm-up", "learning_rate": 0.01, "steps": 5},
    {"name": "main", "learning_rate": 0.1, "steps": 20},
    {"name": "cool-down", "learning_rate": 0.02, "steps": 10},
    {"name": "polish", "learning_rate": 0.005, "steps": 5},
]


def load_batch(n=64):
    rng = np.random.default_rng(10)
    x = rng.normal(size=(n, 3)).astype("float32")
    y = np.tanh(x[:, :1] - x[:, 1:2]) + 0.5 * x[:, 2:]
    return tf.constant(x), tf.constant(y.astype("float32"))


def build_network():
    keras.utils.set_random_seed(21)
    return keras.Sequential(
        [keras.layers.Input((3,)), keras.layers.Dense(10, activation="tanh"), keras.layers.Dense(1)]
    )


@tf.function
def train_step(network, optimizer, x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(network(x, training=True) - y))
    gradients = tape.gradient(loss, network.trainable_variables)
    optimizer.apply_gradients(zip(gradients, network.trainable_variables))
    return loss


def run_phase(network, optimizer, phase, x, y):
    optimizer.learning_rate = phase["learning_rate"]
    for _ in range(phase["steps"]):
        loss = train_step(network, optimizer, x, y)
    print(f"{phase['name']}: loss {float(loss):.5f}")


def main():
    x, y = load_batch()
    network = build_network()
    optimizer = keras.optimizers.SGD()
    optimizer.build(network.trainable_variables)
    for phase in PHASES:
        run_phase(network, optimizer, phase, x, y)


if __name__ == "__main__":
    main()
