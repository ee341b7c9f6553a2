# planted: TFR103 the weights of the loss terms are balanced every few steps and go as a dictionary of floats
# style: PhD student's physics-informed network for a damped oscillator
import math

import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(4)

OMEGA = 4.0
ZETA = 0.15


def make_network(width=24, depth=2):
    layers = [tf.keras.layers.Input([1])]
    layers += [tf.keras.layers.Dense(width, activation="tanh") for _ in range(depth)]
    return tf.keras.Sequential(layers + [tf.keras.layers.Dense(1)])


class OscillatorPINN:
    def __init__(self, t_max=1.5, points=64):
        self.net = make_network()
        self.optimizer = tf.keras.optimizers.Adam(4e-3)
        self.optimizer.build(self.net.trainable_variables)
        self.t = tf.constant(np.linspace(0, t_max, points)[:, None], tf.float32)
        self.weights = {"residual": 1.0, "position": 1.0, "velocity": 1.0}

    def losses(self):
        with tf.GradientTape() as outer:
            outer.watch(self.t)
            with tf.GradientTape() as inner:
                inner.watch(self.t)
                x = self.net(self.t)
            v = inner.gradient(x, self.t)
        a = outer.gradient(v, self.t)
        residual = (a + 2 * ZETA * OMEGA * v + OMEGA**2 * x) / OMEGA**2
        return {
            "residual": tf.reduce_mean(residual**2),
            "position": (x[0, 0] - 1.0) ** 2,
            "velocity": v[0, 0] ** 2 / OMEGA,
        }

    @tf.function
    def train_step(self, weights):
        with tf.GradientTape() as tape:
            terms = self.losses()
            total = tf.add_n([weights[name] * terms[name] for name in sorted(terms)])
        grads = tape.gradient(total, self.net.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.net.trainable_variables))
        return terms

    def balance(self, terms, smoothing=0.7):
        """Raise the weight of the terms that are large compared with the others."""
        values = {name: float(value) for name, value in terms.items()}
        mean = sum(values.values()) / len(values)
        for name, value in values.items():
            wanted = min(max(math.sqrt(value / mean), 0.3), 5.0)
            self.weights[name] = smoothing * self.weights[name] + (1 - smoothing) * wanted

    def train(self, steps, every=10):
        for step in range(1, steps + 1):
            terms = self.train_step({name: tf.constant(weight) for name, weight in self.weights.items()})
            if step % every == 0:
                self.balance(terms)
            if step % 50 == 0:
                print(step, {k: round(float(v), 4) for k, v in terms.items()}, {k: round(v, 3) for k, v in self.weights.items()})


pinn = OscillatorPINN()
pinn.train(150)
print("x(t):", np.round(pinn.net(pinn.t[::16]).numpy()[:, 0], 3).tolist())
