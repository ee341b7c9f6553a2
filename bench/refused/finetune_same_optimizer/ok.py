import numpy as np
import tensorflow as tf

base = tf.keras.Sequential([tf.keras.layers.Dense(8, activation='relu', input_shape=(5,))])
head = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(8,))])
opt = tf.keras.optimizers.Adam(1e-3)
opt.build(base.trainable_variables + head.trainable_variables)
ce = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)


def train(x, y, variables):
    with tf.GradientTape() as tape:
        loss = ce(y, head(base(x)))
    opt.apply_gradients(zip(tape.gradient(loss, variables), variables))
    return loss


X, Y = tf.random.normal((24, 5)), tf.constant(np.random.randint(0, 2, 24))
print('head', float(train(X, Y, head.trainable_variables)))
print('all', float(train(X, Y, base.trainable_variables + head.trainable_variables)))
step = tf.function(lambda a, b: ce(b, head(base(a))))
for i in range(24):
    bx, by = X[i:i + 1], Y[i:i + 1]
    loss = step(bx, by)
    print(i, float(loss))
