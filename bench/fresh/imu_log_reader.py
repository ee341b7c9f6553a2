# planted: TFR103 each line of the log becomes a list of Python floats that the compiled filter gets
# style: embedded engineer, csv.DictReader over text, quaternions, procedural with a dict of state
import csv
import io
import math
import random

import tensorflow as tf

GRAVITY = 9.81


def write_log(n):
    """what the logger on the drone writes"""
    rnd = random.Random(70)
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["ms", "gx", "gy", "gz", "ax", "ay", "az"])
    ms = 0
    for k in range(n):
        ms += rnd.choice([9, 10, 10, 11])
        roll = 0.3 * math.sin(k / 15)
        rate = 0.3 * math.cos(k / 15) / 15 / 0.01
        gyro = [rate + rnd.gauss(0, 0.01), rnd.gauss(0, 0.01), rnd.gauss(0, 0.01)]
        acc = [rnd.gauss(0, 0.1), GRAVITY * math.sin(roll) + rnd.gauss(0, 0.1), GRAVITY * math.cos(roll)]
        writer.writerow([ms] + ["%.4f" % v for v in gyro + acc])
    return out.getvalue()


def quaternion_product(p, q):
    pw, px, py, pz = tf.unstack(p)
    qw, qx, qy, qz = tf.unstack(q)
    return tf.stack([
        pw * qw - px * qx - py * qy - pz * qz,
        pw * qx + px * qw + py * qz - pz * qy,
        pw * qy - px * qz + py * qw + pz * qx,
        pw * qz + px * qy - py * qx + pz * qw,
    ])


@tf.function
def mahony(q, bias, gyro, acc, dt):
    acc = tf.math.l2_normalize(tf.stack(acc))
    w, x, y, z = tf.unstack(q)
    down = tf.stack([2 * (x * z - w * y), 2 * (w * x + y * z), w * w - x * x - y * y + z * z])
    error = tf.linalg.cross(acc, down)
    bias = bias + 0.05 * error * dt
    omega = tf.stack(gyro) + bias + 2.0 * error
    rate = 0.5 * quaternion_product(q, tf.concat([[0.0], omega], 0))
    return tf.math.l2_normalize(q + dt * rate), bias


def roll_of(q):
    w, x, y, z = q.numpy()
    return math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y))


def main():
    state = {"q": tf.constant([1.0, 0.0, 0.0, 0.0]), "bias": tf.zeros([3]), "ms": 0}
    rolls = []
    for row in csv.DictReader(io.StringIO(write_log(80))):
        gyro = [float(row[k]) for k in ("gx", "gy", "gz")]
        acc = [float(row[k]) for k in ("ax", "ay", "az")]
        ms = int(row["ms"])
        dt = (ms - state["ms"]) / 1000.0
        state["q"], state["bias"] = mahony(state["q"], state["bias"], gyro, acc, dt)
        state["ms"] = ms
        rolls.append(roll_of(state["q"]))
    print("lines", len(rolls))
    print("largest roll %.3f smallest %.3f" % (max(rolls), min(rolls)))
    print("bias norm %.5f" % float(tf.norm(state["bias"])))


if __name__ == "__main__":
    main()
