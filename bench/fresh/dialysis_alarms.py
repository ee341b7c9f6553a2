# planted: TFR601 the bedside monitor calls model.predict on every new window of the pressure signal
# style: generator of samples, autoencoder, deque of recent values
from collections import deque

import numpy as np
import tensorflow as tf
import keras
from keras import layers

keras.utils.set_random_seed(23)
WINDOW = 32
CHANNELS = ("arterial", "venous", "transmembrane")


def healthy_session(minutes, rng):
    t = np.arange(minutes)
    base = np.stack([
        -0.5 + 0.2 * np.sin(t / 7.0),
        0.4 + 0.15 * np.sin(t / 7.0 + 0.6),
        0.1 + 0.002 * t,
    ], axis=1)
    return (base + rng.normal(0.0, 0.04, base.shape)).astype("float32")


def windows_of(series, stride):
    return np.stack([series[k:k + WINDOW] for k in range(0, len(series) - WINDOW, stride)])


def build_autoencoder():
    inputs = keras.Input((WINDOW, len(CHANNELS)))
    x = layers.Flatten()(inputs)
    code = layers.Dense(10, activation="tanh")(x)
    x = layers.Dense(WINDOW * len(CHANNELS))(code)
    outputs = layers.Reshape((WINDOW, len(CHANNELS)))(x)
    return keras.Model(inputs, outputs)


def pressure_stream(rng, minutes=66, clotting_from=45):
    series = healthy_session(minutes, rng)
    for minute, sample in enumerate(series):
        if minute >= clotting_from:
            sample = sample + np.array([0.0, 0.06, 0.08], "float32") * (minute - clotting_from)
        yield minute, sample


rng = np.random.default_rng(23)
train = windows_of(np.concatenate([healthy_session(80, rng) for _ in range(4)]), stride=2)
autoencoder = build_autoencoder()
autoencoder.compile(optimizer=keras.optimizers.Adam(5e-3), loss="mse")
autoencoder.fit(train, train, epochs=12, batch_size=32, shuffle=False, verbose=0)
rebuilt = autoencoder.predict(train, verbose=0)
limit = float(np.quantile(((rebuilt - train) ** 2).mean(axis=(1, 2)), 0.98)) * 1.5

recent = deque(maxlen=WINDOW)
smoothed = 0.0
alarms = []
scores = []
for minute, sample in pressure_stream(rng):
    recent.append(sample)
    if len(recent) < WINDOW:
        continue
    window = np.stack(recent)[np.newaxis]
    reconstruction = autoencoder.predict(window, verbose=0)
    score = float(((reconstruction - window) ** 2).mean())
    smoothed = 0.6 * smoothed + 0.4 * score
    scores.append(smoothed)
    if smoothed > limit:
        alarms.append(minute)

print("windows", len(scores))
print("alarms", len(alarms), "first at minute", alarms[0] if alarms else None)
print("score before %.2f after %.2f" % (scores[4], scores[-1]))
