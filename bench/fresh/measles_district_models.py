# planted: TFR106 one traced step serves a dictionary of per-district models, a trace per model and optimizer
# style: epidemiology trainer, dict of models, two modules
"""Measles incidence in districts: one small autoregressive model for each, fitted over a shared calendar."""
import keras
import numpy as np

from measles_district_models_fit import fit_district, forecast

DISTRICTS = ["Arden", "Brack", "Corve", "Dunmere", "Eskdale", "Fell", "Garth", "Holt"]
LAGS = 4


def simulate(rng, weeks=90):
    season = 1.2 + 0.5 * np.sin(2 * np.pi * np.arange(weeks) / 26 + rng.uniform(0, 2))
    log_cases = np.zeros(weeks)
    for t in range(1, weeks):
        log_cases[t] = 0.75 * log_cases[t - 1] + 0.4 * season[t] + 0.15 * rng.normal()
    return log_cases.astype("float32")


def windows(series):
    rows = np.stack([series[i:i + LAGS] for i in range(len(series) - LAGS)])
    return rows, series[LAGS:, None]


def build():
    return keras.Sequential([keras.Input((LAGS,)), keras.layers.Dense(6, activation="tanh"), keras.layers.Dense(1)])


def main():
    keras.utils.set_random_seed(1954)
    rng = np.random.default_rng(5)
    data = {d: windows(simulate(rng)) for d in DISTRICTS}
    models = {d: build() for d in DISTRICTS}
    optimizers = {d: keras.optimizers.SGD(0.05) for d in DISTRICTS}
    errors, ahead = {}, {}
    for district in DISTRICTS:
        x, y = data[district]
        errors[district] = fit_district(models[district], optimizers[district], x, y, sweeps=25)
        ahead[district] = forecast(models[district], x[-1:])
    worst = max(errors, key=errors.get)
    print("districts", len(models))
    print("mean error", round(float(np.mean(list(errors.values()))), 2))
    print("worst", worst, round(errors[worst], 2))
    print("next week, Arden", round(ahead["Arden"], 2))


if __name__ == "__main__":
    main()
