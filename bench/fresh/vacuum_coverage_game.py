# planted: TFR403 TFR101 the battery level is a Python float argument, and the odometer counts in the traced body only because every call traces
# style: robotics game, class with traced method, agent loop
"""A cleaning robot balances dirt against battery in a small flat."""
import numpy as np
import tensorflow as tf

ROOMS = 7
DISTANCE = np.abs(np.subtract.outer(np.arange(ROOMS), np.arange(ROOMS))).astype("float32")


class Robot:
    def __init__(self, capacity, caution):
        self.distance = tf.constant(DISTANCE)
        self.capacity = capacity
        self.battery = 0.93 * capacity
        self.caution = caution
        self.room = 0
        self.decisions = 0

    @tf.function
    def decide(self, dirt, room, battery):
        self.decisions += 1
        travel = self.distance[room]
        after = battery - travel - 1.0
        way_home = self.distance[0]
        reserve = tf.sigmoid(2.0 * (after - way_home))
        gain = dirt * reserve - 0.1 * travel
        home_bonus = self.caution * tf.nn.relu(3.0 - battery / 4.0)
        gain = gain + tf.one_hot(0, ROOMS) * home_bonus
        return tf.argmax(gain, output_type=tf.int32), tf.reduce_max(gain)

    def move(self, target):
        self.battery = max(0.0, self.battery - float(DISTANCE[self.room, target]) * 0.73 - 0.41)
        self.room = target
        if target == 0:
            self.battery = min(self.capacity, self.battery + 5.3)


class Flat:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.dirt = self.rng.uniform(0.2, 1.0, ROOMS)

    def tick(self, cleaned):
        collected = 0.8 * self.dirt[cleaned]
        self.dirt[cleaned] -= collected
        self.dirt += self.rng.exponential(0.05, ROOMS)
        return collected


def play(caution, turns):
    robot, flat = Robot(20.0, caution), Flat(6)
    collected, value = 0.0, 0.0
    for _ in range(turns):
        target, gain = robot.decide(tf.constant(flat.dirt, tf.float32),
                                    tf.constant(robot.room), robot.battery)
        robot.move(int(target))
        collected += flat.tick(robot.room)
        value += float(gain)
    return robot, collected, value


def main():
    for caution in (0.2, 1.0):
        robot, collected, value = play(caution, 40)
        print(f"caution {caution}: collected {collected:.2f} value {value:.2f} battery {robot.battery:.2f} "
              f"decisions {robot.decisions}")


if __name__ == "__main__":
    main()
