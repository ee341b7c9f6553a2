# planted: TFR103 the list of delays per stop is a Python list of floats that differs for every departure
# style: simulation, dataclass state, transport operations
"""Bunching on a tram line: propagate delays and compute passenger waiting cost."""
import random
from dataclasses import dataclass, field

import tensorflow as tf

STOPS = 12
BOARDING = [0.8, 1.4, 2.0, 2.2, 1.1, 0.7, 1.9, 2.4, 1.0, 0.9, 0.6, 0.4]


@tf.function
def waiting_cost(headway, delays, boarding):
    late = tf.stack(delays)
    passengers = tf.constant(boarding) * headway
    gap = tf.maximum(headway + late, 0.5)
    wait = passengers * gap / 2.0
    crowd = tf.cumsum(passengers * gap / headway)
    penalty = tf.reduce_sum(tf.nn.relu(crowd - 60.0) ** 2) / 400.0
    return tf.reduce_sum(wait) + penalty, tf.reduce_max(crowd)


@dataclass
class Tram:
    number: int
    delays: list = field(default_factory=list)


class Line:
    def __init__(self, headway, holding):
        self.headway = tf.constant(headway)
        self.holding = holding
        self.source = random.Random(42)
        self.ahead = [0.0] * STOPS

    def run(self, number):
        tram, delay = Tram(number), 0.0
        for stop in range(STOPS):
            disturbance = self.source.gauss(0.0, 0.35)
            delay = 0.9 * delay + disturbance + 0.05 * BOARDING[stop] * (delay - self.ahead[stop])
            if delay < 0.0:
                delay *= 1.0 - self.holding
            tram.delays.append(delay)
        self.ahead = tram.delays
        return tram


def evaluate(holding, departures=18):
    line = Line(6.0, holding)
    cost, worst = 0.0, 0.0
    for number in range(departures):
        tram = line.run(number)
        c, crowd = waiting_cost(line.headway, tram.delays, BOARDING)
        cost += float(c) / departures
        worst = max(worst, float(crowd))
    return cost, worst


def main():
    results = {}
    for holding in (0.0, 0.4, 0.8):
        results[holding] = evaluate(holding)
        print(f"holding {holding:.1f}: cost {results[holding][0]:.2f} crowd {results[holding][1]:.1f}")
    print("best", min(results, key=lambda h: results[h][0]))


if __name__ == "__main__":
    main()
