# planted: TFR603 a wider model in each stage, warm-started; each needs a graph of its own
# no automatic cure: each stage is another graph
# style: progressive growing, Keras fit
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(9)


def make(width):
    model = tf.keras.Sequential(
        [
            tf.keras.Input((3,)),
            tf.keras.layers.Dense(width, activation="tanh"),
            tf.keras.layers.Dense(1),
        ]
    )
    model.compile(optimizer=tf.keras.optimizers.SGD(0.1), loss="mse")
    return model


def widen(small, width):
    """Copy a narrow net into a wider one that computes the same."""
    large = make(width)
    (kernel, bias), (out_kernel, out_bias) = [layer.get_weights() for layer in small.layers]
    extra = width - kernel.shape[1]
    noise = 0.1 * np.random.RandomState(width).randn(3, extra).astype(np.float32)
    large.layers[0].set_weights(
        [np.concatenate([kernel, noise], axis=1), np.concatenate([bias, np.zeros(extra)])]
    )
    zeros = np.zeros((extra, 1), np.float32)
    large.layers[1].set_weights([np.concatenate([out_kernel, zeros]), out_bias])
    return large


rng = np.random.RandomState(0)
x = rng.randn(64, 3).astype(np.float32)
y = np.sin(x.sum(axis=1, keepdims=True))
model = make(2)
for width in (2, 4, 8):
    if width > 2:
        model = widen(model, width)
    history = model.fit(x, y, epochs=3, batch_size=64, shuffle=False, verbose=0)
    print("width", width, "loss %.4f" % history.history["loss"][-1])
