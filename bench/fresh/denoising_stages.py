# planted: TFR602 the autoencoder is compiled again for each stage only to change its learning rate
# style: applied scientist with dataclass settings and logging through print
from dataclasses import dataclass

import numpy as np
import tensorflow as tf


@dataclass
class Stage:
    noise: float
    learning_rate: float
    epochs: int = 1


STAGES = [
    Stage(noise=0.05, learning_rate=0.4),
    Stage(noise=0.10, learning_rate=0.35),
    Stage(noise=0.15, learning_rate=0.3),
    Stage(noise=0.20, learning_rate=0.25),
    Stage(noise=0.30, learning_rate=0.2, epochs=2),
]


def signals(count, length, rng):
    t = np.linspace(0, 1, length)
    freq = rng.uniform(1, 3, (count, 1))
    phase = rng.uniform(0, 2 * np.pi, (count, 1))
    return np.sin(2 * np.pi * freq * t + phase).astype(np.float32)


def build_autoencoder(length, code):
    inputs = tf.keras.Input([length])
    hidden = tf.keras.layers.Dense(24, activation="tanh")(inputs)
    coded = tf.keras.layers.Dense(code, activation="tanh", name="code")(hidden)
    hidden = tf.keras.layers.Dense(24, activation="tanh")(coded)
    outputs = tf.keras.layers.Dense(length)(hidden)
    return tf.keras.Model(inputs, outputs, name="denoiser")


class Experiment:
    def __init__(self, seed=23):
        tf.keras.utils.set_random_seed(seed)
        self.rng = np.random.default_rng(seed)
        self.clean = signals(160, 32, self.rng)
        self.held_out = signals(32, 32, self.rng)
        self.model = build_autoencoder(32, 5)

    def corrupt(self, x, noise):
        return x + noise * self.rng.normal(size=x.shape).astype(np.float32)

    def run_stage(self, stage):
        self.model.compile(optimizer=tf.keras.optimizers.SGD(stage.learning_rate), loss="mse")
        history = self.model.fit(
            self.corrupt(self.clean, stage.noise), self.clean, batch_size=32, epochs=stage.epochs, shuffle=False, verbose=0
        )
        score = self.model.evaluate(self.corrupt(self.held_out, stage.noise), self.held_out, verbose=0)
        return history.history["loss"][-1], score


def main():
    experiment = Experiment()
    for number, stage in enumerate(STAGES, 1):
        loss, score = experiment.run_stage(stage)
        print(f"stage {number} noise={stage.noise:.2f} lr={stage.learning_rate:.2f} loss={loss:.4f} held out={score:.4f}")
    restored = experiment.model(experiment.held_out[:3]).numpy()
    print("restored:", np.round(restored[:, ::8], 3).tolist())


if __name__ == "__main__":
    main()
