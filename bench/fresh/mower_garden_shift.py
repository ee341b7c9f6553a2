# planted: TFR303 TFR101 the mower's battery charge is a Python float that drops each move, and the traced steer() in the other module branches on it
# style: two modules, robot simulation, telemetry list, settings via keyword arguments
"""Let a robotic mower work a garden until the day is over and see how much it cuts."""
import numpy as np

from mower_garden_shift_robot import Mower


class Garden:
    def __init__(self, side, cell=0.5):
        self.side = side
        self.cell = cell
        n = int(side / cell)
        self.cut = np.zeros((n, n), int)

    def mow(self, position):
        i, j = (int(min(v // self.cell, len(self.cut) - 1)) for v in position)
        self.cut[i, j] += 1

    @property
    def coverage(self):
        return float((self.cut > 0).mean())


def patches(garden, count, seed):
    """Where the grass is longest, as the householder sees it."""
    rng = np.random.default_rng(seed)
    return rng.uniform(0.5, garden.side - 0.5, (count, 2)).astype("float32")


def shift(mower, garden, targets, moves):
    telemetry = []
    remaining = list(targets)
    for _ in range(moves):
        target = remaining[0]
        reached = mower.move(target)
        garden.mow(mower.where)
        if reached and len(remaining) > 1:
            remaining.pop(0)
        telemetry.append((mower.charge, mower.docked))
    return telemetry, len(targets) - len(remaining)


def main():
    garden = Garden(side=8.0)
    mower = Mower(dock=(0.2, 0.2), drain=0.021, refill=0.08)
    telemetry, visited = shift(mower, garden, patches(garden, 14, seed=29), moves=70)
    charges = [charge for charge, _ in telemetry]
    print("moves:", len(telemetry), "patches reached:", visited)
    print("coverage:", round(garden.coverage, 3))
    print("lowest charge:", round(min(charges), 2))
    print("moves spent charging:", sum(docked for _, docked in telemetry))
    print("at the end:", [round(v, 2) for v in mower.where])


if __name__ == "__main__":
    main()
