# planted: TFR101 a global step in the correction of Adam's moments: a power of a Python int
# style: globals
import numpy as np
import tensorflow as tf

BETA_1, BETA_2, LR = 0.9, 0.999, 0.05
global_step = 0

theta = tf.Variable([3.0, -2.0])
m = tf.Variable([0.0, 0.0])
v = tf.Variable([0.0, 0.0])


@tf.function
def adam(gradient, step):
    m.assign(BETA_1 * m + (1 - BETA_1) * gradient)
    v.assign(BETA_2 * v + (1 - BETA_2) * gradient**2)
    m_hat = m / (1 - BETA_1**step)
    v_hat = v / (1 - BETA_2**step)
    theta.assign_sub(LR * m_hat / (tf.sqrt(v_hat) + 1e-7))


def train():
    global global_step
    for _ in range(12):
        with tf.GradientTape() as tape:
            loss = theta[0] ** 2 + 3 * theta[1] ** 2
        gradient = tape.gradient(loss, theta)
        global_step += 1
        adam(gradient, global_step)
    return float(loss)


print("loss %.5f" % train())
print("steps", global_step, "theta", np.round(theta.numpy(), 4))
