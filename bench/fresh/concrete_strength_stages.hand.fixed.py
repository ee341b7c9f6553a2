# planted: TFR602 the network is compiled again in every stage only to lower the learning rate
# style: Keras script with a staged schedule, civil engineering
"""Compressive strength of concrete mixes: a small network trained in cooling stages."""
import keras
import numpy as np

keras.utils.set_random_seed(23)

COLUMNS = ["cement", "slag", "water", "plasticiser", "gravel", "sand", "age"]


def mixes(n=480, seed=2):
    rng = np.random.default_rng(seed)
    x = np.stack([
        rng.uniform(150, 500, n), rng.uniform(0, 200, n), rng.uniform(140, 220, n), rng.uniform(0, 15, n),
        rng.uniform(850, 1100, n), rng.uniform(600, 900, n), rng.choice([3, 7, 14, 28, 56, 90], n),
    ], axis=1)
    binder = x[:, 0] + 0.7 * x[:, 1]
    strength = 22.0 * (binder / x[:, 2]) ** 0.9 * np.log1p(x[:, 6]) / np.log(29) * 0.6 + 0.4 * x[:, 3]
    return x, strength + rng.normal(0, 2.0, n)


def network():
    return keras.Sequential([
        keras.Input((len(COLUMNS),)),
        keras.layers.Dense(24, activation="tanh"),
        keras.layers.Dense(12, activation="tanh"),
        keras.layers.Dense(1),
    ])


def stages(first=0.05, factor=0.7, count=8):
    rate = first
    for number in range(count):
        yield number, rate
        rate *= factor


def train(x, y, epochs_per_stage=3):
    model = network()
    model.compile(optimizer=keras.optimizers.SGD(), loss="mse", metrics=["mae"])
    history = []
    for number, rate in stages():
        model.optimizer.learning_rate = rate
        record = model.fit(x, y, batch_size=40, epochs=epochs_per_stage, verbose=0, shuffle=False)
        history.append((rate, record.history["loss"][-1], record.history["mae"][-1]))
    return model, history


def main():
    x, y = mixes()
    x = (x - x.mean(axis=0)) / x.std(axis=0)
    target = (y - y.mean()) / y.std()
    model, history = train(x[:400], target[:400])
    for rate, loss, mae in history[::3]:
        print(f"rate {rate:.4f}: loss {loss:.4f}, mae {mae:.4f}")
    error = model(x[400:]).numpy()[:, 0] - target[400:]
    print("held-out error in MPa:", round(float(np.abs(error).mean() * y.std()), 2))


main()
