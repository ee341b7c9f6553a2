# planted: TFR101 an entropy bonus that a schedule object computes, handed on by the base class of the agent
# style: RL, base class and subclass, schedule classes
import numpy as np
import tensorflow as tf


class LinearSchedule:
    def __init__(self, start, end, steps):
        self.start, self.end, self.steps = start, end, steps

    def value(self, step):
        frac = min(1.0, step / self.steps)
        return self.start + frac * (self.end - self.start)


class Agent:
    def __init__(self, entropy_schedule):
        self.entropy_schedule = entropy_schedule
        self.updates = 0

    def learn(self, obs, actions, returns):
        coef = self.entropy_schedule.value(self.updates)
        self.updates += 1
        return self._learn(obs, actions, returns, coef)

    def _learn(self, obs, actions, returns, entropy_coef):
        raise NotImplementedError


class A2CAgent(Agent):
    def __init__(self, obs_dim, n_actions, entropy_schedule):
        super().__init__(entropy_schedule)
        init = np.random.RandomState(3)
        self.actor = tf.Variable(init.normal(0, 0.1, (obs_dim, n_actions)).astype(np.float32))
        self.critic = tf.Variable(init.normal(0, 0.1, (obs_dim, 1)).astype(np.float32))
        self.optimizer = tf.keras.optimizers.SGD(0.1)
        self.optimizer.build([self.actor, self.critic])

    @tf.function
    def _learn(self, obs, actions, returns, entropy_coef):
        with tf.GradientTape() as tape:
            log_probs = tf.nn.log_softmax(obs @ self.actor)
            values = tf.squeeze(obs @ self.critic, -1)
            advantage = tf.stop_gradient(returns - values)
            taken = tf.reduce_sum(log_probs * tf.one_hot(actions, 3), -1)
            entropy = -tf.reduce_mean(tf.reduce_sum(tf.exp(log_probs) * log_probs, -1))
            policy_loss = -tf.reduce_mean(taken * advantage)
            value_loss = tf.reduce_mean((returns - values) ** 2)
            loss = policy_loss + 0.5 * value_loss - entropy_coef * entropy
        variables = [self.actor, self.critic]
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        return loss, entropy


def rollout(rng, size=16):
    obs = rng.normal(size=(size, 4)).astype(np.float32)
    actions = rng.randint(0, 3, size=size)
    returns = (obs[:, 0] + (actions == 1)).astype(np.float32)
    return obs, actions, returns


if __name__ == "__main__":
    rng = np.random.RandomState(0)
    agent = A2CAgent(4, 3, LinearSchedule(0.1, 0.01, 12))
    for update in range(15):
        loss, entropy = agent.learn(*rollout(rng))
        if update % 3 == 0:
            print(f"update {update:2d} loss {float(loss):.4f} entropy {float(entropy):.4f}")
