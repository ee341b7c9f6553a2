import tensorflow as tf
import numpy as np

critic = tf.keras.Sequential([
    tf.keras.layers.Dense(16, activation="relu", input_shape=(3,)),
    tf.keras.layers.Dense(1)])
opt = tf.keras.optimizers.legacy.SGD(learning_rate=0.01)
huber = tf.keras.losses.Huber()


class Pendulum:
    def __init__(self): self.th = np.random.uniform(-3, 3)
    def obs(self): return np.array([np.cos(self.th), np.sin(self.th), 0.1], dtype='float32')
    def step(self):
        self.th += 0.1
        return self.obs(), -self.th ** 2


env = Pendulum()
state = env.obs()
for timestep in range(15):
    with tf.GradientTape() as tape:
        v = critic(tf.expand_dims(state, 0))
        nxt, r = env.step()
        loss = huber(tf.constant([[r]], tf.float32), v)
    grads = tape.gradient(loss, critic.trainable_variables)
    opt.apply_gradients(zip(grads, critic.trainable_variables))
    state = nxt
print('final loss %.3f' % float(loss))
