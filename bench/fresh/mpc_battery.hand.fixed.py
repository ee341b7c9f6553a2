# planted: TFR103 TFR101 the price forecast is a list of Python floats that shifts each hour, with the charge beside it
# style: energy engineer, rolling optimisation, configuration dict
"""Rolling dispatch of a battery against day-ahead prices by projected gradient ascent."""
import math

import numpy as np
import tensorflow as tf

CONFIG = {"capacity": 4.0, "power": 1.0, "efficiency": 0.92, "horizon": 8, "iterations": 200}


@tf.function
def plan(prices, charge):
    flow = tf.zeros_like(prices)
    for _ in tf.range(CONFIG["iterations"]):
        with tf.GradientTape() as tape:
            tape.watch(flow)
            stored = charge + tf.cumsum(tf.where(flow > 0.0, flow * CONFIG["efficiency"], flow))
            outside = tf.maximum(-stored, 0.0) + tf.maximum(stored - CONFIG["capacity"], 0.0)
            profit = -tf.reduce_sum(prices * flow) - 10.0 * tf.reduce_sum(outside**2) - 6.0 * tf.reduce_sum(flow**2)
        flow = flow + 0.002 * tape.gradient(profit, flow)
        flow = tf.clip_by_value(flow, -CONFIG["power"], CONFIG["power"])
    return flow, profit


def day_ahead(hours, seed):
    rng = np.random.default_rng(seed)
    shape = [30 + 12 * math.sin(2 * math.pi * (h - 7) / 24) + 8 * math.sin(4 * math.pi * h / 24) for h in range(hours)]
    return [float(p + e) for p, e in zip(shape, rng.normal(0, 3, hours))]


def operate(prices, hours):
    charge, cash = 1.0, 0.0
    flows = []
    for hour in range(hours):
        window = prices[hour : hour + CONFIG["horizon"]]
        flow, _ = plan(tf.constant(window), tf.constant(charge))
        now = float(flow[0])
        now = min(max(now, -charge), (CONFIG["capacity"] - charge) / CONFIG["efficiency"])
        cash -= prices[hour] * now
        charge += now * CONFIG["efficiency"] if now > 0 else now
        flows.append(now)
    return charge, cash, flows


def main():
    prices = day_ahead(40, seed=2)
    charge, cash, flows = operate(prices, 24)
    print(f"cash {cash:.3f}  charge at the end {charge:.4f}")
    print("flows:", [round(f, 3) for f in flows])
    print(f"hours charging {sum(f > 0.01 for f in flows)}, discharging {sum(f < -0.01 for f in flows)}")


if __name__ == "__main__":
    main()
