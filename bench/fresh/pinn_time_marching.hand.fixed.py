# planted: TFR502 each stretch of time defines its own compiled step, which closes over the ends of the stretch
# style: research script for a reaction-diffusion PINN, trained window by window
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(12)
rng = np.random.default_rng(12)

D = 0.05
GROWTH = 2.0

model = tf.keras.Sequential(
    [
        tf.keras.layers.Input([2]),
        tf.keras.layers.Dense(20, activation="tanh"),
        tf.keras.layers.Dense(20, activation="tanh"),
        tf.keras.layers.Dense(1),
    ]
)
optimizer = tf.keras.optimizers.Adam(5e-3)
optimizer.build(model.trainable_variables)


def initial(x):
    return tf.exp(-8.0 * x**2)


def u_and_residual(x, t):
    with tf.GradientTape() as second:
        second.watch(x)
        with tf.GradientTape(persistent=True) as first:
            first.watch([x, t])
            u = initial(x) + t * model(tf.concat([x, t], 1))
        u_x = first.gradient(u, x)
        u_t = first.gradient(u, t)
    u_xx = second.gradient(u_x, x)
    return u, u_t - D * u_xx - GROWTH * u * (1.0 - u)


@tf.function
def step(x, s, start, end):
    t = end * s
    with tf.GradientTape() as tape:
        u, r = u_and_residual(x, t)
        new = tf.cast(t >= start, tf.float32)
        loss = tf.reduce_mean((0.3 + 0.7 * new) * r**2)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


def train_window(start, end, steps=25):
    """Fit the residual on times from the beginning to the end of the window, the newest more."""
    start, end = tf.constant(start), tf.constant(end)
    loss = None
    for _ in range(steps):
        x = rng.uniform(-1.0, 1.0, [48, 1]).astype(np.float32)
        s = rng.uniform(0.0, 1.0, [48, 1]).astype(np.float32)
        loss = step(x, s, start, end)
    return float(loss)


edges = np.linspace(0.0, 0.8, 9)
for start, end in zip(edges[:-1], edges[1:]):
    loss = train_window(float(start), float(end))
    print(f"[{start:.1f}, {end:.1f}] loss {loss:.5f}")

grid = tf.constant(np.linspace(-1, 1, 5)[:, None], tf.float32)
for when in (0.2, 0.5, 0.8):
    u, _ = u_and_residual(grid, tf.fill([5, 1], when))
    print(f"t={when}:", np.round(u.numpy()[:, 0], 3).tolist())
