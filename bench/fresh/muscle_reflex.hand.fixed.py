# planted: TFR105 the reflex simulation writes a lambda at every call of the traced Runge-Kutta step
# style: functions and a parameter dict, simulation loop
import math

import numpy as np
import tensorflow as tf

ELBOW = dict(inertia=0.06, damping=0.35, gravity=2.1, max_torque=18.0,
             activation_time=0.04, stiffness=9.0)


def hill_torque(angle, speed, activation, p):
    length = tf.exp(-((angle - 1.4) / 0.9) ** 2)
    velocity = tf.clip_by_value(1.0 - speed / 12.0, 0.0, 1.5)
    return p["max_torque"] * activation * length * velocity


def arm_dynamics(state, command, p):
    angle, speed, activation = tf.unstack(state, axis=-1)
    torque = hill_torque(angle, speed, activation, p)
    stretch = p["stiffness"] * tf.nn.relu(angle - 2.3)
    acceleration = (torque - p["damping"] * speed - stretch
                    - p["gravity"] * tf.sin(angle)) / p["inertia"]
    rate = (tf.clip_by_value(command, 0.0, 1.0) - activation) / p["activation_time"]
    return tf.stack([speed, acceleration, rate], axis=-1)


@tf.function
def rk4(dynamics, state, command, dt):
    k1 = dynamics(state, command)
    k2 = dynamics(state + 0.5 * dt * k1, command)
    k3 = dynamics(state + 0.5 * dt * k2, command)
    k4 = dynamics(state + dt * k3, command)
    return state + dt / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)


def reflex(delayed, target, gain):
    """Stretch reflex from the delayed angle and speed."""
    return 0.22 + gain * (target - delayed[:, 0]) - 0.02 * delayed[:, 1]


def simulate(parameters, gains, seconds=0.36, delay=0.03, dt=0.01):
    steps = int(round(seconds / dt))
    lag = int(round(delay / dt))
    state = tf.tile(tf.constant([[0.4, 0.0, 0.1]]), [len(gains), 1])
    gains = tf.constant(gains, tf.float32)
    step_size = tf.constant(dt, tf.float32)
    past = [state] * (lag + 1)
    angles = []
    dynamics = lambda s, u: arm_dynamics(s, u, parameters)
    for k in range(steps):
        target = 1.2 + 0.2 * math.sin(2.0 * math.pi * k * dt)
        command = reflex(past[-lag - 1], target, gains)
        state = rk4(dynamics, state, command, step_size)
        past.append(state)
        angles.append(state[:, 0].numpy())
    return np.array(angles)


gains = [0.1, 0.4, 0.8, 1.6]
angles = simulate(ELBOW, gains)
for gain, track in zip(gains, angles.T):
    print("gain %.1f: final %.3f rad, overshoot %.3f" % (gain, track[-1], track.max() - 1.2))
print("spread at the end %.3f" % angles[-1].std())
