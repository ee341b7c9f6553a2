# ppo_annealed, cured.
import numpy as np
import tensorflow as tf


class PolicyTrainer:
    def __init__(self, n_states, n_actions, lr):
        self.table = tf.Variable(tf.zeros([n_states, n_actions]))
        self.lr = lr
        self.round = 0

    def log_prob(self, states, actions):
        log_p = tf.nn.log_softmax(tf.gather(self.table, states))
        return log_p, tf.gather(log_p, actions, batch_dims=1)


class PPO(PolicyTrainer):
    def __init__(self, *args, clip=0.3, entropy=0.05, rounds=8, **kwargs):
        super().__init__(*args, **kwargs)
        self.initial = (clip, entropy)
        self.clip, self.entropy = clip, entropy
        self.rounds = rounds

    @tf.function
    def optimise(self, states, actions, advantages, old, clip, entropy):
        with tf.GradientTape() as tape:
            log_p, chosen = self.log_prob(states, actions)
            ratio = tf.exp(chosen - old)
            clipped = tf.clip_by_value(ratio, 1 - clip, 1 + clip)
            gain = tf.reduce_mean(tf.minimum(ratio * advantages, clipped * advantages))
            bonus = -tf.reduce_mean(tf.reduce_sum(tf.exp(log_p) * log_p, axis=-1))
            loss = -gain - entropy * bonus
        gradient = tf.convert_to_tensor(tape.gradient(loss, self.table))
        self.table.assign_sub(self.lr * gradient)
        return loss

    def train_round(self, states, actions, advantages):
        _, old = self.log_prob(states, actions)
        clip, entropy = tf.constant(self.clip), tf.constant(self.entropy)
        for _ in range(2):
            loss = self.optimise(states, actions, advantages, old, clip, entropy)
        self.round += 1
        remaining = 1.0 - self.round / (self.rounds + 1)
        self.clip, self.entropy = (value * remaining for value in self.initial)
        return float(loss)


rng = np.random.RandomState(5)
agent = PPO(5, 3, lr=2.0)
for _ in range(agent.rounds):
    states, actions = rng.randint(0, 5, 32), rng.randint(0, 3, 32)
    advantages = np.where(actions == states % 3, 1.0, -0.5).astype(np.float32)
    loss = agent.train_round(states, actions, advantages)
    print(agent.round, "loss %.4f" % loss, "clip %.3f" % agent.clip)
