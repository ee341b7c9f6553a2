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


def at_distances(model, metres):
    x = np.array(metres, "float32")[:, None] / 25.0 - 1.0
    return [float(v) for v in model.predict_on_batch(x)[:, 0]]


def assess(model, untrained, name, rng):
    limit, rate = SEGMENTS[name]
    model.set_weights(untrained)
    x, y = scale(*readings(limit, rate, rng), limit)
    loss = model.fit(x, y, epochs=12, batch_size=16, shuffle=False, verbose=0).history["loss"][-1]
    return loss, {metres: limit * v for metres, v in zip(AHEAD, at_distances(model, AHEAD))}


def main():
    rng = np.random.default_rng(1843)
    model = network()
    untrained = model.get_weights()
    report = {name: assess(model, untrained, name, rng) for name in SEGMENTS}
    for name in ("S1 shale", "S3 fault", "S4 gneiss"):
        loss, ahead = report[name]
        print(f"{name:10s} loss {loss:.3f}  closure mm " + " ".join(f"{m:.0f}m:{v:.1f}" for m, v in ahead.items()))
    late = {name: ahead[50.0] - ahead[35.0] for name, (_, ahead) in report.items()}
    print("still moving most:", max(late, key=late.get))
    print("mean loss", round(float(np.mean([loss for loss, _ in report.values()])), 3))


if __name__ == "__main__":
    main()
