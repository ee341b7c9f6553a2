# planted: TFR601 the controller asks the learned climate model with predict in every quarter of an hour
# style: notebook-like script with a Keras model, horticulture
"""Keep a greenhouse warm enough at least cost, using a model learned from a heating season."""
# %%
import keras
import numpy as np

keras.utils.set_random_seed(31)
rng = np.random.default_rng(6)
LEVELS = np.array([0.0, 0.33, 0.66, 1.0])

# %% season of records: inside, outside, sun, heating -> change of the inside temperature
n = 1600
inside = rng.uniform(8, 28, n)
outside = rng.uniform(-8, 16, n)
sun = rng.uniform(0, 1, n)
heat = rng.uniform(0, 1, n)
change = 0.08 * (outside - inside) + 1.6 * sun + 2.9 * heat + rng.normal(0, 0.1, n)
inputs = np.stack([(inside - 18) / 6, outside / 10, sun, heat], axis=1).astype("float32")

# %% model
model = keras.Sequential([
    keras.Input((4,)),
    keras.layers.Dense(16, activation="relu"),
    keras.layers.Dense(1),
])
model.compile(optimizer=keras.optimizers.Adam(0.01), loss="mse")
history = model.fit(inputs, change, epochs=10, batch_size=80, verbose=0)
print("training loss:", round(history.history["loss"][-1], 3))

# %% one cold day, sixty decisions
temperature, spent, too_cold = 15.0, 0.0, 0
log = []
for quarter in range(60):
    hour = quarter / 4
    out = -3.0 + 5.0 * np.sin((hour - 5) / 15 * np.pi)
    light = max(0.0, np.sin((hour - 3) / 10 * np.pi)) * 0.7
    options = np.stack([np.full(4, (temperature - 18) / 6), np.full(4, out / 10), np.full(4, light), LEVELS], axis=1)
    expected = temperature + model(options.astype("float32"), training=False).numpy()[:, 0]
    cost = 1.0 * LEVELS + 2.0 * np.maximum(16.0 - expected, 0.0) + 0.5 * np.maximum(expected - 24.0, 0.0)
    level = LEVELS[int(np.argmin(cost))]
    temperature += 0.08 * (out - temperature) + 1.6 * light + 2.9 * level
    spent += level
    too_cold += temperature < 15.5
    log.append(temperature)

# %% summary
print("heating used:", round(spent, 2), "quarters too cold:", int(too_cold))
print("temperatures:", [round(float(t), 1) for t in log[::12]])
print("range:", round(float(min(log)), 1), "to", round(float(max(log)), 1))
