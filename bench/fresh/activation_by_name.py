# planted: TFR101 a string that chooses a function
# no automatic cure: each string is another graph
# style: dispatch by getattr
import tensorflow as tf


@tf.function
def apply_activation(x, name):
    return tf.reduce_sum(getattr(tf.nn, name)(x))


def compare(names):
    x = tf.linspace(-2.0, 2.0, 9)
    return {name: float(apply_activation(x, name)) for name in names}


for name, value in compare(["relu", "elu", "softplus", "selu", "silu"]).items():
    print(f"{name:10s} {value:.4f}")
