# planted: TFR103 a NamedTuple of room settings with Python floats is replaced as the controller turns the knobs
# style: NamedTuple settings with _replace, feedback control, food industry
"""Control humidity and temperature of ripening rooms for washed-rind cheese."""
from typing import NamedTuple

import numpy as np
import tensorflow as tf


class Room(NamedTuple):
    temperature: float
    humidity: float
    airflow: float


@tf.function
def ripen(cheese, room, hours):
    water, rind, proteolysis = cheese[:, 0], cheese[:, 1], cheese[:, 2]
    drive = water - room.humidity * 0.55
    loss = 0.002 * hours * room.airflow * drive * tf.exp(0.05 * (room.temperature - 12.0))
    capacity = tf.nn.sigmoid(40.0 * (room.humidity - 0.9))
    rind = rind + 0.02 * hours * rind * (1.0 - rind) * capacity
    proteolysis = proteolysis + 0.001 * hours * tf.exp(0.09 * (room.temperature - 12.0)) * water
    return tf.stack([water - loss, rind, proteolysis], 1)


class RoomController:
    def __init__(self, room, wanted_loss):
        self.room = room
        self.wanted_loss = wanted_loss
        self.log = []

    def adjust(self, before, after):
        lost = float(tf.reduce_mean(before[:, 0] - after[:, 0]))
        error = lost - self.wanted_loss
        humidity = min(0.98, max(0.82, self.room.humidity + 6.0 * error))
        airflow = min(2.0, max(0.3, self.room.airflow * (1.0 - 20.0 * error)))
        self.room = self.room._replace(humidity=humidity, airflow=airflow)
        self.log.append(lost)


def cellar(wheels, seed):
    rng = np.random.default_rng(seed)
    water = rng.normal(0.56, 0.01, wheels)
    rind = rng.uniform(0.02, 0.05, wheels)
    return tf.constant(np.stack([water, rind, 0 * rind], 1), tf.float32)


def main():
    controller = RoomController(Room(13.0, 0.95, 1.0), wanted_loss=0.0008)
    cheese = cellar(40, 23)
    hours = tf.constant(12.0)
    for half_day in range(60):
        if half_day == 40:
            controller.room = controller.room._replace(temperature=8.0)
        room = Room(*(tf.constant(v, tf.float32) for v in controller.room))
        new = ripen(cheese, room, hours)
        controller.adjust(cheese, new)
        cheese = new
    water, rind, proteolysis = (round(float(v), 3) for v in tf.reduce_mean(cheese, 0))
    print("water", water, "rind", rind, "proteolysis", proteolysis)
    print("humidity", round(controller.room.humidity, 3), "airflow", round(controller.room.airflow, 2))
    print("loss", round(controller.log[0], 4), "->", round(controller.log[-1], 4))


if __name__ == "__main__":
    main()
