"""Load pallets until the bottom boxes give in: pressure spreads through a stack by relaxation."""
import functools

import numpy as np
import tensorflow as tf

ROWS, COLS = 5, 6
LIMIT = 9.0


class PalletStack:
    def __init__(self, spread=0.2):
        self.spread = tf.Variable(spread, trainable=False)
        kernel = np.zeros((1, 3, 1, 1), "float32")
        kernel[0, :, 0, 0] = (0.5, 0.0, 0.5)
        self.kernel = tf.constant(kernel)

    def _relax(self, weights):
        layers = tf.unstack(weights)
        carried = tf.zeros([COLS])
        pressures = []
        for layer in layers:
            carried = carried + layer
            side = tf.nn.conv2d(carried[None, None, :, None], self.kernel, 1, "SAME")[0, 0, :, 0]
            carried = (1.0 - self.spread) * carried + self.spread * side
            pressures.append(carried)
        return tf.stack(pressures)

    @functools.cached_property
    def press(self):
        return tf.function(self._relax)

    @property
    def stiffness(self):
        return 1.0 - float(self.spread)

    def safe(self, weights):
        pressures = self.press(tf.constant(weights))
        return bool(tf.reduce_max(pressures) < LIMIT), pressures[-1].numpy()


def orders(rng, n):
    for _ in range(n):
        heavy = rng.random() < 0.3
        yield rng.gamma(3.0, 0.7 if heavy else 0.45, size=(ROWS, COLS)).astype("float32")


def restack(weights):
    """Put the heavy layers at the bottom."""
    return weights[np.argsort(weights.sum(axis=1))]


def main():
    rng = np.random.default_rng(77)
    stack = PalletStack()
    shipped, repacked, refused = 0, 0, 0
    bottoms = []
    for weights in orders(rng, 24):
        ok, bottom = stack.safe(weights)
        if not ok:
            stack.spread.assign(0.5)
            ok, bottom = stack.safe(restack(weights))
            stack.spread.assign(0.2)
            repacked += ok
            refused += not ok
        else:
            shipped += 1
        bottoms.append(bottom.max())
    print("shipped:", shipped)
    print("repacked:", repacked, "refused:", refused)
    print("mean bottom load:", round(float(np.mean(bottoms)), 2))
    print("stiffness:", round(stack.stiffness, 2))


if __name__ == "__main__":
    main()
