# planted: TFR507 the batch Jacobian of the flow is taken eagerly in each training step
# style: a physicist trying out flows, straight script, mathematics close to the paper
import numpy as np
import tensorflow as tf

np.random.seed(31)

# density to fit: a bent banana in the plane
u = np.random.normal(size=(64, 2))
data = np.stack([u[:, 0], 0.6 * u[:, 1] + 0.5 * u[:, 0] ** 2 - 0.5], axis=1).astype("float32")
data = tf.constant(data)


class ResidualBlock(tf.Module):
    """x + g(x); the scale keeps g a contraction, so that the block can be inverted."""

    def __init__(self, width, scale=0.8):
        super().__init__()
        self.a = tf.Variable(np.random.normal(0, 0.3, (2, width)).astype("float32"))
        self.b = tf.Variable(np.zeros(width, "float32"))
        self.c = tf.Variable(np.random.normal(0, 0.3, (width, 2)).astype("float32"))
        self.scale = scale

    def __call__(self, x):
        norm = tf.norm(self.a) * tf.norm(self.c)
        factor = self.scale / tf.maximum(norm, self.scale)
        return x + factor * (tf.tanh(x @ self.a + self.b) @ self.c)


blocks = [ResidualBlock(10), ResidualBlock(10)]
shift = tf.Variable([0.0, 0.0])
log_stretch = tf.Variable([0.0, 0.0])
params = [v for block in blocks for v in block.trainable_variables] + [shift, log_stretch]


def push(x):
    z = (x - shift) * tf.exp(log_stretch)
    for block in blocks:
        z = block(z)
    return z


@tf.function
def log_prob(x):
    with tf.GradientTape() as jacobian_tape:
        jacobian_tape.watch(x)
        z = push(x)
    jacobian = jacobian_tape.batch_jacobian(z, x)
    log_det = tf.math.log(tf.abs(tf.linalg.det(jacobian)))
    return -0.5 * tf.reduce_sum(z**2, axis=1) - np.log(2 * np.pi) + log_det


@tf.function
def train_step(x, rate):
    with tf.GradientTape() as tape:
        loss = -tf.reduce_mean(log_prob(x))
    for p, g in zip(params, tape.gradient(loss, params)):
        p.assign_sub(rate * g)
    return loss


for step in range(12):
    batch = tf.gather(data, tf.range(32) + 32 * (step % 2))
    nll = train_step(batch, 0.1)
    if step % 3 == 0:
        print(f"step {step:2d}   nll {float(nll):.4f}")

grid = tf.constant([[0.0, -0.5], [1.0, 0.0], [2.0, 1.5], [-2.0, 1.5]])
print("final   ", round(float(-tf.reduce_mean(log_prob(data))), 4))
print("on ridge", np.round(log_prob(grid).numpy(), 3))
