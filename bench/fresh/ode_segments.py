# planted: TFR301 TFR101 the number of Euler steps and their size, both Python numbers
# style: simulation, method of a class
import math

import tensorflow as tf


class Pendulum:
    def __init__(self, length=1.0, gravity=9.81):
        self.ratio = gravity / length

    @tf.function
    def integrate(self, state, steps, dt):
        for _ in range(steps):
            angle, speed = state[0], state[1]
            state = tf.stack([angle + dt * speed, speed - dt * self.ratio * tf.sin(angle)])
        return state


def simulate(segments):
    pendulum = Pendulum()
    state = tf.constant([0.4, 0.0])
    trace = []
    for duration in segments:
        steps = math.ceil(duration / 0.02)
        state = pendulum.integrate(state, steps, duration / steps)
        trace.append(state.numpy())
    return trace


for angle, speed in simulate([0.05, 0.11, 0.3, 0.17, 0.23]):
    print(f"{angle:+.5f} {speed:+.5f}")
