# planted: TFR106 every synchronisation clones the network, and the traced TD step takes the clone as an argument
# style: DQN-like learner with Keras layers, fitted iteration on recorded data, typed helper
"""Value of a maintenance policy for a wearing pump, with a target network that lags behind."""
import numpy as np
import tensorflow as tf
from tensorflow import keras

GAMMA = 0.95


def record(n: int, seed: int):
    """Wear rises at random; the crew overhauls above 0.8."""
    rng = np.random.default_rng(seed)
    wear, load = rng.uniform(0, 1, n), rng.uniform(0.5, 1.5, n)
    overhaul = wear > 0.8
    nxt = np.where(overhaul, 0.02, np.minimum(wear + 0.08 * load * rng.uniform(0.5, 1.5, n), 1.2))
    cost = np.where(overhaul, 2.0, 0.3 * wear ** 2 + 0.1 * load)
    load2 = np.clip(load + rng.normal(0, 0.1, n), 0.5, 1.5)
    pack = lambda a, b: np.stack([a, b], axis=1).astype("float32")
    return pack(wear, load), (-cost).astype("float32"), pack(nxt, load2)


def make_critic() -> keras.Model:
    inputs = keras.Input((2,))
    h = keras.layers.Dense(24, activation="tanh")(inputs)
    return keras.Model(inputs, keras.layers.Dense(1)(h))


@tf.function
def td_step(critic, target, s, r, s2, rate):
    goal = r + GAMMA * target(s2)[:, 0]
    with tf.GradientTape() as tape:
        delta = critic(s)[:, 0] - goal
        loss = tf.reduce_mean(delta ** 2)
    grads = tape.gradient(loss, critic.trainable_variables)
    for variable, grad in zip(critic.trainable_variables, grads):
        variable.assign_sub(rate * grad)
    return loss


def lagged_copy(critic: keras.Model) -> keras.Model:
    copy = keras.models.clone_model(critic)
    copy.set_weights(critic.get_weights())
    return copy


class Learner:
    def __init__(self, sync_every: int):
        self.critic = make_critic()
        self.target = lagged_copy(self.critic)
        self.sync_every = sync_every
        self.steps = 0
        self.losses = []

    def learn(self, s, r, s2):
        if self.steps and self.steps % self.sync_every == 0:
            self.target = lagged_copy(self.critic)
        loss = td_step(self.critic, self.target, s, r, s2, tf.constant(0.05))
        self.losses.append(float(loss))
        self.steps += 1


def main():
    keras.utils.set_random_seed(15)
    s, r, s2 = record(3000, seed=15)
    rng = np.random.default_rng(0)
    learner = Learner(sync_every=12)
    for _ in range(180):
        pick = rng.integers(0, len(s), 64)
        learner.learn(tf.constant(s[pick]), tf.constant(r[pick]), tf.constant(s2[pick]))
    probe = learner.critic(np.array([[0.1, 1.0], [0.7, 1.0], [0.1, 1.5]], "float32")).numpy()[:, 0]
    print("steps", learner.steps)
    print("loss", round(float(np.mean(learner.losses[-20:])), 2))
    print("value when new", round(float(probe[0]), 2))
    print("value when worn", round(float(probe[1]), 2))
    print("heavy load is worse", bool(probe[2] < probe[0]))


if __name__ == "__main__":
    main()
