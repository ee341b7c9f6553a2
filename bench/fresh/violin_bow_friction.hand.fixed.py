"""Stick-slip of a bowed string seen as one mass on a belt: search the bow force that plays cleanly."""
import numpy as np
import tensorflow as tf

STIFF, MASS, DAMP = 900.0, 0.05, 0.4


@tf.function(input_signature=[tf.TensorSpec([2], tf.float32)] + 3 * [tf.TensorSpec([], tf.float32)])
def bow_substeps(state, belt, force, dt):
    count = tf.where(dt > 2e-4, 80, 160)
    x, v = state[0], state[1]
    slipped = tf.constant(0.0)
    for _ in tf.range(count):
        slide = belt - v
        grip = force * tf.tanh(slide * 12.0) * (0.35 + 0.65 * tf.exp(-tf.abs(slide) * 6.0))
        v = v + dt * (grip - STIFF * x - DAMP * v) / MASS
        x = x + dt * v
        slipped += tf.cast(tf.abs(slide) > 0.05, tf.float32) / tf.cast(count, tf.float32)
    return tf.stack([x, v]), slipped


class Bow:
    def __init__(self, belt=0.2):
        self.belt = tf.constant(belt)
        self.force = 1.5
        self.dt = 4e-4
        self.log = []

    def stroke(self, pieces=5):
        state, slips = tf.zeros([2]), []
        for _ in range(pieces):
            state, slipped = bow_substeps(state, self.belt, self.force, self.dt)
            slips.append(float(slipped))
        return state.numpy(), float(np.mean(slips))

    def adapt(self, state, slip):
        self.force *= 1.18 if slip > 0.6 else 0.93
        self.dt = max(1e-4, self.dt * 0.92)
        self.log.append((self.force, slip))

    def __call__(self, strokes):
        for _ in range(strokes):
            self.adapt(*self.stroke())
        return self


def summary(bow):
    forces, slips = zip(*bow.log)
    return {"force": forces[-1], "slip": float(np.mean(slips[-4:])), "weakest": min(forces), "dt_us": bow.dt * 1e6}


if __name__ == "__main__":
    for belt in (0.1, 0.2, 0.35):
        report = summary(Bow(belt)(strokes=11))
        print(f"belt {belt:.2f} m/s:", ", ".join(f"{k} {v:.2f}" for k, v in report.items()))
