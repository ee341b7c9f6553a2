"""Every night refit a small model per room: how fast does it warm up, given outside temperature and valve?"""
import numpy as np
import tensorflow as tf
from tensorflow import keras

CONFIG = {
    "kitchen": {"leak": 0.12, "power": 1.6},
    "study": {"leak": 0.05, "power": 1.1},
    "attic": {"leak": 0.21, "power": 0.9},
}


def build_room_model(seed):
    keras.utils.set_random_seed(seed)
    return keras.Sequential([
        keras.Input((3,)),
        keras.layers.Dense(8, activation="tanh"),
        keras.layers.Dense(1),
    ])


@tf.function
def fit_step(model, optimizer, inputs, warming):
    with tf.GradientTape() as tape:
        error = model(inputs, training=True)[:, 0] - warming
        loss = tf.reduce_mean(tf.square(error))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


class House:
    def __init__(self, config, seed=13):
        self.config = config
        self.rng = np.random.default_rng(seed)
        self.measured = {room: [] for room in config}
        self.models, self.optimizers, self.initial = {}, {}, {}
        for number, room in enumerate(config):
            model = self.models[room] = build_room_model(seed=number)
            self.initial[room] = model.get_weights()
            self.optimizers[room] = keras.optimizers.SGD(0.1)
            self.optimizers[room].build(model.trainable_variables)
        self.report = {room: [] for room in config}

    def day(self, samples=32):
        for room, physics in self.config.items():
            outside = self.rng.uniform(-5, 15, samples)
            inside = self.rng.uniform(15, 23, samples)
            valve = self.rng.uniform(0, 1, samples)
            warming = physics["power"] * valve - physics["leak"] * (inside - outside) / 5
            warming += 0.05 * self.rng.normal(size=samples)
            inputs = np.stack([(outside - 5) / 6, (inside - 19) / 2.5, valve * 2 - 1], axis=1)
            self.measured[room].append((inputs.astype("float32"), warming.astype("float32")))

    def night(self, epochs=15):
        for room, model in self.models.items():
            model.set_weights(self.initial[room])
            optimizer = self.optimizers[room]
            days = self.measured[room][-3:]
            for _ in range(epochs):
                for inputs, warming in days:
                    loss = fit_step(model, optimizer, tf.constant(inputs), tf.constant(warming))
            self.report[room].append(float(loss))

    def warming(self, room, outside, inside, valve):
        row = [[(outside - 5) / 6, (inside - 19) / 2.5, valve * 2 - 1]]
        return float(self.models[room](tf.constant(row))[0, 0])


def main(nights=6):
    house = House(CONFIG)
    for _ in range(nights):
        house.day()
        house.night()
    for room, losses in house.report.items():
        print(f"{room}: loss {losses[0]:.3f} -> {losses[-1]:.3f}, valve open {house.warming(room, 0, 19, 1.0):.2f}")
    print("fits:", sum(len(losses) for losses in house.report.values()))


if __name__ == "__main__":
    main()
