# planted: TFR601 predict is called for a few rows in every simulated year
# style: Keras model in a simulation class, medicine
"""Bone density under treatment plans: a learned yearly change, rolled forward."""
import keras
import numpy as np

keras.utils.set_random_seed(5)


def cohort(n=900, seed=1):
    rng = np.random.default_rng(seed)
    age = rng.uniform(45, 80, n)
    density = rng.normal(0.95, 0.12, n)
    dose = rng.choice([0.0, 0.5, 1.0], n)
    x = np.stack([(age - 60) / 10, (density - 0.95) / 0.12, dose], axis=1)
    change = -0.006 - 0.004 * x[:, 0] - 0.002 * x[:, 1] + 0.014 * dose
    return x.astype("float32"), (100 * (change + rng.normal(0, 0.003, n))).astype("float32")


def yearly_model():
    x, y = cohort()
    model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(16, activation="tanh"), keras.layers.Dense(1)])
    model.compile(optimizer=keras.optimizers.Adam(0.02), loss="mse")
    model.fit(x, y, epochs=12, batch_size=100, verbose=0)
    return model


class Clinic:
    def __init__(self, model):
        self.model = model

    def next_year(self, age, density, dose):
        features = np.stack([(age - 60) / 10, (density - 0.95) / 0.12, dose], axis=1).astype("float32")
        change = self.model.predict(features, verbose=0)[:, 0] / 100
        return age + 1, density + change

    def follow(self, age, density, plan, years=12):
        fractures = np.zeros(len(age))
        for year in range(years):
            dose = plan(year, density)
            age, density = self.next_year(age, density, dose)
            fractures += 0.01 * np.exp((0.75 - density) * 6)
        return density, fractures


PLANS = {
    "none": lambda year, density: np.zeros_like(density),
    "first five": lambda year, density: np.full_like(density, 1.0 if year < 5 else 0.0),
    "when low": lambda year, density: (density < 0.85).astype("float64"),
}

clinic = Clinic(yearly_model())
ages = np.array([52.0, 58.0, 63.0, 70.0, 74.0])
start = np.array([1.02, 0.91, 0.86, 0.83, 0.79])
for name, plan in PLANS.items():
    density, fractures = clinic.follow(ages, start, plan)
    print(f"{name:10s} mean density {density.mean():.3f}, worst {density.min():.3f}, "
          f"fractures per patient {fractures.mean():.3f}")
