# planted: TFR302 TFR201 a constant loop of 70 explicit steps is unrolled, again for every grid size
# style: functions, grid convergence study
"""Speed of a premixed flame (reaction-diffusion front) on finer and finer grids."""
import numpy as np
import tensorflow as tf

LENGTH = 18.0
TIME_STEPS = 70
ZELDOVICH = 6.0
DT = 0.02


def reaction(temperature, fuel):
    return 0.5 * ZELDOVICH ** 2 * fuel * tf.exp(ZELDOVICH * (temperature - 1.0))


def laplacian(cells, spacing):
    matrix = np.diag(np.full(cells, -2.0)) + np.diag(np.ones(cells - 1), 1) + np.diag(np.ones(cells - 1), -1)
    matrix[0, 0] = matrix[-1, -1] = -1.0
    return tf.constant(matrix / spacing ** 2, tf.float32)


@tf.function(input_signature=[tf.TensorSpec([None]), tf.TensorSpec([None]), tf.TensorSpec([None, None])])
def burn(temperature, fuel, diffusion):
    consumed = tf.zeros_like(fuel)
    for _ in tf.range(TIME_STEPS):
        rate = reaction(temperature, fuel)
        temperature = temperature + DT * (tf.linalg.matvec(diffusion, temperature) + rate)
        fuel = fuel + DT * (tf.linalg.matvec(diffusion, fuel) - rate)
        consumed = consumed + DT * rate
    return temperature, fuel, consumed


def front_position(x, temperature):
    above = np.nonzero(temperature > 0.5)[0]
    return float(x[above[-1]])


def flame(cells):
    x = np.linspace(0.0, LENGTH, cells)
    temperature = tf.constant(1.0 / (1.0 + np.exp(3.0 * (x - 5.0))), tf.float32)
    fuel = 1.0 - temperature
    before = front_position(x, temperature.numpy())
    spacing = x[1] - x[0]
    temperature, fuel, consumed = burn(temperature, fuel, laplacian(cells, spacing))
    after = front_position(x, temperature.numpy())
    return after - before, float(tf.reduce_sum(consumed)) * spacing, float(tf.reduce_max(temperature))


def main():
    speeds = []
    for cells in (45, 60, 75):
        moved, consumed, peak = flame(cells)
        speeds.append(consumed / (TIME_STEPS * DT))
        print(f"{cells:4d} cells: moved {moved:.2f}, burnt {consumed:.3f}, peak {peak:.3f}")
    print("speed:", round(speeds[-1], 3), "last change:", round(abs(speeds[-1] - speeds[-2]), 4))


if __name__ == "__main__":
    main()
