# planted: TFR101 a step that the body puts into a Python list, once per trace
# no automatic cure: with fewer traces, the list is shorter
# style: class
import tensorflow as tf


class Schedule:
    def __init__(self):
        self.seen = []
        self.value = tf.Variable(1.0)

    @tf.function
    def advance(self, step):
        self.seen.append(step)
        self.value.assign(self.value * 0.9 + 0.01 * step)
        return self.value.read_value()


schedule = Schedule()
for step in range(6):
    value = schedule.advance(step)
print(schedule.seen, round(float(value), 5))
