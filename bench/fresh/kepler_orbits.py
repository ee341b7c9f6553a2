# planted: TFR105 the root finder gets a new lambda for each planet and month
# style: celestial mechanics notebook exported as a script
# %% imports
import numpy as np
import tensorflow as tf

# %% elements of a few planets: semi-major axis [au], eccentricity, mean anomaly at epoch [rad]
planets = {
    "mercury": (0.3871, 0.2056, 3.0508),
    "mars": (1.5237, 0.0934, 0.3385),
    "pluto": (39.482, 0.2488, 0.2593),
    "halley": (17.834, 0.9671, 0.6699),
}


# %% the solver
@tf.function
def newton(f, start):
    root = start
    for _ in tf.range(25):
        with tf.GradientTape() as tape:
            tape.watch(root)
            value = f(root)
        slope = tape.gradient(value, root)
        change = value / slope
        root = root - tf.clip_by_value(change, -0.5, 0.5)
        if tf.reduce_max(tf.abs(change)) < 1e-6:
            break
    return root


# %% position of a planet, a number of months from the epoch
def position(a, e, m0, months):
    period = 12.0 * a**1.5
    mean_anomaly = tf.constant((m0 + 2 * np.pi * months / period) % (2 * np.pi), tf.float32)
    start = mean_anomaly + 0.85 * e * tf.sign(tf.sin(mean_anomaly))
    anomaly = newton(lambda ea: ea - e * tf.sin(ea) - mean_anomaly, start)
    x = a * (tf.cos(anomaly) - e)
    y = a * tf.sqrt(1 - e * e) * tf.sin(anomaly)
    return float(x), float(y)


# %% a table over a year and a half
for name, (a, e, m0) in planets.items():
    track = [position(a, e, m0, months) for months in np.arange(0, 18, 2.0)]
    radii = np.hypot(*np.array(track).T)
    print(f"{name:8s}", " ".join(f"({x:.3f}, {y:.3f})" for x, y in track[::4]))
    print(f"{'':8s} nearest {radii.min():.4f} au, farthest {radii.max():.4f} au")

# %% angle between mercury and mars as seen from the sun
for months in np.linspace(0, 6, 4):
    p, q = (np.array(position(*planets[n], months)) for n in ("mercury", "mars"))
    cosine = p @ q / np.linalg.norm(p) / np.linalg.norm(q)
    print(f"month {months:.1f}: {np.degrees(np.arccos(cosine)):.2f} degrees")
