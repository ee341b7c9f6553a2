# planted: TFR208 a concrete function is requested for each rope plan's length in the export loop
# style: tf.Module, industrial control, export of concrete functions
"""Gantry crane: evaluate hoisting plans of several durations with an exported sway model."""
import numpy as np
import tensorflow as tf


class SwayModel(tf.Module):
    def __init__(self):
        super().__init__(name="sway")
        self.damping = tf.constant(0.04)
        self.gravity = tf.constant(9.81)
        self.dt = tf.constant(0.1)

    @tf.function
    def simulate(self, trolley, rope):
        accel = tf.concat([[0.0], trolley[1:] - trolley[:-1]], 0) / self.dt
        count = tf.shape(trolley)[0]
        angle, rate, peak = 0.0, 0.0, 0.0
        for k in tf.range(count):
            acc = -(self.gravity * tf.sin(angle) + accel[k] * tf.cos(angle)) / rope[k]
            rate = (1.0 - self.damping * self.dt) * rate + self.dt * acc
            angle = angle + self.dt * rate
            peak = tf.maximum(peak, tf.abs(angle))
        return angle, peak


def plan(duration, shaping):
    t = np.linspace(0.0, 1.0, duration)
    ramp = 0.5 * (1 - np.cos(2 * np.pi * t))
    speed = (ramp ** shaping) * 80.0 / duration
    rope = 12.0 - 5.0 * np.sin(np.pi * t)
    return tf.constant(speed, tf.float32), tf.constant(rope, tf.float32)


def evaluate(model, durations, shaping):
    rows = []
    signal = tf.TensorSpec([None], tf.float32)
    fn = model.simulate.get_concrete_function(signal, signal)
    for duration in durations:
        speed, rope = plan(duration, shaping)
        residual, peak = fn(speed, rope)
        rows.append((duration, float(residual), float(peak)))
    return rows


def main():
    model = SwayModel()
    durations = list(range(120, 240, 6))
    best = {}
    for shaping in (1.0, 1.5):
        rows = evaluate(model, durations, shaping)
        best[shaping] = min(rows, key=lambda r: abs(r[1]) + 0.2 * r[2])
        print(f"shaping {shaping}: mean peak {np.mean([r[2] for r in rows]):.4f}")
    for shaping, (duration, residual, peak) in best.items():
        print(f"best at {shaping}: {duration} steps, peak {peak:.4f}")


if __name__ == "__main__":
    main()
