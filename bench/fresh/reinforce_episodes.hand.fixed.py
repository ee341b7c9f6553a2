# reinforce_episodes, cured.
import numpy as np
import tensorflow as tf

tf.random.set_seed(0)
rng = np.random.RandomState(0)


class Corridor:
    """Walk right to reach the goal."""

    def __init__(self, size=6):
        self.size = size

    def reset(self):
        self.position = 0
        return self._observe()

    def _observe(self):
        one_hot = np.zeros(self.size, dtype=np.float32)
        one_hot[self.position] = 1.0
        return one_hot

    def step(self, action):
        self.position = max(0, self.position + (1 if action == 1 else -1))
        done = self.position == self.size - 1
        return self._observe(), 1.0 if done else -0.05, done


class Reinforce:
    def __init__(self, n_states, lr=0.2):
        self.logits = tf.Variable(tf.zeros([n_states, 2]))
        self.lr = lr

    def act(self, state):
        scores = state @ self.logits.numpy()
        p = np.exp(scores) / np.exp(scores).sum()
        return int(rng.rand() < p[1])

    @tf.function(
        input_signature=[
            tf.TensorSpec([None, 6], tf.float32),
            tf.TensorSpec([None], tf.int64),
            tf.TensorSpec([None], tf.float32),
        ]
    )
    def learn(self, states, actions, returns):
        with tf.GradientTape() as tape:
            log_p = tf.nn.log_softmax(states @ self.logits)
            chosen = tf.reduce_sum(log_p * tf.one_hot(actions, 2), axis=1)
            loss = -tf.reduce_mean(chosen * returns)
        self.logits.assign_sub(self.lr * tape.gradient(loss, self.logits))
        return loss


env, agent = Corridor(), Reinforce(6)
for episode in range(8):
    states, actions, rewards = [], [], []
    state, done = env.reset(), False
    while not done and len(states) < 60:
        action = agent.act(state)
        states.append(state)
        actions.append(action)
        state, reward, done = env.step(action)
        rewards.append(reward)
    returns = np.cumsum(rewards[::-1])[::-1].astype(np.float32)
    loss = agent.learn(np.array(states), np.array(actions), np.ascontiguousarray(returns))
    print(episode, len(rewards), "loss %.4f" % float(loss))
