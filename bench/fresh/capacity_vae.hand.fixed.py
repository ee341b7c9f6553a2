# planted: TFR104 a settings object is made anew for each batch and handed to the compiled step
# style: a researcher who likes dataclasses, the objective written as a function of its settings
"""A small VAE with controlled capacity: the KL term is drawn towards a capacity that grows."""

import dataclasses

import numpy as np
import tensorflow as tf

LATENT = 2


@dataclasses.dataclass(frozen=True)
class Objective:
    gamma: float
    capacity: float
    likelihood: str = "bernoulli"


class Encoder(tf.Module):
    def __init__(self, width, name=None):
        super().__init__(name)
        init = tf.keras.initializers.GlorotUniform(seed=1)
        self.hidden = tf.Variable(init((16, width)))
        self.out = tf.Variable(init((width, 2 * LATENT)))

    def __call__(self, x):
        return tf.split(tf.tanh(x @ self.hidden) @ self.out, 2, axis=1)


class Decoder(tf.Module):
    def __init__(self, width, name=None):
        super().__init__(name)
        init = tf.keras.initializers.GlorotUniform(seed=2)
        self.hidden = tf.Variable(init((LATENT, width)))
        self.out = tf.Variable(init((width, 16)))

    def __call__(self, z):
        return tf.tanh(z @ self.hidden) @ self.out


encoder, decoder = Encoder(20), Decoder(20)
optimizer = tf.keras.optimizers.Adam(0.02)
weights = encoder.trainable_variables + decoder.trainable_variables
optimizer.build(weights)


def reconstruction(x, logits, kind):
    if kind == "bernoulli":
        each = tf.nn.sigmoid_cross_entropy_with_logits(labels=x, logits=logits)
    else:
        each = (x - logits) ** 2
    return tf.reduce_mean(tf.reduce_sum(each, axis=1))


@tf.function
def learn(x, noise, gamma, capacity, likelihood):
    with tf.GradientTape() as tape:
        mean, log_var = encoder(x)
        logits = decoder(mean + tf.exp(0.5 * log_var) * noise)
        kl = tf.reduce_mean(0.5 * tf.reduce_sum(tf.exp(log_var) + mean**2 - 1.0 - log_var, axis=1))
        fit = reconstruction(x, logits, likelihood)
        loss = fit + gamma * tf.abs(kl - capacity)
    optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
    return fit, kl


def bars(count, rng):
    """Images of 4 x 4 pixels with one bar, across or down."""
    images = np.zeros((count, 4, 4), np.float32)
    for image in images:
        if rng.random() < 0.5:
            image[rng.integers(4)] = 1.0
        else:
            image[:, rng.integers(4)] = 1.0
    return images.reshape(count, 16)


def main():
    rng = np.random.default_rng(17)
    data = bars(96, rng)
    total = 24
    for step in range(total):
        x = data[rng.integers(len(data), size=32)]
        noise = rng.normal(size=(32, LATENT)).astype(np.float32)
        objective = Objective(gamma=8.0, capacity=1.5 * min(1.0, step / 12))
        fit, kl = learn(
            x,
            noise,
            tf.constant(objective.gamma),
            tf.constant(objective.capacity),
            objective.likelihood,
        )
        if step % 6 == 5:
            print(f"{step:3d}  fit {float(fit):.3f}  kl {float(kl):.3f}  goal {objective.capacity:.3f}")


if __name__ == "__main__":
    main()
