# planted: TFR603 TFR601 for each tunnel segment the script builds, compiles, fits a Keras model and predicts chainage by chainage
# style: geotechnical Keras script, dict of segments, rounds of monitoring
"""Convergence of tunnel walls behind the face, a small network for every lining segment."""
import keras
import numpy as np

SEGMENTS = {"S1 shale": (18.0, 0.10), "S2 marl": (26.0, 0.07), "S3 fault": (55.0, 0.04), "S4 gneiss": (6.0, 0.2)}
AHEAD = (20.0, 35.0, 50.0)


def readings(limit, rate, rng, n=64):
    distance = rng.uniform(0, 50, n)
    closure = limit * (1 - np.exp(-rate * distance)) + 0.02 * limit * rng.normal(size=n)
    return distance.astype("float32"), closure.astype("float32")


def scale(distance, closure, limit):
    return (distance[:, None] / 25.0 - 1.0), closure[:, None] / limit


def network():
    model = keras.Sequential([
        keras.Input((1,)),
        keras.layers.Dense(8, activation="tanh", kernel_initializer=keras.initializers.RandomNormal(0.0, 1.0, seed=7)),
        keras.layers.Dense(1, kernel_initializer=keras.initializers.RandomNormal(0.0, 0.3, seed=8)),
    ])
    model.compile(keras.optimizers.SGD(0.1), "mse")
    return model


def at_distance(model, metres):
    x = np.array([[metres / 25.0 - 1.0]], "float32")
    return float(model.predict(x, verbose=0)[0, 0])


def assess(name, rng):
    limit, rate = SEGMENTS[name]
    model = network()
    x, y = scale(*readings(limit, rate, rng), limit)
    loss = model.fit(x, y, epochs=12, batch_size=16, shuffle=False, verbose=0).history["loss"][-1]
    return loss, {metres: limit * at_distance(model, metres) for metres in AHEAD}


def main():
    rng = np.random.default_rng(1843)
    report = {name: assess(name, rng) for name in SEGMENTS}
    for name in ("S1 shale", "S3 fault", "S4 gneiss"):
        loss, ahead = report[name]
        print(f"{name:10s} loss {loss:.3f}  closure mm " + " ".join(f"{m:.0f}m:{v:.1f}" for m, v in ahead.items()))
    late = {name: ahead[50.0] - ahead[35.0] for name, (_, ahead) in report.items()}
    print("still moving most:", max(late, key=late.get))
    print("mean loss", round(float(np.mean([loss for loss, _ in report.values()])), 3))


if __name__ == "__main__":
    main()
