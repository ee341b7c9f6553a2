# planted: TFR602 the study resets its network by compiling it again for each household, so every fit traces its train function anew
# style: Keras Sequential, study class, leave-rest-alone experiment
"""How many days of readings does a household need before its own forecaster is any good?"""
import keras
import numpy as np


def household(seed, days):
    rng = np.random.default_rng(seed)
    hours = np.arange(days * 24)
    habit = 0.4 + 0.3 * np.sin(2 * np.pi * (hours - rng.integers(4, 9)) / 24)
    evening = np.exp(-0.5 * ((hours % 24 - 19) / 2.0) ** 2) * rng.uniform(0.5, 1.5)
    return (habit + evening + 0.05 * rng.normal(size=hours.size)).astype("float32")


def supervised(load, lags=24):
    rows = np.stack([load[i : i + lags] for i in range(len(load) - lags)])
    return rows, load[lags:, None]


class HouseholdStudy:
    def __init__(self, rate=0.02):
        keras.utils.set_random_seed(14)
        self.rate = rate
        self.model = keras.Sequential([
            keras.Input((24,)),
            keras.layers.Dense(8, activation="tanh"),
            keras.layers.Dense(1),
        ])
        self.start = self.model.get_weights()

    def fresh(self):
        self.model.set_weights(self.start)
        self.model.compile(keras.optimizers.SGD(self.rate), "mse")
        return self.model

    def error_after(self, load, days):
        train_x, train_y = supervised(load[: days * 24])
        test_x, test_y = supervised(load[-10 * 24 :])
        model = self.fresh()
        model.fit(train_x[-192:], train_y[-192:], batch_size=48, epochs=4, shuffle=False, verbose=0)
        forecast = np.asarray(model(test_x))
        return float(np.mean((forecast - test_y) ** 2))


def curve(study, seeds, days):
    return [np.mean([study.error_after(household(s, 40), d) for s in seeds]) for d in days]


def main():
    study = HouseholdStudy()
    days = (9, 12, 20)
    errors = curve(study, seeds=(1, 2, 3), days=days)
    for d, e in zip(days, errors):
        print(f"{d:3d} days: mse {e:.3f}")
    best = days[int(np.argmin(errors))]
    print("best:", best, "days")


if __name__ == "__main__":
    main()
