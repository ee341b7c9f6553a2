"""The mower: steering in TensorFlow, battery book-keeping in Python."""
import tensorflow as tf

LOW, FULL = 0.3, 0.95


@tf.function
def steer(position, target, dock, charge, charging):
    if charging:
        aim, pace = dock, 0.6
    elif charge < LOW:
        aim, pace = dock, 0.45
    else:
        aim, pace = target, 0.3 + 0.4 * charge
    offset = aim - position
    distance = tf.norm(offset)
    step = tf.minimum(distance, pace)
    return position + offset * tf.math.divide_no_nan(step, distance), tf.norm(target - position)


class Mower:
    def __init__(self, dock, drain, refill):
        self.dock = tf.constant(dock)
        self.position = self.dock
        self.drain = drain
        self.refill = refill
        self.charge = 1.0
        self.charging = False

    @property
    def where(self):
        return [float(v) for v in self.position]

    @property
    def docked(self):
        return float(tf.norm(self.position - self.dock)) < 0.05

    def move(self, target):
        self.position, distance = steer(
            self.position, tf.constant(target), self.dock, self.charge, self.charging)
        if self.docked and (self.charging or self.charge < LOW):
            self.charge = min(1.0, self.charge + self.refill)
            self.charging = self.charge < FULL
        else:
            self.charge = max(0.0, self.charge - self.drain)
        return float(distance) < 0.4
