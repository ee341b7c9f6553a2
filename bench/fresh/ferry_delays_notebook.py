# planted: TFR601 every sailing of the timetable is scored with its own model.predict
# style: notebook-like script with cells, Sequential model, evaluation by port

# %% imports
import numpy as np
import tensorflow as tf
import keras

keras.utils.set_random_seed(5)
rng = np.random.default_rng(5)

# %% a season of sailings
ports = ["Oban", "Mallaig", "Ullapool"]
n = 345
port = rng.integers(0, 3, n)
wind = rng.gamma(4.0, 3.0, n)
tide = rng.uniform(-1, 1, n)
load = rng.beta(2, 3, n)
delay = 2.0 * port + 0.6 * np.maximum(wind - 12, 0) + 9 * load ** 2 + 2 * np.abs(tide) + rng.normal(0, 1, n)

features = np.column_stack([port == 0, port == 1, port == 2, wind / 20, tide, load]).astype("float32")
train, test = np.arange(300), np.arange(300, n)

# %% the model
model = keras.Sequential([
    keras.Input((6,)),
    keras.layers.Dense(24, activation="relu"),
    keras.layers.Dense(24, activation="relu"),
    keras.layers.Dense(1),
])
model.compile(optimizer=keras.optimizers.Adam(0.01), loss="mae")
history = model.fit(features[train], delay[train].astype("float32"), epochs=25, batch_size=50, verbose=0)
print("training mae %.2f" % history.history["loss"][-1])


# %% helpers
def expected_delay(row):
    guess = model.predict(row.reshape(1, -1), verbose=0)
    return float(guess[0, 0])


def with_wind(row, knots):
    changed = row.copy()
    changed[3] = knots / 20
    return changed


# %% error by port
errors = {name: [] for name in ports}
for i in test:
    errors[ports[port[i]]].append(abs(expected_delay(features[i]) - delay[i]))
for name in ports:
    print("%-9s n=%2d mae %.2f" % (name, len(errors[name]), np.mean(errors[name])))

# %% what would a gale do to tomorrow's sailings
worst, worst_gain = None, -np.inf
for i in test[:10]:
    gain = expected_delay(with_wind(features[i], 35.0)) - expected_delay(features[i])
    if gain > worst_gain:
        worst, worst_gain = i, gain
print("most exposed sailing", worst, "gains %.1f minutes" % worst_gain)
