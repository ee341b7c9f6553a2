# planted: TFR103 TFR101 the list of noise levels grows with training, and the place in it is an int
# style: reproduction of a generative-model paper, one class per idea
"""A consistency model of points on two moons, trained with a growing number of levels."""

import math

import numpy as np
import tensorflow as tf

SIGMA_MIN, SIGMA_MAX, RHO = 0.02, 4.0, 7.0


def karras_levels(count):
    ramp = [i / (count - 1) for i in range(count)]
    low, high = SIGMA_MIN ** (1 / RHO), SIGMA_MAX ** (1 / RHO)
    return [(low + r * (high - low)) ** RHO for r in ramp]


def levels_at(step, total, first=3, last=12):
    grown = (step / total) * ((last + 1) ** 2 - first**2) + first**2
    return math.ceil(math.sqrt(grown))


class ConsistencyModel(tf.Module):
    def __init__(self, rng, width=32):
        super().__init__()
        self.a = tf.Variable(rng.normal(0, 0.5, (3, width)).astype("float32"))
        self.b = tf.Variable(np.zeros(width, "float32"))
        self.c = tf.Variable(rng.normal(0, 0.2, (width, 2)).astype("float32"))

    def __call__(self, x, sigma):
        data = 0.7
        skip = data**2 / ((sigma - SIGMA_MIN) ** 2 + data**2)
        out = data * (sigma - SIGMA_MIN) / tf.sqrt(sigma**2 + data**2)
        level = tf.fill([tf.shape(x)[0], 1], 0.25 * tf.math.log(sigma))
        hidden = tf.nn.silu(tf.concat([x, level], axis=1) @ self.a + self.b)
        return skip * x + out * (hidden @ self.c)


class Trainer:
    def __init__(self, online, target, rate=0.05):
        self.online = online
        self.target = target
        self.rate = rate

    @tf.function(reduce_retracing=True)
    def step(self, x, noise, sigmas, place):
        now, following = sigmas[place], sigmas[place + 1]
        goal = self.target(x + now * noise, now)
        variables = self.online.trainable_variables
        with tf.GradientTape() as tape:
            guess = self.online(x + following * noise, following)
            loss = tf.reduce_mean(tf.sqrt(tf.reduce_sum((guess - goal) ** 2, axis=1) + 1e-4))
        for variable, gradient in zip(variables, tape.gradient(loss, variables)):
            variable.assign_sub(self.rate * gradient)
        for slow, fast in zip(self.target.trainable_variables, variables):
            slow.assign(0.9 * slow + 0.1 * fast)
        return loss


def moons(count, rng):
    angle = rng.uniform(0, np.pi, count)
    side = rng.choice([-1.0, 1.0], count)
    x = np.stack([side * np.cos(angle) + 0.5 * side, side * np.sin(angle)], axis=1)
    return (x + 0.05 * rng.normal(size=x.shape)).astype("float32")


def main():
    rng = np.random.default_rng(6)
    trainer = Trainer(
        ConsistencyModel(np.random.default_rng(7)), ConsistencyModel(np.random.default_rng(7))
    )
    total = 30
    for step in range(total):
        sigmas = karras_levels(levels_at(step, total))
        place = int(rng.integers(len(sigmas) - 1))
        x = moons(48, rng)
        noise = rng.normal(size=x.shape).astype("float32")
        loss = trainer.step(x, noise, tf.constant(sigmas), tf.constant(place))
        if step % 5 == 4:
            print(f"step {step}: {len(sigmas)} levels, loss {float(loss):.4f}")
    start = SIGMA_MAX * rng.normal(size=(64, 2))
    made = trainer.target(tf.constant(start, tf.float32), tf.constant(SIGMA_MAX))
    print("spread of samples", np.round(made.numpy().std(axis=0), 4))


if __name__ == "__main__":
    main()
