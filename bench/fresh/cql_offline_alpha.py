# planted: TFR101 the Lagrange weight of the conservative term is a Python float attribute, updated after every step and handed to the traced update
# style: RL agent class, offline data set, dual ascent by hand
"""Conservative Q-learning on logged data of a small inventory, the weight found by dual ascent."""
import numpy as np
import tensorflow as tf

STATES, ACTIONS, GAMMA = 12, 4, 0.9


def logged_transitions(n, seed):
    """A cautious clerk orders little; demand is random."""
    rng = np.random.default_rng(seed)
    s = rng.integers(0, STATES, n)
    a = np.minimum(rng.geometric(0.6, n) - 1, ACTIONS - 1)
    demand = rng.poisson(1.5, n)
    sold = np.minimum(s + a, demand)
    s2 = np.clip(s + a - demand, 0, STATES - 1)
    r = 2.0 * sold - 1.0 * a - 0.1 * s2
    return s, a, r.astype(np.float32), s2


class Critic:
    def __init__(self, rate):
        self.table = tf.Variable(tf.zeros([STATES, ACTIONS]))
        self.rate = rate

    @tf.function
    def update(self, s, a, r, s2, weight):
        target = r + GAMMA * tf.reduce_max(tf.gather(self.table, s2), axis=1)
        with tf.GradientTape() as tape:
            q = tf.gather(self.table, s)
            taken = tf.gather(q, a, batch_dims=1)
            td = tf.reduce_mean((taken - tf.stop_gradient(target)) ** 2)
            gap = tf.reduce_mean(tf.reduce_logsumexp(q, axis=1) - taken)
            loss = td + weight * gap
        grad = tape.gradient(loss, self.table)
        self.table.assign_sub(self.rate * tf.convert_to_tensor(grad))
        return td, gap


class ConservativeAgent:
    def __init__(self, gap_target):
        self.critic = Critic(rate=1.5)
        self.alpha = 1.0
        self.gap_target = gap_target
        self.trace = []

    def learn(self, batch):
        s, a, r, s2 = batch
        td, gap = self.critic.update(s, a, r, s2, self.alpha)
        self.alpha = min(5.0, max(0.0, self.alpha + 0.05 * (float(gap) - self.gap_target)))
        self.trace.append((float(td), float(gap)))

    def policy(self):
        return tf.argmax(self.critic.table, axis=1).numpy()


def batches(data, size, steps, seed):
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        pick = rng.integers(0, len(data[0]), size)
        yield tuple(tf.constant(column[pick]) for column in data)


def main():
    data = logged_transitions(4000, seed=8)
    agent = ConservativeAgent(gap_target=0.9)
    for batch in batches(data, size=256, steps=45, seed=2):
        agent.learn(batch)
    td, gap = np.array(agent.trace).T
    print("steps", len(td))
    print("td first and last", round(td[0], 2), round(td[-5:].mean(), 2))
    print("gap first and last", round(gap[0], 2), round(gap[-1], 2))
    print("alpha", round(agent.alpha, 2))
    print("orders when empty", int(agent.policy()[0]), "when full", int(agent.policy()[-1]))


if __name__ == "__main__":
    main()
