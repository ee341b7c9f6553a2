# planted: TFR208 a concrete function for each length
# style: export-like script
import numpy as np
import tensorflow as tf


@tf.function
def normalise(x):
    return (x - tf.reduce_mean(x)) / (tf.math.reduce_std(x) + 1e-6)


rng = np.random.default_rng(2)
for length in (4, 8, 12, 16, 20):
    concrete = normalise.get_concrete_function(tf.TensorSpec([length], tf.float32))
    x = tf.constant(rng.normal(size=length).astype(np.float32))
    print(length, np.round(concrete(x).numpy()[:3], 4))
