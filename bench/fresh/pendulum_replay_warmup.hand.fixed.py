# planted: TFR101 TFR201 the noise scale decays as a Python float and the first batches are smaller than later ones
# style: RL engineer, agent class and replay buffer
"""Deterministic actor-critic on a torque pendulum; learning starts as soon as there is anything to learn from."""
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(8)
BATCH = 32


class Replay:
    def __init__(self, rng):
        self.items, self.rng = [], rng

    def add(self, *item):
        self.items.append(item)

    def sample(self, limit):
        n = min(limit, len(self.items))
        chosen = self.rng.choice(len(self.items), n, replace=False)
        columns = zip(*(self.items[i] for i in chosen))
        return [np.stack(column).astype(np.float32) for column in columns]


def dense(*sizes):
    layers = [tf.keras.layers.Dense(s, "relu") for s in sizes[1:-1]] + [tf.keras.layers.Dense(sizes[-1])]
    return tf.keras.Sequential([tf.keras.layers.Input((sizes[0],)), *layers])


class Agent:
    def __init__(self):
        self.actor, self.critic = dense(3, 16, 1), dense(4, 16, 1)
        self.actor_opt = tf.keras.optimizers.Adam(2e-3)
        self.critic_opt = tf.keras.optimizers.Adam(5e-3)
        self.actor_opt.build(self.actor.trainable_variables)
        self.critic_opt.build(self.critic.trainable_variables)

    @tf.function
    def act(self, obs, noise, sigma):
        return tf.clip_by_value(tf.tanh(self.actor(obs)) + sigma * noise, -1.0, 1.0)

    @tf.function(reduce_retracing=True)
    def learn(self, obs, action, reward, following):
        future = self.critic(tf.concat([following, tf.tanh(self.actor(following))], 1))
        target = reward + 0.9 * tf.stop_gradient(future)
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self.critic(tf.concat([obs, action], 1)) - target) ** 2)
        variables = self.critic.trainable_variables
        self.critic_opt.apply_gradients(zip(tape.gradient(loss, variables), variables))
        with tf.GradientTape() as tape:
            value = -tf.reduce_mean(self.critic(tf.concat([obs, tf.tanh(self.actor(obs))], 1)))
        variables = self.actor.trainable_variables
        self.actor_opt.apply_gradients(zip(tape.gradient(value, variables), variables))
        return loss


def observe(angle, speed):
    return np.array([np.cos(angle), np.sin(angle), speed / 4.0], np.float32)


def main():
    rng = np.random.default_rng(8)
    agent, replay = Agent(), Replay(rng)
    sigma, angle, speed = 0.6, 2.5, 0.0
    losses, rewards = [], []
    for step in range(60):
        obs = observe(angle, speed)
        noise = rng.standard_normal((1, 1)).astype(np.float32)
        torque = float(agent.act(obs[None], noise, tf.constant(sigma, tf.float32))[0, 0])
        speed = float(np.clip(speed + 0.1 * (5.0 * np.sin(angle) + 3.0 * torque), -4, 4))
        angle = (angle + 0.1 * speed + np.pi) % (2 * np.pi) - np.pi
        reward = -(angle**2 + 0.1 * speed**2 + 0.01 * torque**2)
        replay.add(obs, np.array([torque]), np.array([reward]), observe(angle, speed))
        losses.append(float(agent.learn(*replay.sample(BATCH))))
        rewards.append(reward)
        sigma = max(0.1, sigma * 0.97)
    print(f"mean reward {np.mean(rewards):.4f}, last ten {np.mean(rewards[-10:]):.4f}")
    print("critic loss:", [round(float(np.mean(losses[i:i + 15])), 3) for i in range(0, 60, 15)])


if __name__ == "__main__":
    main()
