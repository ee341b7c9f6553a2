# planted: TFR103 the state is a namedtuple of Python floats that is rebuilt after each compiled step
# style: aerospace student, NamedTuple with _replace, guidance law as a function, f-strings
from typing import NamedTuple

import tensorflow as tf


class Lander(NamedTuple):
    height: float
    speed: float
    mass: float
    throttle: float


DRY_MASS = 900.0
EXHAUST = 2500.0
MAX_THRUST = 12_000.0
MOON = 1.62


@tf.function
def coast_and_burn(lander, dt):
    """Four inner steps of Euler with variable mass."""
    height, speed, mass, throttle = lander
    h = dt / 4.0
    for _ in range(4):
        thrust = tf.where(mass > DRY_MASS, throttle * MAX_THRUST, 0.0)
        speed = speed + h * (thrust / mass - MOON)
        mass = mass - h * thrust / EXHAUST
        height = height + h * speed
    return height, speed, mass


def guidance(lander: Lander) -> float:
    """keeps the speed on the square-root profile"""
    if lander.height <= 0:
        return 0.0
    wanted = -((2.0 * 1.2 * lander.height) ** 0.5) - 1.0
    error = wanted - lander.speed
    hover = lander.mass * MOON / MAX_THRUST
    return min(1.0, max(0.0, hover + 0.08 * error + 0.1))


def descend(height: float, speed: float, fuel: float) -> tuple[int, Lander]:
    lander = Lander(height, speed, DRY_MASS + fuel, 0.0)
    ticks = 0
    while lander.height > 0.5 and ticks < 120:
        lander = lander._replace(throttle=guidance(lander))
        h, v, m = coast_and_burn(lander, 0.5)
        lander = lander._replace(height=float(h), speed=float(v), mass=float(m))
        ticks += 1
    return ticks, lander


if __name__ == "__main__":
    for case in ((300.0, -10.0, 400.0), (500.0, -25.0, 500.0), (200.0, 0.0, 300.0)):
        ticks, lander = descend(*case)
        print(f"{case}: {ticks} ticks, speed {lander.speed:.2f} m/s, fuel {lander.mass - DRY_MASS:.1f} kg")
