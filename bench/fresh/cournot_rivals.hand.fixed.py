# planted: TFR105 the price curve is a lambda written at the call of the traced best reply
# style: short script, game theory, fixed-point loop
"""Cournot competition: firms adjust their output until nobody wants to move."""
import numpy as np
import tensorflow as tf

FIRMS = 6
rng = np.random.default_rng(3)
marginal = tf.constant(rng.uniform(8.0, 26.0, FIRMS), tf.float32)
capacity = tf.constant(rng.uniform(6.0, 30.0, FIRMS), tf.float32)


def inverse_demand(total):
    return 95.0 * tf.exp(-total / 80.0)


@tf.function
def best_reply(quantities, cost, price_of):
    """One damped gradient reply of every firm to the others' outputs."""
    others = tf.reduce_sum(quantities) - quantities
    reply = quantities
    for _ in range(5):
        with tf.GradientTape() as tape:
            tape.watch(reply)
            profit = reply * (price_of(reply + others) - cost)
        slope = tape.gradient(profit, reply)
        reply = tf.clip_by_value(reply + 0.35 * slope, 0.0, capacity)
    return 0.6 * quantities + 0.4 * reply


def equilibrium(cost, tolerance=1e-2, limit=60):
    q = tf.fill([FIRMS], 5.0)
    for sweep in range(limit):
        new = best_reply(q, cost, inverse_demand)
        change = float(tf.reduce_max(tf.abs(new - q)))
        q = new
        if change < tolerance:
            break
    return q, sweep + 1


def describe(tag, q, cost, sweeps):
    total = float(tf.reduce_sum(q))
    price = 95.0 * np.exp(-total / 80.0)
    shares = (q / tf.reduce_sum(q)).numpy()
    profit = q.numpy() * (price - cost.numpy())
    print(f"{tag}: {sweeps} sweeps, output {total:.2f}, price {price:.2f}")
    print(f"   concentration {1e4 * float(np.sum(shares ** 2)):.0f}, profits {profit.sum():.1f}")


base, n = equilibrium(marginal)
describe("open market", base, marginal, n)

taxed, n = equilibrium(marginal + 6.0)
describe("tax of 6", taxed, marginal + 6.0, n)

pass_through = 95.0 * (np.exp(-float(tf.reduce_sum(taxed)) / 80.0)
                       - np.exp(-float(tf.reduce_sum(base)) / 80.0)) / 6.0
print("pass-through of the tax:", round(pass_through, 3))
