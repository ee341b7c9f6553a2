# planted: TFR201 the curve grows by one node with each quote
# style: quant developer, small pure functions, numpy at the edges
"""Bootstrap of a discount curve from annual par swaps, then a handful of forward-starting swaps."""
import numpy as np
import tensorflow as tf

PAR = [0.0212, 0.0225, 0.0231, 0.0240, 0.0248, 0.0255, 0.0261, 0.0266, 0.0270, 0.0273, 0.0275, 0.0276]


@tf.function(input_signature=[tf.TensorSpec([None], tf.float64), tf.TensorSpec([], tf.float64)])
def next_discount(discounts, rate):
    annuity = tf.reduce_sum(discounts)
    return (1.0 - rate * annuity) / (1.0 + rate)


@tf.function(input_signature=[tf.TensorSpec([None], tf.float64)])
def forward_rates(discounts):
    one = tf.ones([1], discounts.dtype)
    earlier = tf.concat([one, discounts[:-1]], axis=0)
    return earlier / discounts - 1.0


def bootstrap(quotes):
    curve = []
    for quote in quotes:
        known = np.array(curve, dtype=np.float64)
        curve.append(next_discount(known, tf.constant(quote, tf.float64)).numpy())
    return np.array(curve)


def bumped(quotes, node, size=1e-4):
    return [q + size if i == node else q for i, q in enumerate(quotes)]


def forward_par(curve, start, end):
    return (curve[start - 1] - curve[end - 1]) / curve[start:end].sum()


def main():
    curve = bootstrap(PAR)
    print("discounts:", np.round(curve, 5).tolist())
    for length in (3, 6, 9, 12):
        fwd = forward_rates(curve[:length])
        print(f"{length:2d}y curve: last forward {float(fwd[-1]):.5f}, mean {float(tf.reduce_mean(fwd)):.5f}")
    base = forward_par(curve, 2, 7)
    print(f"2y5y forward swap: {base:.5f}")
    for node in (1, 4, 6, 9):
        moved = forward_par(bootstrap(bumped(PAR, node)), 2, 7)
        print(f"  bump {node + 1}y by 1bp: {(moved - base) * 1e4:+.4f} bp")


if __name__ == "__main__":
    main()
