# planted: TFR101 the agent hands its entropy weight (a property that decays) and its own step counter to the compiled update
# style: RL agent with a replay buffer, object oriented, private attributes and properties
import collections
import random

import numpy as np
import tensorflow as tf

Transition = collections.namedtuple("Transition", "obs action reward next_obs done")


class ReplayBuffer:
    def __init__(self, capacity):
        self._storage = collections.deque(maxlen=capacity)

    def __len__(self):
        return len(self._storage)

    def push(self, *args):
        self._storage.append(Transition(*args))

    def sample(self, size, rnd):
        picked = rnd.sample(list(self._storage), size)
        columns = zip(*picked)
        return Transition(*(np.asarray(c, np.float32) for c in columns))


class PointWorld:
    """Push a point to the origin with three thrusts."""

    THRUST = (-0.2, 0.0, 0.2)

    def __init__(self, rnd):
        self._rnd = rnd
        self.reset()

    def reset(self):
        self._state = np.array([self._rnd.uniform(-1, 1), 0.0], np.float32)
        return self._state.copy()

    def step(self, action):
        x, v = self._state
        v = 0.9 * v + self.THRUST[action]
        self._state = np.array([x + 0.3 * v, v], np.float32)
        done = bool(abs(self._state[0]) > 2.0)
        return self._state.copy(), -float(self._state[0] ** 2), done


class SoftAgent:
    def __init__(self, n_actions=3, hidden=16, seed=3):
        init = lambda s: tf.keras.initializers.GlorotUniform(seed=seed + s)
        self._net = tf.keras.Sequential([
            tf.keras.layers.Dense(hidden, "tanh", kernel_initializer=init(0)),
            tf.keras.layers.Dense(n_actions, kernel_initializer=init(1)),
        ])
        self._net.build((None, 2))
        self._opt = tf.keras.optimizers.SGD(0.05)
        self._steps = 0
        self._gamma = 0.95

    @property
    def alpha(self):
        return max(0.02, 0.5 * 0.97 ** self._steps)

    def act(self, obs, rnd):
        q = self._net(obs[None])[0].numpy() / self.alpha
        p = np.exp(q - q.max())
        return rnd.choices(range(len(p)), weights=p / p.sum())[0]

    def learn(self, batch):
        self._steps += 1
        loss = self._update(batch.obs, batch.action, batch.reward, batch.next_obs, batch.done,
                            self.alpha, self._steps)
        return float(loss)

    @tf.function
    def _update(self, obs, action, reward, next_obs, done, alpha, step):
        soft_value = alpha * tf.reduce_logsumexp(self._net(next_obs) / alpha, axis=1)
        target = reward + self._gamma * (1.0 - done) * soft_value
        warmup = tf.minimum(1.0, tf.cast(step, tf.float32) / 20.0)
        with tf.GradientTape() as tape:
            q = tf.reduce_sum(self._net(obs) * tf.one_hot(tf.cast(action, tf.int32), 3), axis=1)
            loss = warmup * tf.reduce_mean(tf.square(q - tf.stop_gradient(target)))
        variables = self._net.trainable_variables
        self._opt.apply_gradients(zip(tape.gradient(loss, variables), variables))
        return loss


def main():
    rnd = random.Random(11)
    env, agent, buffer = PointWorld(rnd), SoftAgent(), ReplayBuffer(300)
    losses = []
    obs = env.reset()
    for t in range(110):
        action = agent.act(obs, rnd)
        nxt, reward, done = env.step(action)
        buffer.push(obs, action, reward, nxt, done)
        obs = env.reset() if done or t % 25 == 24 else nxt
        if len(buffer) >= 32:
            losses.append(agent.learn(buffer.sample(16, rnd)))
    print("updates", len(losses))
    print("last losses %.3f" % np.mean(losses[-20:]))
    print("alpha %.3f" % agent.alpha)


if __name__ == "__main__":
    main()
