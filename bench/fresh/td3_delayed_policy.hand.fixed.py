"""TD3 on a point mass that must be parked at the origin."""
import copy

import numpy as np
import tensorflow as tf
from tensorflow.keras import layers


def mlp(n_in, n_out, final=None):
    return tf.keras.Sequential([tf.keras.Input((n_in,)), layers.Dense(32, "relu"),
                                layers.Dense(n_out, final)])


class ReplayBuffer:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.rows = []

    def add(self, *row):
        self.rows.append(row)

    def sample(self, n):
        picked = self.rng.integers(len(self.rows), size=n)
        columns = zip(*(self.rows[i] for i in picked))
        return tuple(np.array(c, np.float32).reshape(n, -1) for c in columns)


class TD3:
    def __init__(self, state_dim, action_dim, discount=0.97, tau=0.02, noise_clip=0.4, policy_freq=2):
        self.actor = mlp(state_dim, action_dim, "tanh")
        self.critics = [mlp(state_dim + action_dim, 1) for _ in range(2)]
        self.actor_target = tf.keras.models.clone_model(self.actor)
        self.critic_targets = [tf.keras.models.clone_model(c) for c in self.critics]
        self.actor_opt = tf.keras.optimizers.Adam(1e-3)
        self.critic_opt = tf.keras.optimizers.Adam(1e-3)
        self.critic_vars = [v for c in self.critics for v in c.trainable_variables]
        self.actor_opt.build(self.actor.trainable_variables)
        self.critic_opt.build(self.critic_vars)
        self.discount, self.tau = discount, tau
        self.noise_clip, self.policy_freq = noise_clip, policy_freq
        self.total_it = 0

    def soft_update(self, source, target):
        for s, t in zip(source.variables, target.variables):
            t.assign(self.tau * s + (1 - self.tau) * t)

    @tf.function
    def update(self, s, a, r, s2, noise, it):
        noise = tf.clip_by_value(noise, -self.noise_clip, self.noise_clip)
        a2 = tf.clip_by_value(self.actor_target(s2) + noise, -1.0, 1.0)
        q2 = [c(tf.concat([s2, a2], 1)) for c in self.critic_targets]
        target = r + self.discount * tf.minimum(*q2)
        with tf.GradientTape() as tape:
            sa = tf.concat([s, a], 1)
            loss = tf.add_n([tf.reduce_mean((c(sa) - target) ** 2) for c in self.critics])
        grads = tape.gradient(loss, self.critic_vars)
        self.critic_opt.apply_gradients(zip(grads, self.critic_vars))
        if it % self.policy_freq == 0:
            with tf.GradientTape() as tape:
                actor_loss = -tf.reduce_mean(self.critics[0](tf.concat([s, self.actor(s)], 1)))
            grads = tape.gradient(actor_loss, self.actor.trainable_variables)
            self.actor_opt.apply_gradients(zip(grads, self.actor.trainable_variables))
            self.soft_update(self.actor, self.actor_target)
            for c, t in zip(self.critics, self.critic_targets):
                self.soft_update(c, t)
        return loss

    def train(self, buffer, batch_size=64):
        self.total_it += 1
        s, a, r, s2 = buffer.sample(batch_size)
        noise = (0.2 * buffer.rng.standard_normal(a.shape)).astype("float32")
        return float(self.update(s, a, r, s2, noise, tf.constant(self.total_it)))


def env_step(state, action):
    position, velocity = state
    velocity = 0.95 * velocity + 0.1 * float(action[0])
    position = position + 0.1 * velocity
    return np.array([position, velocity]), -(position ** 2 + 0.1 * velocity ** 2)


def main():
    tf.keras.utils.set_random_seed(13)
    agent, buffer = TD3(2, 1), ReplayBuffer(13)
    state = np.array([1.0, 0.0])
    for t in range(300):
        action = buffer.rng.uniform(-1, 1, 1)
        nxt, reward = env_step(state, action)
        buffer.add(state, action, reward, nxt)
        state = nxt if t % 50 else buffer.rng.uniform(-1, 1, 2)
    losses = [agent.train(buffer) for _ in range(26)]
    print("critic loss first/last:", round(losses[0], 2), round(losses[-1], 2))
    probe = np.array([[1.0, 0.0], [-1.0, 0.0]], np.float32)
    print("policy at +1/-1:", np.round(agent.actor(probe).numpy().ravel(), 2).tolist())


if __name__ == "__main__":
    main()
