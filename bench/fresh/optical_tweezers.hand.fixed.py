# planted: TFR501 for each trap stiffness a new traced relaxation is defined in the loop and used once
# style: notebook-like script, physics
"""Calibrate an optical trap: position variance and corner frequency against stiffness."""
# %% constants
import numpy as np
import tensorflow as tf

KT = 4.11          # pN nm
GAMMA = 9.4e-3     # pN s / um, roughly a micron bead
STEPS = 12
PATHS = 3000

# %% thermal kicks, shared by all stiffness values
rng = np.random.default_rng(17)
kicks = tf.constant(rng.normal(size=(STEPS, PATHS)), tf.float32)
start = tf.constant(rng.normal(size=PATHS), tf.float32)

# %% one stiffness
@tf.function
def relax(x, noise, spread, rate):
    """Exact Ornstein-Uhlenbeck updates over half a relaxation time each."""
    decay = tf.exp(-rate * 0.05)
    width = spread * tf.sqrt(1.0 - decay ** 2)
    total, square, lagged = 0.0, 0.0, 0.0
    for k in range(STEPS):
        new = decay * x + width * noise[k]
        total += tf.reduce_mean(new)
        square += tf.reduce_mean(new * new)
        lagged += tf.reduce_mean(new * x)
        x = new
    mean = total / STEPS
    return square / STEPS - mean ** 2, lagged / STEPS - mean ** 2


# %% sweep
stiffness_values = [0.02 + 0.01 * i for i in range(14)]
variances, correlations = [], []
for stiffness in stiffness_values:
    spread = float(np.sqrt(KT / stiffness))
    rate = stiffness / GAMMA
    var, lag = relax(start * spread, kicks, tf.constant(spread), tf.constant(rate))
    variances.append(float(var))
    correlations.append(float(lag / var))

# %% equipartition
estimated = KT / np.array(variances)
errors = np.abs(estimated / np.array(stiffness_values) - 1)
print("stiffness from variance:", [round(float(k), 4) for k in estimated[::4]])
print("worst relative error:", round(float(errors.max()), 3))

# %% corner frequency from the decay between samples
corner = -np.log(np.array(correlations)) / 0.05 / (2 * np.pi)
slope = np.polyfit(stiffness_values, corner, 1)[0]
print("corner frequencies:", [round(float(f), 3) for f in corner[::4]])
print("drag from the slope:", round(float(1 / (2 * np.pi * slope)), 5))
