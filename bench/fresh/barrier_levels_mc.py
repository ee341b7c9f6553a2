# planted: TFR105 a payoff closure is made for each barrier level
# style: derivatives desk notebook exported to a script
import numpy as np
import tensorflow as tf

# %% market
SPOT, VOL, RATE, YEARS, STEPS, PATHS = 100.0, 0.22, 0.03, 1.0, 24, 4000
rng = np.random.default_rng(11)
normals = tf.constant(rng.standard_normal((PATHS, STEPS)), tf.float32)


# %% paths
@tf.function
def simulate(z, vol):
    dt = YEARS / STEPS
    increments = (RATE - 0.5 * vol**2) * dt + vol * dt**0.5 * z
    return SPOT * tf.exp(tf.cumsum(increments, axis=1))


@tf.function
def price(paths, payoff):
    return tf.exp(-RATE * YEARS) * tf.reduce_mean(payoff(paths))


# %% products
def up_and_out(strike, barrier):
    def payoff(paths):
        alive = tf.cast(tf.reduce_max(paths, axis=1) < barrier, tf.float32)
        return alive * tf.maximum(paths[:, -1] - strike, 0.0)

    return payoff


def down_and_in(strike, barrier):
    def payoff(paths):
        hit = tf.cast(tf.reduce_min(paths, axis=1) <= barrier, tf.float32)
        return hit * tf.maximum(strike - paths[:, -1], 0.0)

    return payoff


# %% table
paths = simulate(normals, tf.constant(VOL))
print("barrier   up-and-out call")
for barrier in [105.0, 110.0, 115.0, 120.0, 130.0, 140.0, 160.0]:
    value = price(paths, up_and_out(100.0, barrier))
    print(f"{barrier:7.1f}   {value.numpy():.4f}")

print("barrier   down-and-in put")
for barrier in [70.0, 75.0, 80.0, 85.0, 90.0, 95.0]:
    value = price(paths, down_and_in(100.0, barrier))
    print(f"{barrier:7.1f}   {value.numpy():.4f}")
