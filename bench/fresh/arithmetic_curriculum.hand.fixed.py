# arithmetic_curriculum, cured.
import numpy as np
import tensorflow as tf

difficulty = 1
MAX_DIFFICULTY = 6
rng = np.random.RandomState(30)
weights = tf.Variable(tf.zeros([8, 1]))


def examples(level, count=32):
    x = np.zeros((count, 8), np.float32)
    x[:, : level + 1] = rng.randn(count, level + 1)
    return tf.constant(x), tf.constant(x.sum(axis=1, keepdims=True))


@tf.function
def practise(x, y, level):
    scale = 1.0 / (level + 1.0)
    with tf.GradientTape() as tape:
        loss = scale * tf.reduce_mean((x @ weights - y) ** 2)
    gradient = tape.gradient(loss, weights)
    weights.assign_sub(0.3 * (level + 1.0) * gradient)
    return loss


def promote(loss):
    global difficulty
    if loss < 0.05 and difficulty < MAX_DIFFICULTY:
        difficulty += 1
        return True
    return False


lessons = 0
while difficulty < MAX_DIFFICULTY and lessons < 60:
    x, y = examples(difficulty)
    loss = float(practise(x, y, tf.constant(difficulty, tf.float32)))
    lessons += 1
    if promote(loss):
        print("lesson", lessons, "-> level", difficulty, "loss %.4f" % loss)

print("weights", np.round(weights.numpy().ravel(), 2))
