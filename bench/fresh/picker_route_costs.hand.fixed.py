# planted: TFR201 TFR101 the orders have different numbers of picks, and the congestion of the hour is a Python float
# style: logistics, functions, generator of orders
"""Warehouse picking: expected walking time of the orders of one shift."""
import numpy as np
import tensorflow as tf

AISLES, BAYS = 14, 30


def orders(shift_seed, per_hour=6, hours=8):
    rng = np.random.default_rng(shift_seed)
    for hour in range(hours):
        for _ in range(per_hour):
            n = 2 + int(rng.poisson(5.0))
            aisle = rng.integers(0, AISLES, n)
            bay = rng.integers(0, BAYS, n)
            weight = rng.gamma(2.0, 2.0, n)
            yield hour, np.stack([aisle, bay, weight], 1).astype("float32")


@tf.function(reduce_retracing=True)
def walk_time(picks, speed, congestion):
    order = tf.argsort(picks[:, 0] * 100.0 + picks[:, 1])
    stops = tf.gather(picks, order)
    aisle, bay, weight = stops[:, 0], stops[:, 1], stops[:, 2]
    cross = tf.abs(aisle[1:] - aisle[:-1]) * 3.5
    along = tf.abs(bay[1:] - bay[:-1]) * 1.2
    carried = tf.cumsum(weight)[:-1]
    slow = 1.0 + 0.01 * carried + congestion
    route = tf.reduce_sum((cross + along) * slow) / speed
    handling = tf.reduce_sum(8.0 + 0.3 * weight)
    return route + handling


def congestion_profile(hour, pickers):
    return 0.05 * pickers * (1.0 + 0.5 * np.sin(hour / 8 * np.pi)).item()


def shift(seed, pickers):
    speed = tf.constant(1.1)
    by_hour = {}
    for hour, picks in orders(seed):
        congestion = tf.constant(congestion_profile(hour, pickers), tf.float32)
        seconds = walk_time(tf.constant(picks), speed, congestion)
        by_hour.setdefault(hour, []).append(float(seconds))
    return by_hour


def main():
    for pickers in (4, 9):
        by_hour = shift(21, pickers)
        total = sum(sum(v) for v in by_hour.values())
        worst = max(by_hour, key=lambda h: np.mean(by_hour[h]))
        print(f"{pickers} pickers: {total / 3600:.3f} h walking, slowest hour {worst}")


if __name__ == "__main__":
    main()
