# planted: TFR101 the equation of einsum
# no automatic cure: a string tensor is no equation
# style: functional
import tensorflow as tf


@tf.function
def contract(equation, a, b):
    return tf.einsum(equation, a, b)


a = tf.reshape(tf.range(6.0), [2, 3])
b = tf.reshape(tf.range(6.0, 12.0), [2, 3])
for equation in ("ij,ij->", "ij,kj->ik", "ij,ij->j", "ij,ij->i", "ij,ik->jk"):
    print(equation, contract(equation, a, b).numpy().tolist())
