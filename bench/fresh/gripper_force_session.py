# planted: TFR104 the sensor generator makes a Reading object for every tick and the traced control law takes the object itself
# style: robotics, generator of readings, controller class with history
"""Hold an egg with a parallel gripper: a force controller that reacts to slip."""
import math
import tensorflow as tf


class Reading:
    def __init__(self, force, slip, aperture):
        self.force = force
        self.slip = slip
        self.aperture = aperture

    def __repr__(self):
        return f"Reading({float(self.force):.2f} N)"


class Finger:
    """A spring contact with friction; the object is pulled harder and harder."""

    def __init__(self, stiffness=420.0, friction=0.45):
        self.stiffness = stiffness
        self.friction = friction
        self.aperture = 0.0497
        self.tick = 0

    def sense(self):
        force = max(0.0, self.stiffness * (0.05 - self.aperture))
        pull = 0.8 + 0.03 * self.tick + 0.1 * math.sin(0.9 * self.tick)
        slip = max(0.0, pull - self.friction * 2.0 * force)
        return Reading(tf.constant(force), tf.constant(slip), tf.constant(self.aperture))

    def drive(self, velocity):
        self.aperture = min(0.08, max(0.02, self.aperture - 0.01 * velocity))
        self.tick += 1


class GripController(tf.Module):
    def __init__(self):
        super().__init__()
        self.target = tf.Variable(1.0)
        self.integral = tf.Variable(0.0)

    @tf.function
    def command(self, reading):
        self.target.assign(tf.minimum(self.target * 0.99 + 0.8 * reading.slip, 6.0))
        error = self.target - reading.force
        self.integral.assign(tf.clip_by_value(self.integral + 0.01 * error, -1.0, 1.0))
        opening = tf.nn.relu(reading.aperture - 0.06)
        return 0.05 * error + 0.1 * self.integral - opening, error


def readings(finger, ticks):
    for _ in range(ticks):
        yield finger.sense()


def session(controller, finger, ticks=30):
    log = []
    for reading in readings(finger, ticks):
        velocity, error = controller.command(reading)
        finger.drive(float(velocity))
        log.append((float(reading.force), float(reading.slip), float(error)))
    return log


if __name__ == "__main__":
    finger = Finger()
    log = session(GripController(), finger)
    forces, slips, errors = zip(*log)
    print("first force:", round(forces[0], 3), "last force:", round(forces[-1], 3))
    print("peak slip:", round(max(slips), 3))
    print("ticks slipping:", sum(s > 0.01 for s in slips))
    print("mean absolute error:", round(sum(map(abs, errors)) / len(errors), 3))
    print("aperture mm:", round(1000 * finger.aperture, 2))
