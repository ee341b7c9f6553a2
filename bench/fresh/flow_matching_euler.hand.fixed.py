# planted: TFR601 the sampler asks the model's predict for the velocity at each Euler step
# style: tutorial blog post on conditional flow matching with Keras
import keras
import numpy as np

keras.utils.set_random_seed(17)
rng = np.random.default_rng(17)


def two_rings(n):
    radius = np.where(rng.random(n) < 0.5, 0.6, 1.4)
    angle = rng.uniform(0, 2 * np.pi, n)
    return np.stack([radius * np.cos(angle), radius * np.sin(angle)], 1).astype("float32")


def build_velocity_model(width=32):
    x = keras.Input([2], name="x")
    t = keras.Input([1], name="t")
    h = keras.layers.Concatenate()([x, t])
    h = keras.layers.Dense(width, activation="silu")(h)
    h = keras.layers.Dense(width, activation="silu")(h)
    v = keras.layers.Dense(2)(h)
    model = keras.Model([x, t], v)
    model.compile(optimizer=keras.optimizers.Adam(5e-3), loss="mse")
    return model


# Training pairs: a straight line from noise to data, and its direction.
def make_pairs(n):
    noise = rng.normal(size=(n, 2)).astype("float32")
    data = two_rings(n)
    t = rng.uniform(size=(n, 1)).astype("float32")
    return [(1 - t) * noise + t * data, t], data - noise


def sample(model, n, steps):
    """Integrate the learned field from t = 0 to t = 1 with Euler's method."""
    x = np.random.default_rng(1).normal(size=(n, 2)).astype("float32")
    dt = 1.0 / steps
    path_length = np.zeros(n)
    for i in range(steps):
        t = np.full((n, 1), i * dt, "float32")
        v = model([x, t], training=False).numpy()
        path_length += np.linalg.norm(v * dt, axis=1)
        x = x + dt * v
    return x, path_length


model = build_velocity_model()
inputs, targets = make_pairs(512)
history = model.fit(inputs, targets, batch_size=64, epochs=6, shuffle=False, verbose=0)
print("loss:", [round(value, 4) for value in history.history["loss"]])

# How many steps are enough?
for steps in (2, 4, 8, 16):
    x, length = sample(model, 64, steps)
    radius = np.linalg.norm(x, axis=1)
    print(f"{steps:2d} steps: mean radius {radius.mean():.4f}, spread {radius.std():.4f}, path {length.mean():.4f}")
