# planted: TFR103 a NamedTuple of Python floats, one per point of a sweep
# style: ODE simulation, NamedTuple config, sensitivity table
from typing import NamedTuple

import numpy as np
import tensorflow as tf


class Rates(NamedTuple):
    birth: float
    predation: float
    death: float
    growth: float


DEFAULT = Rates(birth=1.1, predation=0.4, death=0.4, growth=0.1)


def derivative(state, rates):
    prey, predators = tf.unstack(state)
    return tf.stack(
        [
            rates.birth * prey - rates.predation * prey * predators,
            rates.growth * prey * predators - rates.death * predators,
        ]
    )


@tf.function
def rk4_step(state, rates, dt):
    k1 = derivative(state, rates)
    k2 = derivative(state + dt / 2 * k1, rates)
    k3 = derivative(state + dt / 2 * k2, rates)
    k4 = derivative(state + dt * k3, rates)
    return state + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


def simulate(rates, start=(10.0, 5.0), t_end=4.0, dt=0.1):
    state = tf.constant(start)
    peak = 0.0
    for _ in range(round(t_end / dt)):
        state = rk4_step(state, rates, dt)
        peak = max(peak, float(state[1]))
    return state, peak


def sensitivity(name, values):
    for value in values:
        rates = DEFAULT._replace(**{name: float(value)})
        end, peak = simulate(rates)
        print(f"{name}={value:.2f}: end {end.numpy().round(3)}, peak {peak:.3f}")


if __name__ == "__main__":
    sensitivity("birth", np.linspace(0.8, 1.4, 5))
    sensitivity("death", np.linspace(0.2, 0.6, 5))
