# planted: TFR101 TFR303 the decaying exploration rate and the day number are Python numbers in the traced policy step
# style: reinforcement learning, tf.Module with a schedule in a dict
"""Linear Q-learning for a valve that irrigates an orchard block."""
import numpy as np
import tensorflow as tf

CONFIG = {
    "epsilon": {"start": 0.8, "decay": 0.93, "floor": 0.05},
    "learning_rate": 0.05,
    "discount": 0.9,
    "episodes": 12,
    "warmup_days": 20,
}
ACTIONS = tf.constant([0.0, 4.0, 9.0])


def features(moisture, heat):
    return np.array([1.0, moisture, heat, moisture * heat, moisture**2], "float32")


class ValveAgent(tf.Module):
    def __init__(self, cfg):
        super().__init__()
        self.w = tf.Variable(tf.zeros([5, 3]))
        self.cfg = cfg
        self.epsilon = cfg["epsilon"]["start"]
        self.days = 0

    @tf.function
    def choose(self, phi, coin, pick, epsilon, day):
        if day < 20:
            return pick
        greedy = tf.argmax(tf.linalg.matvec(self.w, phi, transpose_a=True), output_type=tf.int32)
        return tf.where(coin < epsilon, pick, greedy)

    @tf.function
    def learn(self, phi, action, reward, phi_next):
        q = tf.linalg.matvec(self.w, phi, transpose_a=True)[action]
        best = tf.reduce_max(tf.linalg.matvec(self.w, phi_next, transpose_a=True))
        delta = reward + self.cfg["discount"] * best - q
        step = self.cfg["learning_rate"] * delta * phi
        self.w.assign_add(step[:, None] * tf.one_hot(action, 3)[None, :])
        return delta

    def end_episode(self):
        e = self.cfg["epsilon"]
        self.epsilon = max(e["floor"], self.epsilon * e["decay"])


def main():
    rng = np.random.default_rng(8)
    agent = ValveAgent(CONFIG)
    totals, water = [], 0.0
    for _ in range(CONFIG["episodes"]):
        moisture, total = 0.5, 0.0
        heat = rng.uniform(0.3, 1.0)
        for _ in range(10):
            phi = features(moisture, heat)
            action = agent.choose(phi, tf.constant(rng.random(), tf.float32),
                                  tf.constant(int(rng.integers(3)), tf.int32),
                                  agent.epsilon, agent.days)
            amount = float(ACTIONS[int(action)])
            water += amount
            moisture = float(np.clip(moisture + 0.05 * amount - 0.25 * heat, 0.0, 1.2))
            reward = -abs(moisture - 0.6) - 0.02 * amount
            heat = float(np.clip(heat + rng.normal(0, 0.1), 0.1, 1.2))
            agent.learn(phi, action, tf.constant(reward, tf.float32), features(moisture, heat))
            agent.days += 1
            total += reward
        totals.append(total)
        agent.end_episode()
    print("return first", round(totals[0], 2), "last", round(totals[-1], 2))
    print("water", round(water, 1))
    print("epsilon", round(agent.epsilon, 4))


if __name__ == "__main__":
    main()
