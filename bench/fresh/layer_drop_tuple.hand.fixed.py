# layer_drop_tuple, cured.
import numpy as np
import tensorflow as tf


class ResidualStack(tf.Module):
    def __init__(self, depth, dim, seed=0):
        super().__init__()
        rng = np.random.RandomState(seed)
        self.weights = [
            tf.Variable(rng.normal(0, 0.3, (dim, dim)).astype(np.float32)) for _ in range(depth)
        ]

    def __call__(self, x, keep):
        for i, w in enumerate(self.weights):
            x = x + keep[i] * tf.tanh(x @ w)
        return x


model = ResidualStack(depth=5, dim=4)


@tf.function
def train_step(x, y, keep):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x, keep) - y) ** 2)
    grads = tape.gradient(
        loss, model.trainable_variables, unconnected_gradients=tf.UnconnectedGradients.ZERO
    )
    for var, grad in zip(model.trainable_variables, grads):
        var.assign_sub(0.05 * grad)
    return loss


def main():
    rng = np.random.RandomState(13)
    x = rng.normal(size=(32, 4)).astype(np.float32)
    y = 0.5 * x[:, ::-1]
    for step in range(20):
        keep = tuple(bool(kept) for kept in rng.uniform(size=5) < 0.7)
        loss = train_step(x, y, tf.constant(keep, tf.float32))
        if step % 4 == 3:
            print(f"step {step}: {sum(keep)} layers, loss {float(loss):.4f}")


if __name__ == "__main__":
    main()
