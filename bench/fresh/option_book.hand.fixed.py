# option_book, cured.
from dataclasses import dataclass

import tensorflow as tf

PATHS, STEPS = 2000, 16


@dataclass(frozen=True)
class Market:
    spot: float
    rate: float
    volatility: float


@tf.function
def asian_call(strike, maturity, market, normals):
    dt = maturity / STEPS
    drift = (market.rate - 0.5 * market.volatility**2) * dt
    shocks = market.volatility * tf.sqrt(dt) * normals
    log_paths = tf.cumsum(drift + shocks, axis=1)
    average = tf.reduce_mean(market.spot * tf.exp(log_paths), axis=1)
    payoff = tf.maximum(average - strike, 0.0)
    return tf.exp(-market.rate * maturity) * tf.reduce_mean(payoff)


def value_book(rows, market):
    normals = tf.random.stateless_normal([PATHS, STEPS], seed=[2, 7])
    total = 0.0
    for strike, maturity, quantity in rows:
        price = asian_call(tf.constant(strike), tf.constant(maturity), market, normals)
        print(f"K={strike:6.1f} T={maturity:.2f} x{quantity:+d}: {float(price):.4f}")
        total += quantity * float(price)
    return total


def main():
    market = Market(spot=100.0, rate=0.02, volatility=0.25)
    book = [
        (90.0, 0.5, 10),
        (95.0, 0.5, -5),
        (100.0, 1.0, 20),
        (105.0, 1.0, -10),
        (110.0, 2.0, 4),
        (120.0, 2.0, 8),
    ]
    print(f"book {value_book(book, market):.2f}")


if __name__ == "__main__":
    main()
