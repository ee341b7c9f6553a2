# planted: TFR106 each restart brings a new model and a new optimizer to one traced step
# style: applied mathematician, surrogate of an expensive function
"""Multi-start training of a small surrogate for a yield surface; the best of several starts is kept."""
import numpy as np
import tensorflow as tf


def yield_surface(x):
    return np.sin(3.0 * x[:, :1]) * np.exp(-x[:, 1:2] ** 2) + 0.3 * x[:, 1:2]


def build(seed):
    init = [tf.keras.initializers.GlorotUniform(seed=100 * seed + i) for i in range(2)]
    model = tf.keras.Sequential(
        [
            tf.keras.layers.Input((2,)),
            tf.keras.layers.Dense(12, activation="tanh", kernel_initializer=init[0]),
            tf.keras.layers.Dense(1, kernel_initializer=init[1]),
        ]
    )
    return model


@tf.function
def train_step(model, optimizer, x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x, training=True) - y) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


def train(seed, model, optimizer, x, y, steps=50):
    model.set_weights(build(seed).get_weights())
    for variable in optimizer.variables[2:]:
        variable.assign(tf.zeros_like(variable))
    for _ in range(steps):
        loss = train_step(model, optimizer, x, y)
    return float(loss)


def refine(model, rounds=5):
    """Look for the maximum of the surrogate on ever finer grids."""
    centre, width = np.zeros(2), 1.0
    for _ in range(rounds):
        axis = np.linspace(-width, width, 9)
        grid = centre + np.stack(np.meshgrid(axis, axis), -1).reshape(-1, 2)
        values = model(grid.astype(np.float32)).numpy()[:, 0]
        centre, width = np.clip(grid[np.argmax(values)], -1, 1), width / 2
    return centre, float(values.max())


def main():
    rng = np.random.default_rng(23)
    x = rng.uniform(-1, 1, (80, 2)).astype(np.float32)
    y = (yield_surface(x) + rng.normal(0, 0.02, (80, 1))).astype(np.float32)
    x, y = tf.constant(x), tf.constant(y)
    model = build(0)
    optimizer = tf.keras.optimizers.SGD(0.1, momentum=0.9)
    optimizer.build(model.trainable_variables)
    best = None
    for seed in range(6):
        loss = train(seed, model, optimizer, x, y)
        print(f"start {seed}: loss {loss:.5f}")
        if best is None or loss < best[0]:
            best = loss, model.get_weights()
    model.set_weights(best[1])
    _, top = refine(model)
    print(f"best loss {best[0]:.5f}, maximum of the surrogate {top:.4f}")


if __name__ == "__main__":
    main()
