# planted: TFR602 the model is compiled again before the fit of every budget stage
# style: Keras functional, marketing finance, staged fitting loop
"""Media mix: fit response curves while the newest weeks gain weight from stage to stage."""
import keras
import numpy as np

CHANNELS = ["search", "video", "radio"]


def weeks(count, seed):
    rng = np.random.default_rng(seed)
    spend = rng.gamma(2.0, 1.0, (count, 3)).astype("float32")
    sales = 4.0 + 3.0 * (1 - np.exp(-spend[:, 0])) + 1.5 * np.sqrt(spend[:, 1]) + 0.2 * spend[:, 2]
    return spend, (sales + rng.normal(0, 0.1, count)).astype("float32")[:, None]


def build():
    keras.utils.set_random_seed(12)
    inputs = keras.Input((3,))
    x = keras.layers.Dense(24, activation="softplus")(inputs)
    x = keras.layers.Dense(12, activation="softplus")(x)
    return keras.Model(inputs, keras.layers.Dense(1)(x))


def stage_weights(count, stage, stages):
    age = np.arange(count)[::-1]
    half_life = count / (1.0 + 2.0 * stage / stages)
    return (0.5 ** (age / half_life)).astype("float32")


def fit_stages(model, spend, sales, stages):
    optimizer = keras.optimizers.Adam(0.02)
    losses = []
    for stage in range(stages):
        model.compile(optimizer=optimizer, loss="mse")
        weight = stage_weights(len(spend), stage, stages)
        history = model.fit(spend, sales, sample_weight=weight, batch_size=52,
                            epochs=3, shuffle=False, verbose=0)
        losses.append(history.history["loss"][-1])
    return losses


def marginal_return(model, channel):
    base = np.ones((1, 3), "float32")
    more = base.copy()
    more[0, channel] += 0.5
    return float(model(more)[0, 0] - model(base)[0, 0]) / 0.5


def main():
    spend, sales = weeks(208, 6)
    model = build()
    losses = fit_stages(model, spend, sales, 12)
    print("improved", losses[-1] < losses[0])
    for i, channel in enumerate(CHANNELS):
        print(channel, round(marginal_return(model, i), 2))


if __name__ == "__main__":
    main()
