# counter_in_body, cured.
import numpy as np
import tensorflow as tf


class Lion:
    """Sign momentum, with weight decay."""

    def __init__(self, variables, lr, b1=0.9, b2=0.99, weight_decay=0.01):
        self.variables = list(variables)
        self.slots = [tf.Variable(tf.zeros_like(v)) for v in self.variables]
        self.lr, self.b1, self.b2 = lr, b1, b2
        self.weight_decay = weight_decay
        self.updates = 0

    @tf.function
    def apply(self, gradients, lr):
        for variable, slot, gradient in zip(self.variables, self.slots, gradients):
            direction = tf.sign(self.b1 * slot + (1 - self.b1) * gradient)
            variable.assign_sub(lr * (direction + self.weight_decay * variable))
            slot.assign(self.b2 * slot + (1 - self.b2) * gradient)

    def step(self, gradients):
        self.apply(gradients, tf.constant(self.lr / (1 + 0.1 * self.updates)))
        self.updates += 1


def rosenbrock(p):
    return (1 - p[0]) ** 2 + 5 * (p[1] - p[0] ** 2) ** 2


point = tf.Variable([-1.0, 1.5])
lion = Lion([point], lr=0.1)
for _ in range(15):
    with tf.GradientTape() as tape:
        value = rosenbrock(point)
    lion.step(tape.gradient(value, [point]))
    if lion.updates % 5 == 0:
        print("updates", lion.updates, "value %.4f" % float(value))
print(np.round(point.numpy(), 3))
