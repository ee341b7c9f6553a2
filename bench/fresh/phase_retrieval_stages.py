# planted: TFR301 TFR101 every stage of the reconstruction has another number of sweeps and unrolls them in a new trace
# style: notebook-like script with cells and a recipe list
# %%
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(21)

# %% an object inside a support and its diffraction pattern
SIZE = 48
yy, xx = np.mgrid[:SIZE, :SIZE]
support_np = ((yy - 24) ** 2 / 90.0 + (xx - 22) ** 2 / 60.0 < 1.0).astype(np.float32)
sample = np.zeros((SIZE, SIZE), np.float32)
for _ in range(9):
    cy, cx, r = rng.integers(17, 31), rng.integers(17, 28), rng.uniform(1.5, 4.0)
    sample += rng.uniform(0.3, 1.0) * np.exp(-((yy - cy) ** 2 + (xx - cx) ** 2) / r ** 2)
sample = (sample * support_np).astype(np.float32)
magnitude = tf.constant(np.abs(np.fft.fft2(sample)), tf.float32)
support = tf.constant(support_np)

# %% projections


def to_magnitude(image):
    spectrum = tf.signal.fft2d(tf.cast(image, tf.complex64))
    phase = tf.math.angle(spectrum)
    corrected = tf.complex(magnitude * tf.cos(phase), magnitude * tf.sin(phase))
    return tf.math.real(tf.signal.ifft2d(corrected))


@tf.function
def hybrid_input_output(image, sweeps, beta):
    for _ in range(sweeps):
        projected = to_magnitude(image)
        inside = (support > 0.0) & (projected > 0.0)
        image = tf.where(inside, projected, image - beta * projected)
    return image


@tf.function
def error_reduction(image, sweeps):
    for _ in range(sweeps):
        image = tf.nn.relu(to_magnitude(image)) * support
    return image


@tf.function
def r_factor(image):
    found = tf.abs(tf.signal.fft2d(tf.cast(image, tf.complex64)))
    return tf.reduce_sum(tf.abs(found - magnitude)) / tf.reduce_sum(magnitude)


# %% the recipe: long HIO runs that get shorter, ER in between
recipe = []
for k in range(9):
    recipe.append({"method": "hio", "sweeps": 24 - 2 * k, "beta": 0.9 - 0.05 * k})
    recipe.append({"method": "er", "sweeps": 6 + k})

image = tf.constant(support_np * rng.uniform(0.0, 1.0, (SIZE, SIZE)), tf.float32)
errors = []
for stage in recipe:
    if stage["method"] == "hio":
        image = hybrid_input_output(image, stage["sweeps"], stage["beta"])
    else:
        image = error_reduction(image, stage["sweeps"])
    errors.append(float(r_factor(image)))

# %%
print("stages", len(errors), "sweeps", sum(s["sweeps"] for s in recipe))
print("R after two stages %.2f" % errors[1])
print("R lower at the end:", errors[-1] < errors[1])
print("total intensity inside %.0f%%" % (100 * float(tf.reduce_sum(image * support) / tf.reduce_sum(image))))
