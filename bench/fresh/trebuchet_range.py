# planted: TFR101 TFR301 the step count of the convergence study drives a Python range in the traced flight
# style: command line with argparse defaults
"""How far does a trebuchet throw, and how many integration steps are enough?"""
import argparse
import math

import tensorflow as tf


@tf.function
def flight(angle, speed, drag, n_steps):
    """Height and range when the stone is followed for ten seconds with Heun steps."""
    h = 10.0 / n_steps
    x = tf.zeros_like(angle)
    y = tf.fill(tf.shape(angle), 12.0)
    vx = speed * tf.cos(angle)
    vy = speed * tf.sin(angle)
    reach = tf.zeros_like(angle)
    for _ in range(n_steps):
        v = tf.sqrt(vx * vx + vy * vy)
        ax, ay = -drag * v * vx, -9.81 - drag * v * vy
        px, py = vx + h * ax, vy + h * ay
        pv = tf.sqrt(px * px + py * py)
        bx, by = -drag * pv * px, -9.81 - drag * pv * py
        x = x + h * (vx + 0.5 * h * ax)
        y = y + h * (vy + 0.5 * h * ay)
        vx = vx + 0.5 * h * (ax + bx)
        vy = vy + 0.5 * h * (ay + by)
        reach = tf.where(y > 0.0, x, reach)
    return reach


def convergence(args):
    angles = tf.constant([math.radians(a) for a in (25.0, 35.0, 45.0, 55.0)])
    rows = []
    steps = args.first
    while steps <= args.last:
        rows.append((steps, flight(angles, args.speed, args.drag, steps)))
        steps += args.stride
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--speed", type=float, default=48.0)
    parser.add_argument("--drag", type=float, default=0.0021)
    parser.add_argument("--first", type=int, default=6)
    parser.add_argument("--last", type=int, default=26)
    parser.add_argument("--stride", type=int, default=2)
    args = parser.parse_args()

    rows = convergence(args)
    finest = rows[-1][1]
    for steps, reach in rows[::4]:
        gap = float(tf.reduce_max(tf.abs(reach - finest)))
        print(f"{steps:4d} steps: best {float(tf.reduce_max(reach)):7.2f} m, gap {gap:5.2f}")
    print("runs:", len(rows), "final range at 45 deg:", round(float(finest[2]), 2))


if __name__ == "__main__":
    main()
