# planted: TFR502 the properties of the model in the second module wrap the method anew at every access in the descent loop
# style: two modules, adjoint inversion in oceanography, properties
"""Where a pipeline leaks into a strait: source strength along the coast from buoy records."""
import numpy as np
import tensorflow as tf

from ocean_plume_source_model import Strait


def leak(cells):
    truth = np.zeros(cells, np.float32)
    truth[12:15] = [0.4, 1.0, 0.5]
    truth[31] = 0.8
    return truth


def invert(strait, observed, iterations, rate, smooth):
    """Projected gradient with momentum; sources are never negative."""
    source = tf.zeros([strait.cells])
    velocity = tf.zeros_like(source)
    costs = []
    for _ in range(iterations):
        cost, gradient = strait.misfit(source, observed, smooth)
        velocity = 0.8 * velocity - rate * gradient
        source = tf.nn.relu(source + velocity)
        costs.append(float(cost))
    return source.numpy(), costs


def main():
    strait = Strait(cells=40, current=0.25, mixing=0.05, decay=0.02, steps=50)
    truth = leak(strait.cells)
    clean = strait.release(tf.constant(truth))
    rng = np.random.default_rng(57)
    observed = clean + tf.constant(rng.normal(0, 0.02, clean.shape), tf.float32)
    source, costs = invert(strait, observed, iterations=20, rate=0.05, smooth=tf.constant(1e-3))
    predicted = strait.release(tf.constant(source))
    print("buoys", clean.shape[1], "records", clean.shape[0])
    print("cost", round(costs[0], 2), "to", round(costs[-1], 3))
    print("total released", round(float(source.sum()), 1), "of", round(float(truth.sum()), 1))
    print("strongest near", int(abs(source.argmax() - 13) <= 3))
    print("rms of readings", round(float(tf.sqrt(tf.reduce_mean((predicted - clean) ** 2))), 2))


if __name__ == "__main__":
    main()
