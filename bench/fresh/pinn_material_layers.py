# planted: TFR105 the residual of each layer of the wall is made anew, as a closure, for each step of training
# style: building physicist with a two-file habit merged into one, plain functions
import numpy as np
import tensorflow as tf

# wall from the inside out: thickness in m, conductivity in W/mK, heat source in W/m3
LAYERS = [
    {"name": "plaster", "thickness": 0.02, "k": 0.7, "q": 0.0},
    {"name": "brick", "thickness": 0.24, "k": 0.9, "q": 40.0},
    {"name": "wool", "thickness": 0.12, "k": 0.04, "q": 0.0},
    {"name": "render", "thickness": 0.02, "k": 1.0, "q": 5.0},
]
INSIDE, OUTSIDE = 21.0, -4.0
SCALE = 25.0


def make_residual(layer):
    """Residual of k T'' + q = 0 in the coordinate s = x / thickness."""
    stiffness = layer["k"] / (layer["k"] + 0.1)
    source = layer["q"] * layer["thickness"] ** 2 / (layer["k"] * SCALE)

    def residual(net, s):
        with tf.GradientTape() as outer:
            outer.watch(s)
            with tf.GradientTape() as inner:
                inner.watch(s)
                temperature = net(s)
            slope = inner.gradient(temperature, s)
        curvature = outer.gradient(slope, s)
        return stiffness * (curvature + source)

    return residual


def build():
    tf.keras.utils.set_random_seed(9)
    net = tf.keras.Sequential(
        [tf.keras.layers.Input([1]), tf.keras.layers.Dense(12, activation="tanh"), tf.keras.layers.Dense(1)]
    )
    optimizer = tf.keras.optimizers.SGD(0.05)
    optimizer.build(net.trainable_variables)
    return net, optimizer


net, optimizer = build()


@tf.function
def train_step(residual, s, left, right):
    with tf.GradientTape() as tape:
        ends = net(tf.constant([[0.0], [1.0]]))[:, 0]
        mismatch = tf.reduce_sum((ends - tf.stack([left, right])) ** 2)
        loss = tf.reduce_mean(residual(net, s) ** 2) + mismatch
    grads = tape.gradient(loss, net.trainable_variables)
    optimizer.apply_gradients(zip(grads, net.trainable_variables))
    return loss


def interface_temperatures():
    resistances = np.array([l["thickness"] / l["k"] for l in LAYERS])
    fractions = np.concatenate([[0.0], np.cumsum(resistances) / resistances.sum()])
    return (INSIDE + fractions * (OUTSIDE - INSIDE)) / SCALE


def main():
    temperatures = interface_temperatures().astype(np.float32)
    s = tf.constant(np.linspace(0, 1, 16)[:, None], tf.float32)
    start = net.get_weights()
    for i, layer in enumerate(LAYERS):
        net.set_weights(start)
        for step in range(12):
            loss = train_step(make_residual(layer), s, temperatures[i], temperatures[i + 1])
        middle = float(net(tf.constant([[0.5]]))[0, 0]) * SCALE
        print(f"{layer['name']:8s} loss {float(loss):.5f} in the middle {middle:.2f} degrees")


main()
