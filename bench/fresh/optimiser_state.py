# planted: TFR103 a dictionary of optimizer settings whose step and rate are Python numbers
# style: functional optimizer with a state dictionary
import numpy as np
import tensorflow as tf


def init_state(params, lr):
    return {
        "moment": [tf.zeros_like(p) for p in params],
        "square": [tf.zeros_like(p) for p in params],
        "hyper": {"lr": lr, "t": 1},
    }


@tf.function
def adamax(params, grads, state):
    lr, t = state["hyper"]["lr"], state["hyper"]["t"]
    moment = [0.9 * m + 0.1 * g for m, g in zip(state["moment"], grads)]
    square = [tf.maximum(0.999 * u, tf.abs(g)) for u, g in zip(state["square"], grads)]
    rate = lr / (1.0 - 0.9**t)
    params = [p - rate * m / (u + 1e-8) for p, m, u in zip(params, moment, square)]
    return params, moment, square


def advance(state, moment, square, decay):
    hyper = state["hyper"]
    return {
        "moment": moment,
        "square": square,
        "hyper": {"lr": hyper["lr"] * decay, "t": hyper["t"] + 1},
    }


def booth(params):
    x, y = params
    return (x + 2 * y - 7) ** 2 + (2 * x + y - 5) ** 2


params = [tf.constant(-3.0), tf.constant(4.0)]
state = init_state(params, lr=0.5)
for _ in range(18):
    with tf.GradientTape() as tape:
        tape.watch(params)
        value = booth(params)
    params, moment, square = adamax(params, tape.gradient(value, params), state)
    state = advance(state, moment, square, decay=0.97)
    if state["hyper"]["t"] % 6 == 0:
        print("t", state["hyper"]["t"], "value %.4f" % float(value))
print(np.round([float(p) for p in params], 3))
