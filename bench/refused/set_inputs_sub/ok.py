import numpy as np
import tensorflow as tf
import tensorflow.keras.layers as kl


class ProbabilityDistribution(tf.keras.Model):
    def call(self, logits):
        return tf.squeeze(tf.random.categorical(logits, 1), axis=-1)


class A2C(tf.keras.Model):
    def __init__(self, num_actions):
        super().__init__(name='mlp_policy')
        self.hidden1 = kl.Dense(16, activation='relu')
        self.hidden2 = kl.Dense(16, activation='relu')
        self.value = kl.Dense(1, name='value')
        self.logits = kl.Dense(num_actions, name='policy_logits')
        self.dist = ProbabilityDistribution()

    def call(self, inputs):
        x = tf.convert_to_tensor(inputs)
        hidden_logs = self.hidden1(x)
        hidden_vals = self.hidden2(x)
        return self.logits(hidden_logs), self.value(hidden_vals)


class Env:
    def __init__(self, length):
        self.length = length

    def reset(self):
        self.i = 0
        return np.random.randn(4).astype('float32')

    def step(self, action):
        self.i += 1
        return np.random.randn(4).astype('float32'), float(action), self.i >= self.length


agent = A2C(2)
agent(tf.zeros((1, 4)))
print(len(agent.get_weights()), 'weight arrays')

env = Env(10)
obs, done, ep_reward = env.reset(), False, 0.0
while not done:
    logits = agent.predict(obs[None, :])
    action = int(agent.dist(tf.constant(logits[0]))[0])
    obs, reward, done = env.step(action)
    ep_reward += reward
print('total', ep_reward)
