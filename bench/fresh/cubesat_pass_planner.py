# planted: TFR103 every call hands over a Look namedtuple of Python floats (station, minute) made for that instant
# style: aerospace planner, namedtuples, heapq scheduling
"""Plan the downlinks of a small satellite: elevation over ground stations, best passes by a priority queue."""
import heapq
from collections import namedtuple

import numpy as np
import tensorflow as tf

Look = namedtuple("Look", "latitude longitude minute")
Pass = namedtuple("Pass", "station peak start")

EARTH, ALTITUDE, INCLINATION = 6371.0, 550.0, np.radians(97.6)
ORBIT_MINUTES = 95.6
STATIONS = {"Kiruna": (67.9, 20.2), "Maspalomas": (27.8, -15.6), "Troll": (-72.0, 2.5), "Hobart": (-42.9, 147.3)}


@tf.function
def elevation(look, planes):
    lat, lon = look.latitude * np.pi / 180.0, look.longitude * np.pi / 180.0
    spin = lon + 2.0 * np.pi * look.minute / 1436.0
    ground = EARTH * tf.stack([tf.cos(lat) * tf.cos(spin), tf.cos(lat) * tf.sin(spin), tf.sin(lat)])
    u = 2.0 * np.pi * look.minute / ORBIT_MINUTES + planes[:, 0]
    node = planes[:, 1]
    x = tf.cos(node) * tf.cos(u) - tf.sin(node) * tf.sin(u) * np.cos(INCLINATION)
    y = tf.sin(node) * tf.cos(u) + tf.cos(node) * tf.sin(u) * np.cos(INCLINATION)
    z = tf.sin(u) * np.sin(INCLINATION)
    sight = (EARTH + ALTITUDE) * tf.stack([x, y, z], axis=1) - ground
    sine = tf.linalg.matvec(sight, ground) / (tf.norm(sight, axis=1) * EARTH)
    return tf.asin(sine) * 180.0 / np.pi


class Planner:
    def __init__(self, planes):
        self.planes = tf.constant(planes, tf.float32)
        self.queue = []

    def highest(self, station, minute):
        latitude, longitude = STATIONS[station]
        return float(tf.reduce_max(elevation(Look(latitude, longitude, minute), self.planes)))

    def scan(self, station, hours, every):
        peak, start = -90.0, None
        for k in range(int(hours * 60 / every)):
            angle = self.highest(station, k * every)
            if angle > 5.0:
                start = k * every if start is None else start
                peak = max(peak, angle)
            elif start is not None:
                heapq.heappush(self.queue, (-peak, Pass(station, peak, start)))
                peak, start = -90.0, None

    def best(self, n):
        return [heapq.heappop(self.queue)[1] for _ in range(min(n, len(self.queue)))]


planner = Planner([(0.0, 0.3), (1.6, 0.3), (3.1, 1.9), (4.7, 1.9)])
for name in STATIONS:
    planner.scan(name, hours=2.0, every=10.0)
print("passes", len(planner.queue))
for p in planner.best(3):
    print(f"{p.station:11s} peak {p.peak:5.1f} deg from minute {p.start:.1f}")
