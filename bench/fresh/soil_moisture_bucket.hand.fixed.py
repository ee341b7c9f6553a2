# planted: TFR505 eager mode was left on after a debugging session and slows the calibration
# style: hydrology calibration with an own training loop
"""A bucket model of soil moisture, its four parameters fitted by gradient descent."""
import numpy as np
import tensorflow as tf

DAYS = 70


def weather(seed=8):
    rng = np.random.default_rng(seed)
    rain = rng.gamma(0.35, 14.0, DAYS) * (rng.random(DAYS) < 0.4)
    demand = 3.0 + 1.8 * np.sin(np.arange(DAYS) / 60.0 * np.pi) + rng.normal(0, 0.3, DAYS)
    return rain.astype("float32"), np.maximum(demand, 0.2).astype("float32")


def bucket(params, rain, demand):
    capacity, drain, shape, start = tf.unstack(params)
    n = tf.shape(rain)[0]
    out = tf.TensorArray(tf.float32, size=n)
    water = start * capacity
    for t in tf.range(n):
        filled = water + rain[t]
        runoff = tf.nn.relu(filled - capacity)
        water = filled - runoff
        fraction = tf.clip_by_value(water / capacity, 1e-3, 1.0)
        water = water - demand[t] * fraction ** shape - drain * water
        water = tf.maximum(water, 0.0)
        out = out.write(t, water)
    return out.stack()


@tf.function
def fit_step(raw, rain, demand, observed, velocity):
    with tf.GradientTape() as tape:
        params = tf.stack([60.0 + 60.0 * tf.sigmoid(raw[0]), 0.1 * tf.sigmoid(raw[1]),
                           0.3 + tf.nn.softplus(raw[2]), tf.sigmoid(raw[3])])
        loss = tf.reduce_mean((bucket(params, rain, demand) - observed) ** 2)
    slope = tape.gradient(loss, raw)
    velocity.assign(0.8 * velocity + slope / (1.0 + tf.norm(slope)))
    raw.assign_sub(0.08 * velocity)
    return loss, params


def main():
    rain, demand = (tf.constant(a) for a in weather())
    truth = tf.constant([96.0, 0.021, 0.9, 0.45])
    noise = np.random.default_rng(3).normal(0, 1.0, DAYS).astype("float32")
    observed = bucket(truth, rain, demand) + noise
    raw = tf.Variable([0.0, 0.0, 0.0, 0.0])
    velocity = tf.Variable(tf.zeros(4))
    for step in range(20):
        loss, params = fit_step(raw, rain, demand, observed, velocity)
        if step % 5 == 0:
            print(f"step {step:3d}  loss {float(loss):8.3f}")
    print("loss", round(float(loss), 2), "capacity", round(float(params[0]), 1), "start", round(float(params[3]), 2))


main()
