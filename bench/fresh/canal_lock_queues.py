# planted: TFR101 TFR303 boats waiting is a plain int that the traced chamber filling loops down in a Python while, for each arrival pattern
# style: discrete simulation, abstract base class for policies, dataclass lock
"""Two-way canal locks: how long do boats wait when the keeper follows one rule or the other?"""
from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np
import tensorflow as tf

CAPACITY = 4


@tf.function
def clear_queue(waiting, fill_minutes, leak):
    level = tf.constant(0.0)
    minutes = tf.constant(0.0)
    waits = tf.constant(0.0)
    while waiting > 0:
        minutes += fill_minutes * (1.0 + 0.2 * tf.sin(level)) + 1.5
        waits += minutes
        level = level * (1.0 - leak) + 0.8
        waiting -= CAPACITY
    return minutes, waits, level


class Keeper(ABC):
    @abstractmethod
    def opens(self, uphill, downhill):
        ...


class Patient(Keeper):
    def opens(self, uphill, downhill):
        return max(uphill, downhill) >= 3 * CAPACITY


class Eager(Keeper):
    def opens(self, uphill, downhill):
        return uphill + downhill > 5


@dataclass
class Lock:
    name: str
    fill: float
    leak: float
    uphill: int = 0
    downhill: int = 0

    def arrive(self, up, down):
        self.uphill += up
        self.downhill += down

    def work(self):
        fill, leak = tf.constant(self.fill), tf.constant(self.leak)
        up, waits_up, _ = clear_queue(self.uphill, fill, leak)
        down, waits_down, level = clear_queue(self.downhill, fill, leak)
        boats, self.uphill, self.downhill = self.uphill + self.downhill, 0, 0
        return boats, float(up + down), float(waits_up + waits_down) * CAPACITY, float(level)


def season(lock, keeper, rng, hours=70):
    boats = minutes = waits = openings = 0
    for _ in range(hours):
        lock.arrive(int(rng.poisson(3.1)), int(rng.poisson(2.2)))
        if keeper.opens(lock.uphill, lock.downhill):
            served, spent, waited, _ = lock.work()
            boats, minutes, waits, openings = boats + served, minutes + spent, waits + waited, openings + 1
    return boats, minutes / openings, waits / boats, openings


if __name__ == "__main__":
    for keeper in (Patient(), Eager()):
        for lock in (Lock("Tardebigge", 7.0, 0.1), Lock("Caen Hill", 5.0, 0.3)):
            boats, minutes, wait, openings = season(lock, keeper, np.random.default_rng(1815))
            print(f"{type(keeper).__name__:8s}{lock.name:11s} {boats} boats, {openings} openings, "
                  f"{minutes:.2f} min each, wait {wait:.2f} min")
