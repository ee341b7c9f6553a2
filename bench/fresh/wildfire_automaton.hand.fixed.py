# planted: TFR101 the wind direction of the hour, a Python float, goes into the compiled spread step
# style: cellular automaton, script with a small generator of weather, numpy for the fuel map
import math

import numpy as np
import tensorflow as tf

SIZE = 48
HOURS = 30
rng = np.random.default_rng(2024)

# 0 bare rock ... 1 dry shrub
fuel_map = np.clip(rng.normal(0.55, 0.2, (SIZE, SIZE)), 0, 1)
fuel_map[20:23, 5:40] = 0.05      # the river
fuel = tf.constant(fuel_map, tf.float32)

NEIGHBOURS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
# direction in which fire travels when it comes from that neighbour
BEARING = [math.atan2(-dy, -dx) for dy, dx in NEIGHBOURS]


def weather(hours):
    """Hourly wind: direction in radians (backs slowly, then a front passes) and speed."""
    direction = 0.3
    for h in range(hours):
        direction += 0.04 if h != 18 else 1.9
        speed = 4.0 + 3.0 * math.sin(2 * math.pi * (h - 9) / 24)
        yield h, direction, round(speed)


@tf.function
def spread(burning, burnt, direction, gust, u):
    heat = tf.zeros_like(fuel)
    for (dy, dx), bearing in zip(NEIGHBOURS, BEARING):
        push = tf.exp(0.25 * gust * (tf.cos(bearing - direction) - 1.0))
        heat += push * tf.roll(burning, [dy, dx], [0, 1])
    p = 1.0 - tf.exp(-0.45 * heat * fuel)
    ignited = tf.cast(u < p, tf.float32) * (1.0 - burning) * (1.0 - burnt)
    dies = burning * tf.cast(u > 0.35, tf.float32)
    return burning + ignited - dies, burnt + dies


def main():
    start = np.zeros((SIZE, SIZE), "float32")
    start[10:12, 22:25] = 1
    burning = tf.constant(start)
    burnt = tf.zeros_like(burning)
    front = []
    for hour, direction, speed in weather(HOURS):
        u = tf.constant(rng.random((SIZE, SIZE)), tf.float32)
        gust = tf.constant(speed, tf.float32)
        burning, burnt = spread(burning, burnt, tf.constant(direction, tf.float32), gust, u)
        front.append(int(tf.reduce_sum(burning)))
        if hour % 10 == 9:
            area = int(tf.reduce_sum(burning + burnt))
            print(f"hour {hour + 1:2d}: burning {front[-1]:4d} cells, affected {area:4d}")
    print("widest front", max(front), "in hour", int(np.argmax(front)) + 1)


main()
