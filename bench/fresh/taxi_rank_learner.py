# planted: TFR601 the driver asks its brain in the other module for values at each corner, and the brain calls predict on one state
# style: two modules, small DQN-like learner, environment and driver classes
"""A taxi learns in which direction to cruise for passengers on a ring road."""
import numpy as np

from taxi_rank_learner_brain import Brain


class RingRoad:
    CORNERS = 8

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.demand = np.array([0.05, 0.1, 0.05, 0.1, 0.8, 0.3, 0.1, 0.05])
        self.corner = 0

    def observe(self):
        angle = 2 * np.pi * self.corner / self.CORNERS
        return np.array([np.sin(angle), np.cos(angle), np.sin(2 * angle), np.cos(2 * angle)], "float32")

    def drive(self, action):
        self.corner = (self.corner + (-1, 0, 1)[action]) % self.CORNERS
        fare = float(self.rng.random() < self.demand[self.corner])
        fuel = 0.1 if action != 1 else 0.02
        return fare - fuel


class Driver:
    def __init__(self, brain, curiosity=0.5, seed=1):
        self.brain = brain
        self.curiosity = curiosity
        self.rng = np.random.default_rng(seed)

    def choose(self, state):
        values = self.brain.values(state)
        if self.rng.random() < self.curiosity:
            return int(self.rng.integers(3))
        return int(np.argmax(values))

    def shift(self, road, corners):
        earned, diary = 0.0, []
        for _ in range(corners):
            state = road.observe()
            action = self.choose(state)
            reward = road.drive(action)
            earned += reward
            diary.append((state, action, reward, road.observe()))
        self.brain.study(diary)
        self.curiosity *= 0.7
        return earned


def main():
    road = RingRoad(seed=35)
    driver = Driver(Brain(inputs=4, actions=3, seed=35))
    earned = [driver.shift(road, corners=12) for _ in range(6)]
    print("shifts:", len(earned))
    print("first shift:", round(earned[0], 2))
    print("last shift:", round(earned[-1], 2))
    print("ends at corner:", road.corner)
    print("lessons:", driver.brain.lessons, "loss", round(driver.brain.loss, 2))


if __name__ == "__main__":
    main()
