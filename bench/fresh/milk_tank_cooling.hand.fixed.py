# planted: TFR302 the traced day simulates 72 control intervals with a Python range, all of them unrolled into the graph
# style: industrial control, differentiable simulation, function style
"""Dairy farm: tune the hysteresis of a milk tank cooler through a differentiable day."""
import numpy as np
import tensorflow as tf

INTERVALS = 72
MILKINGS = np.zeros(INTERVALS, "float32")
for start in (18, 50):
    MILKINGS[start:start + 6] = 120.0
AMBIENT = (16.0 + 7.0 * np.sin(np.linspace(-1.5, 4.8, INTERVALS))).astype("float32")

inflow = tf.constant(MILKINGS)
ambient = tf.constant(AMBIENT)


@tf.function
def day_cost(setpoint, sharpness, power):
    temp, volume, energy, spoil = 4.0, 400.0, 0.0, 0.0
    for i in tf.range(INTERVALS):
        mixed = (temp * volume + 32.0 * inflow[i]) / (volume + inflow[i])
        volume = volume + inflow[i]
        on = tf.sigmoid(sharpness * (mixed - setpoint))
        leak = 6.0 * (ambient[i] - mixed)
        temp = mixed + (leak - 10.0 * power * on) / volume
        energy = energy + on * power * 0.02
        spoil = spoil + tf.nn.relu(temp - 4.5) ** 2 * 0.1
    return energy + spoil, energy, spoil


def tune(rounds, rate):
    setpoint, sharpness = tf.Variable(5.0), tf.constant(1.5)
    power = tf.constant(160.0)
    trail = []
    for _ in range(rounds):
        with tf.GradientTape() as tape:
            cost, energy, spoil = day_cost(setpoint, sharpness, power)
        slope = tape.gradient(cost, setpoint)
        setpoint.assign_sub(rate * tf.clip_by_value(slope, -1.0, 1.0))
        trail.append((float(cost), float(energy), float(spoil)))
    return setpoint, trail


def main():
    setpoint, trail = tune(4, 0.3)
    for cost, energy, spoil in trail:
        print(f"cost {cost:.2f} energy {energy:.2f} spoil {spoil:.2f}")
    print("setpoint", round(float(setpoint), 2))


if __name__ == "__main__":
    main()
