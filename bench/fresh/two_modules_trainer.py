# planted: TFR101 the weight of a penalty, computed in one module and traced in another
# style: two modules
"""Train the regressor of two_modules_regressor with a penalty that grows."""
import numpy as np
import tensorflow as tf

from two_modules_regressor import Regressor


def main():
    tf.keras.utils.set_random_seed(1)
    rng = np.random.default_rng(1)
    x = tf.constant(rng.normal(size=(20, 4)).astype(np.float32))
    y = tf.reduce_sum(x, axis=1, keepdims=True)
    regressor = Regressor(4)
    penalty = 1e-3
    for epoch in range(6):
        loss = regressor.train_step(x, y, penalty)
        penalty *= 1.5
        print(epoch, f"{float(loss):.5f}")


if __name__ == "__main__":
    main()
