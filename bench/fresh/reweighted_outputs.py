# planted: TFR602 the model is compiled again for every phase of the loss weights
# style: Keras functional API user, applied scientist, fit with dictionaries, no custom loops
"""Predict yield and moisture of grain together; the weight of moisture is raised from phase to phase."""
import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(21)

PHASES = [0.0, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0, 1.2]


def make_data(n=128):
    rng = np.random.default_rng(21)
    weather = rng.normal(size=(n, 6)).astype("float32")
    yield_ = weather[:, :1] * 1.5 + np.sin(weather[:, 1:2])
    moisture = 0.5 * weather[:, 2:3] ** 2 + 0.3 * weather[:, :1]
    return weather, {"yield": yield_, "moisture": moisture}


def make_model():
    inputs = keras.Input((6,), name="weather")
    h = keras.layers.Dense(16, activation="tanh")(inputs)
    h = keras.layers.Dense(16, activation="tanh")(h)
    return keras.Model(inputs, {
        "yield": keras.layers.Dense(1, name="yield")(h),
        "moisture": keras.layers.Dense(1, name="moisture")(h),
    })


weather, targets = make_data()
model = make_model()
optimizer = keras.optimizers.SGD(0.05)

for phase, weight in enumerate(PHASES):
    model.compile(
        optimizer=optimizer,
        loss={"yield": "mse", "moisture": "mse"},
        loss_weights={"yield": 1.0, "moisture": weight},
    )
    history = model.fit(weather, targets, batch_size=32, epochs=2, shuffle=False, verbose=0)
    print("phase %d weight %.1f loss %.4f" % (phase, weight, history.history["loss"][-1]))

predicted = model(weather, training=False)
for key in targets:
    print("%-8s mse %.4f" % (key, float(np.mean((predicted[key].numpy() - targets[key]) ** 2))))
