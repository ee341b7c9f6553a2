# planted: TFR201 the distinct items of each session, as many as tf.unique finds
# style: recommender, module-level functions
import numpy as np
import tensorflow as tf

ITEMS, DIMS = 25, 6
rng = np.random.RandomState(19)
table = tf.Variable(rng.randn(ITEMS, DIMS).astype(np.float32) * 0.1)


def sessions(count):
    for _ in range(count):
        length = rng.randint(4, 14)
        yield rng.zipf(1.6, size=length).clip(max=ITEMS) - 1


def negatives(count):
    return rng.randint(0, ITEMS, size=count).astype(np.int32)


@tf.function
def bpr_update(positive, negative, lr):
    with tf.GradientTape() as tape:
        good = tf.gather(table, positive)
        bad = tf.gather(table, negative)
        profile = tf.reduce_mean(good, axis=0, keepdims=True)
        margin = tf.reduce_sum(profile * good, -1) - tf.reduce_mean(
            tf.reduce_sum(profile * bad, -1)
        )
        loss = -tf.reduce_mean(tf.math.log_sigmoid(margin))
    gradient = tf.convert_to_tensor(tape.gradient(loss, table))
    table.assign_sub(lr * gradient)
    return loss


RATE = tf.constant(2.0)
losses = []
for session in sessions(16):
    distinct, _ = tf.unique(tf.constant(session, dtype=tf.int32))
    losses.append(float(bpr_update(distinct, negatives(5), RATE)))

print("first %.4f last %.4f" % (losses[0], losses[-1]))
print("mean of halves", np.round([np.mean(losses[:8]), np.mean(losses[8:])], 4))
print("norm %.4f" % float(tf.norm(table)))
