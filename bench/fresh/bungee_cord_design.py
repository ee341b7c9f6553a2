# planted: TFR105 a partial of the cord force is made for every stiffness and passed to the traced drop
# style: script with argparse defaults and functools.partial, mechanics
"""Pick the bungee cord: lowest point and highest acceleration for each stiffness."""
import argparse
import functools

import tensorflow as tf


def cord_force(stretch, speed, stiffness, damping):
    pull = stiffness * tf.nn.relu(stretch) * (1.0 - 0.12 * tf.tanh(stretch / 20.0))
    return pull + damping * speed * tf.cast(stretch > 0.0, tf.float32)


@tf.function
def drop(force, mass, rope, steps):
    """Follows jumpers of several masses with semi-implicit Euler."""
    h = 0.01
    x = tf.zeros_like(mass)
    v = tf.zeros_like(mass)
    deepest = tf.zeros_like(mass)
    hardest = tf.zeros_like(mass)
    for _ in tf.range(steps):
        drag = 0.25 * v * tf.abs(v)
        a = 9.81 - (force(x - rope, v) + drag) / mass
        v = v + h * a
        x = x + h * v
        deepest = tf.maximum(deepest, x)
        hardest = tf.maximum(hardest, tf.abs(a) / 9.81)
    return deepest, hardest


def sweep(options, mass):
    rows = []
    stiffness = options.softest
    while stiffness <= options.stiffest:
        force = functools.partial(cord_force, stiffness=stiffness, damping=options.damping)
        deepest, hardest = drop(force, mass, tf.constant(options.rope), tf.constant(options.steps))
        rows.append((stiffness, deepest.numpy(), hardest.numpy()))
        stiffness += options.increment
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rope", type=float, default=22.0)
    parser.add_argument("--softest", type=float, default=40.0)
    parser.add_argument("--stiffest", type=float, default=200.0)
    parser.add_argument("--increment", type=float, default=8.0)
    parser.add_argument("--damping", type=float, default=9.0)
    parser.add_argument("--steps", type=int, default=800)
    parser.add_argument("--height", type=float, default=75.0)
    options = parser.parse_args()

    mass = tf.constant([50.0, 70.0, 90.0, 110.0])
    rows = sweep(options, mass)
    safe = [row for row in rows if row[1].max() < options.height]
    for stiffness, deepest, hardest in rows[::6]:
        print(f"{stiffness:5.0f} N/m: deepest {deepest.max():.2f} m, hardest {hardest.max():.2f} g")
    gentlest = min(safe, key=lambda row: row[2].max())
    print(f"{len(safe)} of {len(rows)} cords are safe, gentlest {gentlest[0]:.0f} N/m "
          f"with {gentlest[2].max():.2f} g")


if __name__ == "__main__":
    main()
