# planted: TFR101 the deterrence parameter is bisected as a Python float, the compiled model lives in the module beside
# style: transport planning, two modules, calibration to the observed mean trip cost
import argparse

import numpy as np
import tensorflow as tf

from gravity_trips_model import distribute, length_distribution, mean_cost


def city(zones, seed):
    rng = np.random.default_rng(seed)
    xy = rng.uniform(0, 12, (zones, 2))
    distance = np.linalg.norm(xy[:, None] - xy[None], axis=-1) + 0.8
    centrality = np.exp(-np.linalg.norm(xy - 6, axis=1) / 5)
    production = rng.uniform(200, 900, zones)
    attraction = centrality * rng.uniform(300, 1200, zones)
    attraction *= production.sum() / attraction.sum()
    return (tf.constant(a, tf.float32) for a in (production, attraction, distance))


class Calibration:
    """Finds the beta with which the model's mean trip cost is the surveyed one."""

    def __init__(self, production, attraction, cost, tolerance):
        self.data = production, attraction, cost
        self.cost = cost
        self.tolerance = tolerance
        self.evaluations = []

    def gap(self, beta, target):
        trips = distribute(*self.data, tf.constant(beta))
        gap = mean_cost(trips, self.cost) - target
        self.evaluations.append((beta, gap))
        return gap

    def bisect(self, target, low=0.01, high=2.0):
        while high - low > 1e-4:
            mid = 0.5 * (low + high)
            gap = self.gap(mid, target)
            if abs(gap) < self.tolerance:
                return mid
            low, high = (mid, high) if gap > 0 else (low, mid)
        return 0.5 * (low + high)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--zones", type=int, default=14)
    parser.add_argument("--tolerance", type=float, default=2e-3)
    args = parser.parse_args()
    production, attraction, cost = city(args.zones, seed=8)
    calibration = Calibration(production, attraction, cost, args.tolerance)
    for purpose, target in {"work": 4.5, "school": 2.6, "shopping": 3.3}.items():
        calibration.evaluations.clear()
        beta = calibration.bisect(target)
        trips = distribute(production, attraction, cost, tf.constant(beta))
        shares = length_distribution(trips, cost, [0, 2, 4, 8, 20])
        print(f"{purpose:9s} beta {beta:.3f} after {len(calibration.evaluations):2d} runs,",
              "shares", " ".join(f"{s:.2f}" for s in shares))


if __name__ == "__main__":
    main()
