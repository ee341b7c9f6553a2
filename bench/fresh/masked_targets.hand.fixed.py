# masked_targets, cured.
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(1)
net = tf.keras.Sequential([tf.keras.layers.Input((2,)), tf.keras.layers.Dense(1)])
opt = tf.keras.optimizers.SGD(0.1)
opt.build(net.trainable_variables)


@tf.function(input_signature=[tf.TensorSpec([None, 2]), tf.TensorSpec([None])])
def supervised_step(inputs, targets):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net(inputs)[:, 0] - targets))
    opt.apply_gradients(zip(tape.gradient(loss, net.trainable_variables), net.trainable_variables))
    return loss


def train(rounds):
    rng = np.random.default_rng(1)
    for i in range(rounds):
        inputs = rng.normal(size=(16, 2)).astype(np.float32)
        targets = (inputs[:, 0] * 2).astype(np.float32)
        known = rng.random(16) < 0.3 + 0.1 * i
        known[0] = True
        labelled = tf.boolean_mask(inputs, known)
        loss = supervised_step(labelled, tf.boolean_mask(targets, known))
        print(i, int(known.sum()), f"{float(loss):.4f}")


train(6)
