"""Annealed label smoothing on noisy labels: start soft, end hard."""
import numpy as np
from tensorflow import keras

SETTINGS = {
    "classes": 5,
    "epochs": 14,
    "batch": 50,
    "rate": 0.3,
    "smoothing": {"start": 0.3, "stop": 0.0},
    "flip": 0.15,
}


def noisy_clusters(n, seed, cfg):
    rng = np.random.default_rng(seed)
    k = cfg["classes"]
    angle = 2 * np.pi * np.arange(k) / k
    centres = 2.0 * np.stack([np.cos(angle), np.sin(angle)], 1)
    truth = rng.integers(k, size=n)
    x = centres[truth] + rng.normal(0, 0.7, (n, 2))
    given = np.where(rng.uniform(size=n) < cfg["flip"], rng.integers(k, size=n), truth)
    return x.astype("float32"), np.eye(k, dtype="float32")[given], truth


def classifier(cfg):
    inputs = keras.Input((2,))
    h = keras.layers.Dense(24, activation="relu")(inputs)
    return keras.Model(inputs, keras.layers.Dense(cfg["classes"], activation="softmax")(h))


def smoothing_at(epoch, cfg):
    s = cfg["smoothing"]
    return s["start"] + (s["stop"] - s["start"]) * epoch / (cfg["epochs"] - 1)


def train(model, x, y, cfg):
    optimizer_rate = cfg["rate"]
    curve = []
    smoothing = keras.Variable(0.0, trainable=False)

    def smoothed_crossentropy(y_true, y_pred):
        soft = y_true * (1.0 - smoothing) + smoothing / cfg["classes"]
        return keras.losses.categorical_crossentropy(soft, y_pred)

    model.compile(keras.optimizers.SGD(optimizer_rate), smoothed_crossentropy)
    for epoch in range(cfg["epochs"]):
        smoothing.assign(smoothing_at(epoch, cfg))
        total = 0.0
        for i in range(0, len(x), cfg["batch"]):
            model.train_on_batch(x[i:i + cfg["batch"]], y[i:i + cfg["batch"]])
        probabilities = model.predict_on_batch(x)
        total = float(np.mean(np.max(probabilities, axis=1)))
        curve.append(total)
    return curve


def calibration_gap(model, x, truth):
    p = model.predict_on_batch(x)
    confidence, guess = p.max(1), p.argmax(1)
    return float(confidence.mean() - (guess == truth).mean()), float((guess == truth).mean())


def main(cfg=SETTINGS):
    keras.utils.set_random_seed(16)
    x, y, _ = noisy_clusters(500, 0, cfg)
    model = classifier(cfg)
    curve = train(model, x, y, cfg)
    for epoch in range(0, cfg["epochs"], 4):
        print(f"epoch {epoch}: smoothing {smoothing_at(epoch, cfg):.2f} confidence {curve[epoch]:.2f}")
    x_test, _, truth = noisy_clusters(400, 1, cfg)
    gap, accuracy = calibration_gap(model, x_test, truth)
    print(f"test accuracy {accuracy:.2f}, confidence minus accuracy {gap:.2f}")


if __name__ == "__main__":
    main()
