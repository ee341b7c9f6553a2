# planted: TFR501 the solver is wrapped with tf.function again for every room in the loop over measured rooms
# style: script, audio, per-item optimisation
"""Fit a two-slope decay model to measured room impulse responses."""
import numpy as np
import tensorflow as tf

RATE, SECONDS = 200, 2.0
T = tf.constant(np.arange(int(RATE * SECONDS)) / RATE, tf.float32)


def measured_rooms(count):
    rng = np.random.default_rng(55)
    for k in range(count):
        rt_early, rt_late = rng.uniform(0.2, 0.6), rng.uniform(0.8, 2.2)
        mix = rng.uniform(0.1, 0.4)
        t = T.numpy()
        energy = (1 - mix) * 10 ** (-6 * t / rt_early) + mix * 10 ** (-6 * t / rt_late)
        yield f"room{k:02d}", (10 * np.log10(energy + 1e-6) + rng.normal(0, 0.4, t.size)).astype("float32")


def decay_db(p):
    early, late, mix = tf.nn.softplus(p[0]), tf.nn.softplus(p[1]), tf.sigmoid(p[2])
    energy = (1 - mix) * 10.0 ** (-6 * T / early) + mix * 10.0 ** (-6 * T / late)
    return 10.0 * tf.math.log(energy + 1e-6) / tf.math.log(10.0)


def fit_room(target, start):
    p = start
    velocity = tf.zeros_like(p)
    loss = tf.constant(0.0)
    for _ in tf.range(60):
        with tf.GradientTape() as tape:
            tape.watch(p)
            loss = tf.reduce_mean((decay_db(p) - target) ** 2)
        g = tape.gradient(loss, p)
        velocity = 0.6 * velocity + g / (tf.norm(g) + 1e-3)
        p = p - 0.02 * velocity
    return p, loss


start = tf.constant([0.0, 1.0, 0.0])
fitted = {}
for name, curve in measured_rooms(20):
    solve = tf.function(fit_room)
    p, loss = solve(tf.constant(curve), start)
    fitted[name] = (float(loss), float(tf.nn.softplus(p[1])))

losses = [loss for loss, _ in fitted.values()]
late = [rt for _, rt in fitted.values()]
print("rooms", len(fitted))
print("mean loss", round(float(np.mean(losses)), 1))
print("late reverberation", round(min(late), 2), "to", round(max(late), 2))
