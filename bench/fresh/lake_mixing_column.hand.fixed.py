# planted: TFR502 the day's solver comes from a factory and is thrown away after one call
# style: functions with closures, limnology
"""Seasonal temperature of a lake: vertical mixing with wind-dependent diffusivity."""
import numpy as np
import tensorflow as tf

LAYERS = 40
DEPTH = 20.0
DZ = DEPTH / LAYERS
DAY = 86400.0


def make_mixer(extinction=0.45):
    """Solver of one implicit day."""
    z = (np.arange(LAYERS) + 0.5) * DZ
    absorbed = np.exp(-extinction * (z - DZ / 2)) - np.exp(-extinction * (z + DZ / 2))

    @tf.function
    def solve(profile, diffusivity, heating):
        density_step = tf.nn.relu(profile[:-1] - profile[1:])
        k = diffusivity / (1.0 + 6.0 * density_step)
        flux = k * DAY / DZ ** 2
        upper = tf.concat([[0.0], -flux], axis=0)
        lower = tf.concat([-flux, [0.0]], axis=0)
        main = 1.0 - tf.concat([[0.0], upper[1:]], axis=0) - tf.concat([lower[:-1], [0.0]], axis=0)
        sup = tf.concat([-flux, [0.0]], axis=0)
        source = heating * tf.constant(absorbed, tf.float32) * DAY / (4.18e6 * DZ)
        loss = tf.concat([[0.03 * (profile[0] - 9.0)], tf.zeros(LAYERS - 1)], axis=0)
        rhs = profile + source - loss
        new = tf.linalg.tridiagonal_solve(tf.stack([sup, main, upper]), rhs[:, None])[:, 0]
        return new, tf.reduce_max(new[:-1] - new[1:])

    return solve


def weather(days, seed=14):
    rng = np.random.default_rng(seed)
    day = np.arange(days)
    sun = 150.0 + 110.0 * np.sin((day - 20) / 120.0 * np.pi) + rng.normal(0, 25, days)
    wind = rng.gamma(2.5, 1.6, days)
    return np.maximum(sun, 10.0), wind


def season(days):
    solve = make_mixer()
    profile = tf.fill([LAYERS], 5.0)
    surface, gradients = [], []
    for sun, wind in zip(*weather(days)):
        diffusivity = 1e-6 + 8e-6 * wind ** 1.5
        profile, steepest = solve(profile, tf.constant(diffusivity, tf.float32), tf.constant(sun, tf.float32))
        surface.append(float(profile[0]))
        gradients.append(float(steepest))
    return profile.numpy(), np.array(surface), np.array(gradients)


def main():
    profile, surface, gradients = season(75)
    print("surface every 15 days:", [round(float(v), 2) for v in surface[14::15]])
    print(f"bottom {profile[-1]:.2f}, thermocline layer {int(np.argmax(profile[:-1] - profile[1:]))}")
    print(f"steepest gradient {gradients.max() / DZ:.3f} K/m")


if __name__ == "__main__":
    main()
