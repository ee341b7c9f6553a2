# planted: TFR601 a policy asked by predict for each observation
# style: RL loop, early exit
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(17)
policy = tf.keras.Sequential(
    [tf.keras.Input((4,)), tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(2, activation="softmax")]
)


def physics(state, force):
    x, v, angle, spin = state
    return np.array([x + 0.02 * v, v + 0.1 * force, angle + 0.02 * spin, spin + 0.3 * angle - 0.05 * force], np.float32)


def play(max_steps=12):
    state = np.array([0.0, 0.0, 0.05, 0.0], dtype=np.float32)
    for t in range(max_steps):
        probabilities = policy.predict(state.reshape(1, -1), verbose=0)[0]
        force = 1.0 if np.argmax(probabilities) else -1.0
        state = physics(state, force)
        if abs(state[2]) > 0.4:
            break
    return t, state


steps, state = play()
print(steps, np.round(state, 4))
