"""The program: every call of a traced function is here."""

import numpy as np
import steps as traced
import tensorflow as tf
from models import Net, Options
from steps import Trainer, mapped, pinned_step, scaled, train_step
from steps import summed as total_of


class FineTuner(Trainer):
    def run(self, x):
        for epoch in range(5):
            self.step(x, epoch)


def main():
    x = tf.ones([4])
    rows = tf.ones([4, 3])
    for epoch in range(10):
        train_step(x, epoch)
        pinned_step(x, epoch)
        traced.rated(x, Options(0.5))
        mapped(x, lambda value: value * 2.0)
    scaled(x, 1)
    scaled(x, 2)
    scaled(x, 3)
    parts = []
    for _ in range(3):
        parts.append(x)
        traced.total(parts)
    for width in (1, 2, 3):
        traced.predicted(Net(width), rows)
    total_of(np.zeros(3))
    total_of(np.zeros(4))
    total_of(np.zeros(5))
    traced.relaxed(tf.ones(3, tf.float32))
    traced.relaxed(tf.ones(3, tf.float64))
    traced.relaxed(tf.ones(3, tf.float16))
    trainer = Trainer(Net(3))
    tuner = FineTuner(Net(3))
    for epoch in range(10):
        trainer.step(rows, epoch)
        trainer.evaluate(rows, epoch)
        tuner.run(rows)
    net = Net(3)
    return [net.predict(row) for row in np.zeros([999, 1, 3])]
