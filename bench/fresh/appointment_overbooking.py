# planted: TFR101 TFR301 number of bookings and show rate reach the traced clinic day as Python numbers
# style: dataclass configuration, argparse defaults, helper functions
"""How many patients should a clinic book into a four hour session?"""
import argparse
from dataclasses import dataclass

import numpy as np
import tensorflow as tf


@dataclass(frozen=True)
class Clinic:
    session_minutes: float = 240.0
    visit_minutes: float = 15.0
    wait_cost: float = 0.4
    idle_cost: float = 1.1
    overtime_cost: float = 1.8


SHOW_RATES = {"mon": 0.84, "wed": 0.78, "fri": 0.69}


@tf.function
def clinic_day(uniforms, stretch, booked, show_rate):
    """Lindley recursion over the booked patients, for all simulated days at once."""
    gap = 240.0 / booked
    free_at = tf.zeros_like(uniforms[:, 0])
    waited = tf.zeros_like(free_at)
    idle = tf.zeros_like(free_at)
    for i in range(booked):
        due = gap * i
        comes = tf.cast(uniforms[:, i] < show_rate, tf.float32)
        start = tf.maximum(free_at, due)
        waited += comes * (start - due)
        idle += comes * (start - free_at)
        free_at = comes * (start + 15.0 * stretch[:, i]) + (1.0 - comes) * free_at
    overtime = tf.nn.relu(free_at - 240.0)
    return tf.reduce_mean(waited), tf.reduce_mean(idle), tf.reduce_mean(overtime)


def cost_of(clinic, draws, bookings, rate):
    uniforms, stretch = draws
    waited, idle, overtime = clinic_day(uniforms, stretch, bookings, rate)
    return float(clinic.wait_cost * waited + clinic.idle_cost * idle
                 + clinic.overtime_cost * overtime)


def best_level(clinic, draws, rate, lowest, highest):
    costs = {}
    for bookings in range(lowest, highest + 1):
        revenue = 9.0 * bookings * rate
        costs[bookings] = cost_of(clinic, draws, bookings, rate) - revenue
    best = min(costs, key=costs.get)
    return best, costs[best]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--days", type=int, default=500)
    parser.add_argument("--lowest", type=int, default=15)
    parser.add_argument("--highest", type=int, default=20)
    parser.add_argument("--seed", type=int, default=11)
    args = parser.parse_args()

    rng = np.random.default_rng(args.seed)
    uniforms = tf.constant(rng.uniform(size=(args.days, 32)), tf.float32)
    stretch = tf.constant(rng.gamma(9.0, 1 / 9.0, size=(args.days, 32)), tf.float32)
    clinic = Clinic()
    for day, rate in SHOW_RATES.items():
        level, cost = best_level(clinic, (uniforms, stretch), rate, args.lowest, args.highest)
        print(f"{day}: book {level} patients, cost {cost:.2f}")


if __name__ == "__main__":
    main()
