# signature_per_length, cured.
import numpy as np
import tensorflow as tf


@tf.function
def normalise(x):
    return (x - tf.reduce_mean(x)) / (tf.math.reduce_std(x) + 1e-6)


rng = np.random.default_rng(2)
concrete = normalise.get_concrete_function(tf.TensorSpec([None], tf.float32))
for length in (4, 8, 12, 16, 20):
    x = tf.constant(rng.normal(size=length).astype(np.float32))
    print(length, np.round(concrete(x).numpy()[:3], 4))
