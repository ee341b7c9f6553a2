# planted: TFR104 a new Wind object is made for each true wind and passed to the traced force balance
# style: small classes, engineering performance prediction
"""Polar diagram of a cruising yacht: boat speed for every true wind."""
import math

import numpy as np
import tensorflow as tf


class Wind:
    def __init__(self, knots, angle_deg):
        self.speed = knots * 0.5144
        self.angle = math.radians(angle_deg)

    def along(self):
        return self.speed * math.cos(self.angle)

    def across(self):
        return self.speed * math.sin(self.angle)


class Yacht(tf.Module):
    def __init__(self, sail_area=52.0, length=9.8, displacement=5200.0):
        super().__init__(name="yacht")
        self.area = sail_area
        self.length = length
        self.mass = displacement
        self.lift_table = tf.constant([0.0, 0.9, 1.45, 1.3, 1.0, 0.7, 0.3])
        self.drag_table = tf.constant([0.05, 0.08, 0.16, 0.32, 0.55, 0.85, 1.1])

    def coefficients(self, angle):
        position = tf.clip_by_value(angle / math.pi * 6.0, 0.0, 5.999)
        low = tf.cast(tf.floor(position), tf.int32)
        part = position - tf.floor(position)
        pick = lambda table: (1.0 - part) * tf.gather(table, low) + part * tf.gather(table, low + 1)
        return pick(self.lift_table), pick(self.drag_table)

    def resistance(self, speed):
        froude = speed / math.sqrt(9.81 * self.length)
        wave = self.mass * 9.81 * 0.05 * tf.sigmoid(28.0 * (froude - 0.42))
        return 0.5 * 1025.0 * 0.0042 * 24.0 * speed ** 2 + wave

    @tf.function
    def balance(self, wind_along, wind_across):
        """Bisection for the speed at which drive and resistance are equal."""
        low, high = tf.constant(0.0), tf.constant(9.0)
        for _ in tf.range(30):
            speed = 0.5 * (low + high)
            along = wind_along + speed
            across = wind_across
            apparent = tf.sqrt(along ** 2 + across ** 2)
            angle = tf.atan2(across, along)
            lift, drag = self.coefficients(angle)
            force = 0.5 * 1.2 * apparent ** 2 * self.area
            drive = force * (lift * tf.sin(angle) - drag * tf.cos(angle))
            faster = drive > self.resistance(speed)
            low = tf.where(faster, speed, low)
            high = tf.where(faster, high, speed)
        return 0.5 * (low + high)


def polar(yacht, knots, angles):
    speeds = []
    for angle in angles:
        wind = Wind(knots, angle)
        speeds.append(float(yacht.balance(tf.constant(wind.along()), tf.constant(wind.across()))) / 0.5144)
    return np.array(speeds)


if __name__ == "__main__":
    boat = Yacht()
    angles = list(range(35, 176, 14))
    for knots in (8, 14):
        speeds = polar(boat, knots, angles)
        upwind = speeds * np.cos(np.radians(angles))
        print(f"{knots} kn: fastest {speeds.max():.2f} kn at {angles[int(speeds.argmax())]} deg, "
              f"best upwind {upwind.max():.2f} at {angles[int(upwind.argmax())]}")
        print("   ", [round(float(s), 2) for s in speeds[::3]])
