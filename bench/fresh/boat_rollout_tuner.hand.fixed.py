# planted: TFR105 the bound methods of policy and boat are passed to the traced rollout at every evaluation
# style: reinforcement learning by evolution strategies, classes, optimisation loop
"""Tune the helmsman of a small boat by evolution strategies on traced rollouts."""
import numpy as np
import tensorflow as tf

HORIZON = 40


class Boat:
    """Nomoto yaw model in a side current; batch of start states."""

    def __init__(self, gain=1.2, lag=2.0, current=0.08):
        self.gain, self.lag, self.current = gain, lag, current

    def advance(self, state, rudder):
        offset, heading, turn = tf.unstack(state, axis=1)
        turn = turn + 0.1 * (self.gain * rudder - turn) / self.lag
        heading = heading + 0.1 * turn
        offset = offset + 0.1 * (tf.sin(heading) + self.current)
        return tf.stack([offset, heading, turn], axis=1)


class LinearHelm:
    def __init__(self, limit=0.6):
        self.limit = limit
        self.gains = tf.Variable([0.0, 0.0, 0.0, 0.0])

    def steer(self, state):
        command = tf.linalg.matvec(state, self.gains[:3]) + self.gains[3]
        return self.limit * tf.tanh(command / self.limit)

    def load(self, candidate):
        self.gains.assign(candidate)


@tf.function
def rollout_cost(dynamics, policy, start):
    state = start
    cost = tf.zeros(tf.shape(start)[0])
    for _ in tf.range(HORIZON):
        rudder = policy(state)
        state = dynamics(state, rudder)
        cost += state[:, 0] ** 2 + 0.1 * state[:, 1] ** 2 + 0.05 * rudder ** 2
    return tf.reduce_mean(cost) / HORIZON


class EvolutionStrategy:
    def __init__(self, helm, boat, seed=3, sigma=0.4, rate=0.6):
        self.helm, self.boat = helm, boat
        self.advance, self.steer = boat.advance, helm.steer
        self.rng = np.random.default_rng(seed)
        self.sigma, self.rate = sigma, rate
        self.centre = np.array([-0.2, -0.2, 0.0, 0.0], np.float32)
        self.start = tf.constant(self.rng.normal(scale=[1.0, 0.3, 0.1], size=(16, 3)), tf.float32)

    def evaluate(self, candidate):
        self.helm.load(candidate.astype("float32"))
        return float(rollout_cost(self.advance, self.steer, self.start))

    def generation(self, pairs=3):
        direction = np.zeros(4)
        for _ in range(pairs):
            noise = self.rng.normal(size=4)
            better = self.evaluate(self.centre + self.sigma * noise)
            worse = self.evaluate(self.centre - self.sigma * noise)
            direction += (better - worse) / (better + worse) * noise
        self.centre = self.centre - self.rate * direction / pairs
        self.sigma *= 0.95
        return self.evaluate(self.centre)


def main():
    tuner = EvolutionStrategy(LinearHelm(), Boat())
    costs = [tuner.evaluate(tuner.centre)]
    for _ in range(6):
        costs.append(tuner.generation())
    print("cost per generation", " ".join(f"{c:.3f}" for c in costs))
    print("gains", " ".join(f"{g:.2f}" for g in tuner.centre))


if __name__ == "__main__":
    main()
