"""DDPG on a one dimensional toy task"""
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

S, A = 3, 1
rng = np.random.default_rng(0)


def get_actor():
    inputs = layers.Input(shape=(S,))
    out = layers.Dense(16, activation="relu")(inputs)
    out = layers.Dense(A, activation="tanh")(out)
    return tf.keras.Model(inputs, out * 2.0)


def get_critic():
    s_in = layers.Input(shape=(S,))
    a_in = layers.Input(shape=(A,))
    x = layers.concatenate([s_in, a_in], axis=-1)
    x = layers.Dense(16, activation="relu")(x)
    return tf.keras.Model([s_in, a_in], layers.Dense(1)(x))


actor, critic = get_actor(), get_critic()
target_critic = get_critic()
target_critic.set_weights(critic.get_weights())
critic.compile('adam', 'mse')

buffer = []
for episode in range(2):
    s = rng.normal(size=S)
    for t in range(6):
        a = actor.predict(s.reshape(1, -1), verbose=0)[0]
        a = np.clip(a + rng.normal(scale=.1, size=A), -2, 2)
        s2 = s * .9 + a
        r = -float((s2 ** 2).sum())
        buffer.append((s, a, r, s2))
        s = s2
    b = [buffer[i] for i in rng.integers(0, len(buffer), 8)]
    bs, ba, br, bs2 = [np.array(v) for v in zip(*b)]
    q2 = target_critic.predict([bs2, actor.predict(bs2, verbose=0)], verbose=0)[:, 0]
    print('episode', episode, 'critic', critic.train_on_batch([bs, ba], br + .95 * q2))
