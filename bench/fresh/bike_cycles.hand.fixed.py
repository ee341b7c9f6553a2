# planted: TFR602 each cosine cycle compiles the model again for the sake of another peak learning rate
# style: subclassed keras.Model, snapshot training with a settings dict, averages snapshots at the end
import math

import numpy as np
from tensorflow import keras

SETTINGS = {"cycles": 5, "epochs": 4, "peak": 0.08, "decay": 0.75, "batch": 40}


class Rentals(keras.Model):
    def __init__(self, hours=24, units=12):
        super().__init__()
        self.hour = keras.layers.Embedding(hours, 4)
        self.hidden = keras.layers.Dense(units, activation="relu")
        self.out = keras.layers.Dense(1)

    def call(self, inputs):
        weather, hour = inputs
        h = keras.ops.concatenate([weather, self.hour(hour)], axis=-1)
        return self.out(self.hidden(h))


def observations(n=400, seed=26):
    rng = np.random.default_rng(seed)
    hour = rng.integers(0, 24, n)
    weather = rng.normal(size=(n, 2)).astype("float32")
    commute = np.exp(-((hour - 8) ** 2) / 4) + np.exp(-((hour - 18) ** 2) / 6)
    demand = 1.5 * commute + 0.4 * weather[:, 0] - 0.5 * np.maximum(weather[:, 1], 0)
    return weather, hour.astype("int32"), (demand + rng.normal(0, 0.1, n)).astype("float32")[:, None]


def rmse(prediction, y):
    return float(np.sqrt(np.mean((prediction - y) ** 2)))


def main(cfg=SETTINGS):
    keras.utils.set_random_seed(1)
    weather, hour, y = observations()
    train, test = slice(0, 320), slice(320, None)
    model = Rentals()
    model.compile(optimizer=keras.optimizers.SGD(cfg["peak"]), loss="mse")
    snapshots = []
    for cycle in range(cfg["cycles"]):
        peak = cfg["peak"] * cfg["decay"] ** cycle
        model.optimizer.learning_rate = peak

        def cosine(epoch, lr, peak=peak):
            return 0.5 * peak * (1 + math.cos(math.pi * epoch / cfg["epochs"]))

        model.fit([weather[train], hour[train]], y[train], epochs=cfg["epochs"], batch_size=cfg["batch"],
                  shuffle=False, verbose=0, callbacks=[keras.callbacks.LearningRateScheduler(cosine)])
        prediction = model([weather[test], hour[test]], training=False).numpy()
        snapshots.append(prediction)
        print(f"cycle {cycle} peak {peak:.4f} rmse {rmse(prediction, y[test]):.4f}")
    ensemble = np.mean(snapshots[2:], axis=0)
    print(f"average of the last snapshots: {rmse(ensemble, y[test]):.4f}")


if __name__ == "__main__":
    main()
