"""Teach a linear policy which of the sixteen opening squares an (imagined) expert likes."""
from dataclasses import dataclass

import numpy as np
import tensorflow as tf


@dataclass
class Settings:
    temperature: float = 2.0
    cooling: float = 0.93
    coldest: float = 0.4
    learning_rate: float = 0.5
    games: int = 32


@tf.function
def policy_gradient(weights, features, wanted, temperature):
    with tf.GradientTape() as tape:
        tape.watch(weights)
        logits = tf.linalg.matvec(features, weights) / temperature
        loss = tf.nn.softmax_cross_entropy_with_logits(wanted, logits)
    return loss, tape.gradient(loss, weights), tf.reduce_max(tf.nn.softmax(logits))


class Policy:
    def __init__(self, size):
        self.weights = tf.zeros([size])

    def learn(self, features, wanted, temperature, rate):
        loss, gradient, sureness = policy_gradient(
            self.weights, features, wanted, tf.constant(temperature, tf.float32))
        self.weights = self.weights - rate * gradient
        return float(loss), float(sureness)


class Tutor:
    def __init__(self, settings, seed=21):
        self.settings = settings
        self.rng = np.random.default_rng(seed)
        self.taste = self.rng.normal(size=6).astype("float32")
        self.policy = Policy(6)
        self.log = []

    def position(self):
        features = self.rng.normal(size=(16, 6)).astype("float32")
        best = int(np.argmax(features @ self.taste))
        return tf.constant(features), tf.one_hot(best, 16)

    def play(self):
        features, wanted = self.position()
        s = self.settings
        outcome = self.policy.learn(features, wanted, s.temperature, s.learning_rate)
        self.log.append(outcome)
        self.cool()

    def cool(self):
        s = self.settings
        s.temperature = max(s.coldest, s.temperature * s.cooling)


def examine(tutor, questions=60):
    right = 0
    for _ in range(questions):
        features, wanted = tutor.position()
        answer = tf.argmax(tf.linalg.matvec(features, tutor.policy.weights))
        right += int(answer) == int(tf.argmax(wanted))
    return right / questions


tutor = Tutor(Settings())
before = examine(tutor)
for _ in range(tutor.settings.games):
    tutor.play()
losses = np.array([loss for loss, _ in tutor.log])
print("right before:", round(before, 2))
print("right after:", round(examine(tutor), 2))
print("first and last losses:", np.round(losses[:4].mean(), 2), np.round(losses[-4:].mean(), 2))
print("last sureness:", round(tutor.log[-1][1], 2))
print("temperature:", round(tutor.settings.temperature, 3))
