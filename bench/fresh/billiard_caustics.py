# planted: TFR502 the traced bounce function is defined inside the function that simulates one table
# style: physics demonstration, functions and a sweep
"""Elliptic billiards: the conserved product of angular momenta about the foci."""
import numpy as np
import tensorflow as tf

BOUNCES = 60
RAYS = 32


def launch(a, b):
    """Rays that start on the right vertex with different directions."""
    angles = np.linspace(0.55 * np.pi, 1.45 * np.pi, RAYS)
    p = np.tile([[a, 0.0]], (RAYS, 1))
    v = np.stack([np.cos(angles), np.sin(angles)], 1)
    return tf.constant(p, tf.float64), tf.constant(v, tf.float64)


def simulate(a, b, bounces=BOUNCES):
    axes = tf.constant([a, b], tf.float64)

    @tf.function
    def travel(p, v):
        for _ in tf.range(bounces):
            q, w = p / axes, v / axes
            t = -2.0 * tf.reduce_sum(q * w, -1) / tf.reduce_sum(w * w, -1)
            p = p + t[:, None] * v
            n = tf.math.l2_normalize(p / axes ** 2, axis=-1)
            v = v - 2.0 * tf.reduce_sum(v * n, -1, keepdims=True) * n
        return p, v

    p, v = launch(a, b)
    return travel(p, v)


def focal_product(p, v, a, b):
    c = np.sqrt(a * a - b * b)
    p, v = np.asarray(p), np.asarray(v)

    def momentum(fx):
        return (p[:, 0] - fx) * v[:, 1] - p[:, 1] * v[:, 0]

    return momentum(c) * momentum(-c)


def sweep(ratios):
    rows = []
    for ratio in ratios:
        a, b = 1.0, float(ratio)
        p0, v0 = launch(a, b)
        before = focal_product(p0, v0, a, b)
        p, v = simulate(a, b)
        after = focal_product(p, v, a, b)
        on_wall = np.abs((np.asarray(p) / [a, b]) ** 2 @ [1, 1] - 1).max()
        rows.append((ratio, np.abs(after - before).max(), on_wall, float((after < 0).mean())))
    return rows


def main():
    rows = sweep(np.linspace(0.35, 0.95, 16))
    for ratio, drift, wall, between in rows[::5]:
        print(f"b/a={ratio:.2f}  drift<1e-6: {drift < 1e-6}  on wall: {wall < 1e-6}  between foci: {between:.2f}")
    print("tables", len(rows), "worst drift below 1e-6:", max(r[1] for r in rows) < 1e-6)


if __name__ == "__main__":
    main()
