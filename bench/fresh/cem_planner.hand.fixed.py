# cem_planner, cured.
import numpy as np
import tensorflow as tf


class Pendulum:
    def __init__(self):
        self.state = np.array([2.0, 0.0], np.float32)

    @staticmethod
    def dynamics(state, action):
        angle, speed = state[..., 0], state[..., 1]
        speed = speed + 0.1 * (tf.sin(angle) + action)
        return tf.stack([angle + 0.1 * speed, speed], -1)

    def step(self, action):
        self.state = self.dynamics(tf.constant(self.state), action).numpy()
        return -float(self.state[0] ** 2 + 0.1 * self.state[1] ** 2)


class CEMPlanner:
    def __init__(self, dynamics, horizon=8, population=32, elites=6, seed=0):
        self.dynamics = dynamics
        self.horizon, self.population, self.elites = horizon, population, elites
        self.rng = np.random.RandomState(seed)

    @tf.function
    def evaluate(self, state, actions):
        current = tf.tile(state[None], [self.population, 1])
        cost = tf.zeros([self.population])
        for t in range(self.horizon):
            current = self.dynamics(current, actions[:, t])
            cost += current[:, 0] ** 2 + 0.1 * current[:, 1] ** 2
        return cost

    def plan(self, state, iterations=3):
        mean, std = np.zeros(self.horizon), 2 * np.ones(self.horizon)
        for _ in range(iterations):
            actions = mean + std * self.rng.normal(size=(self.population, self.horizon))
            costs = self.evaluate(state, actions.astype(np.float32)).numpy()
            best = actions[np.argsort(costs)[: self.elites]]
            mean, std = best.mean(0), best.std(0) + 0.05
        return np.float32(mean[0])


def main():
    env = Pendulum()
    planner = CEMPlanner(env.dynamics)
    total = 0.0
    for t in range(10):
        action = planner.plan(env.state)
        total += env.step(action)
        print(f"t={t} angle={env.state[0]:.3f} action={action:.3f}")
    print(f"return {total:.3f}")


main()
