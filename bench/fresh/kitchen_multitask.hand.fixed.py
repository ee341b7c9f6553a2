# planted: TFR602 the balance of the two losses is changed by compiling the model again before every short fit
# style: functional Keras model with two heads, functions, staged training for a delivery kitchen
import numpy as np
import tensorflow as tf
import keras

STAGES = 10


def kitchen_orders(count, seed):
    rng = np.random.default_rng(seed)
    items = rng.poisson(3, count) + 1
    hour = rng.uniform(0, 1, count)
    cooks = rng.integers(1, 5, count)
    queue = rng.poisson(2 + 4 * np.sin(np.pi * hour), count)
    minutes = 6 + 2.2 * items + 1.5 * queue / cooks + rng.normal(0, 1, count)
    late = (minutes > 18).astype("float32")
    x = np.column_stack([items / 4, hour, cooks / 2, queue / 4]).astype("float32")
    return x, {"minutes": (minutes / 10).astype("float32")[:, None], "late": late[:, None]}


def build():
    inputs = keras.Input((4,), name="order")
    shared = keras.layers.Dense(24, activation="relu")(inputs)
    shared = keras.layers.Dense(16, activation="relu")(shared)
    minutes = keras.layers.Dense(1, name="minutes")(shared)
    late = keras.layers.Dense(1, activation="sigmoid", name="late")(shared)
    return keras.Model(inputs, {"minutes": minutes, "late": late})


def balance(stage):
    """Start with the durations, end with the late flag."""
    late = stage / (STAGES - 1)
    return {"minutes": 1.0 - 0.8 * late, "late": 0.2 + 0.8 * late}


def train_in_stages(model, x, targets):
    batches = tf.data.Dataset.from_tensor_slices((x, targets)).batch(50)
    factors = {name: tf.Variable(1.0, trainable=False) for name in ("minutes", "late")}
    mse, crossentropy = keras.losses.MeanSquaredError(), keras.losses.BinaryCrossentropy()
    model.compile(optimizer=keras.optimizers.SGD(0.05),
                  loss={"minutes": lambda y, p: factors["minutes"] * mse(y, p),
                        "late": lambda y, p: factors["late"] * crossentropy(y, p)})
    curve = []
    for stage in range(STAGES):
        for name, weight in balance(stage).items():
            factors[name].assign(weight)
        log = model.fit(batches, epochs=1, verbose=0)
        curve.append(log.history["loss"][0])
    return curve


def report(model, x, targets, name):
    guess = model(x, training=False)
    mae = 10 * np.mean(np.abs(guess["minutes"].numpy() - targets["minutes"]))
    right = np.mean((guess["late"].numpy() > 0.5) == (targets["late"] > 0.5))
    print("%-5s minutes off %.2f late flag right %.2f" % (name, mae, right))


def main():
    keras.utils.set_random_seed(19)
    x, targets = kitchen_orders(600, seed=19)
    model = build()
    curve = train_in_stages(model, x, targets)
    print("weighted loss", " ".join("%.2f" % value for value in curve[::3]))
    report(model, x, targets, "train")
    report(model, *kitchen_orders(200, seed=20), "test")


if __name__ == "__main__":
    main()
