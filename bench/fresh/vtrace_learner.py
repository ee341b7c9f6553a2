# planted: TFR201 trajectories end when the agent falls off, so the learner sees another length nearly each time and unrolls it
# style: research code for an off-policy actor-critic, functional, with type hints
from typing import NamedTuple

import numpy as np
import tensorflow as tf

GAMMA = 0.97
OBS, ACTIONS = 3, 2


class Trajectory(NamedTuple):
    obs: np.ndarray
    actions: np.ndarray
    behaviour_logp: np.ndarray
    rewards: np.ndarray


def collect(rng: np.random.Generator, probability: float) -> Trajectory:
    """Walk on a ledge until one falls off or 14 steps have passed."""
    position, speed = 0.0, 0.0
    rows = []
    for step in range(14):
        action = int(rng.random() < probability)
        logp = np.log(probability if action else 1 - probability)
        obs = [position, speed, step / 14]
        speed = 0.7 * speed + (0.35 if action else -0.35) + 0.1 * rng.normal()
        position += speed
        rows.append((obs, action, logp, 1.0 - abs(position) * 0.5))
        if abs(position) > 1.5:
            break
    obs, actions, logps, rewards = zip(*rows)
    return Trajectory(
        np.array(obs, np.float32),
        np.array(actions, np.int32),
        np.array(logps, np.float32),
        np.array(rewards, np.float32),
    )


tf.keras.utils.set_random_seed(3)
policy = tf.keras.Sequential([tf.keras.layers.Input([OBS]), tf.keras.layers.Dense(16, "tanh"), tf.keras.layers.Dense(ACTIONS)])
critic = tf.keras.Sequential([tf.keras.layers.Input([OBS]), tf.keras.layers.Dense(16, "tanh"), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.05)
optimizer.build(policy.trainable_variables + critic.trainable_variables)


def vtrace_targets(values, rewards, rhos):
    clipped = tf.minimum(rhos, 1.0)
    next_values = tf.concat([values[1:], [0.0]], 0)
    deltas = clipped * (rewards + GAMMA * next_values - values)
    acc = tf.constant(0.0)
    corrections = []
    for t in reversed(range(rewards.shape[0])):
        acc = deltas[t] + GAMMA * clipped[t] * acc
        corrections.append(acc)
    vs = values + tf.stack(corrections[::-1])
    advantages = clipped * (rewards + GAMMA * tf.concat([vs[1:], [0.0]], 0) - values)
    return tf.stop_gradient(vs), tf.stop_gradient(advantages)


@tf.function
def learn(obs, actions, behaviour_logp, rewards):
    with tf.GradientTape() as tape:
        logp = tf.nn.log_softmax(policy(obs))
        taken = tf.gather(logp, actions, batch_dims=1)
        values = critic(obs)[:, 0]
        rhos = tf.exp(taken - behaviour_logp)
        vs, advantages = vtrace_targets(values, rewards, rhos)
        entropy = -tf.reduce_mean(tf.reduce_sum(tf.exp(logp) * logp, -1))
        loss = -tf.reduce_mean(taken * advantages) + 0.5 * tf.reduce_mean((vs - values) ** 2) - 0.01 * entropy
    variables = policy.trainable_variables + critic.trainable_variables
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
    return loss, entropy


if __name__ == "__main__":
    generator = np.random.default_rng(11)
    losses = []
    for update in range(24):
        trajectory = collect(generator, 0.4 + 0.01 * update)
        loss, entropy = learn(*trajectory)
        losses.append(float(loss))
        if update % 6 == 5:
            print(f"{update + 1:3d} steps={len(trajectory.rewards)} loss={np.mean(losses[-6:]):.4f} entropy={float(entropy):.4f}")
    print("value of the middle:", round(float(critic(np.zeros([1, OBS], np.float32))[0, 0]), 4))
