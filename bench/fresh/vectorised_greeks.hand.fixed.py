# vectorised_greeks, cured.
import math

import numpy as np
import tensorflow as tf

STRIKES = np.array([80.0, 90.0, 100.0, 110.0, 120.0], dtype=np.float32)
RATE = 0.01


def normal_cdf(x):
    return 0.5 * (1.0 + tf.math.erf(x / math.sqrt(2.0)))


def call_price(spot, strike, volatility, maturity):
    root = volatility * tf.sqrt(maturity)
    d1 = (tf.math.log(spot / strike) + (RATE + 0.5 * volatility**2) * maturity) / root
    discount = tf.exp(-RATE * maturity)
    return spot * normal_cdf(d1) - strike * discount * normal_cdf(d1 - root)


def delta_vega(spot, strike, volatility, maturity):
    with tf.GradientTape() as tape:
        tape.watch([spot, volatility])
        price = call_price(spot, strike, volatility, maturity)
    delta, vega = tape.gradient(price, [spot, volatility])
    return tf.stack([price, delta, vega])


@tf.function
def book_greeks(spot, volatility, maturity):
    return tf.vectorized_map(
        lambda strike: delta_vega(spot, strike, volatility, maturity), tf.constant(STRIKES)
    )


def main():
    rng = np.random.default_rng(50)
    spot = 100.0
    for day in range(6):
        spot *= float(np.exp(rng.normal(0, 0.02)))
        volatility = 0.2 + 0.01 * day
        greeks = book_greeks(
            tf.constant(spot), tf.constant(volatility), tf.constant((60 - day) / 252)
        )
        price, delta, vega = tf.reduce_sum(greeks, axis=0).numpy()
        print(f"day {day}: spot {spot:.2f} value {price:.3f} delta {delta:.4f} vega {vega:.3f}")


if __name__ == "__main__":
    main()
