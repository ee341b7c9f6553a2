# planted: TFR103 the accident years that are known are given as so many starred rows, one more each valuation
# style: actuarial reserving, triangles as ragged lists, valuations year after year in one script
import numpy as np
import tensorflow as tf

YEARS = 12
DEVELOPMENT = 5
PATTERN = np.array([0.38, 0.27, 0.18, 0.11, 0.06])


def claims(seed=36):
    """cumulative payments by accident year and development year, all of them (also the future)"""
    rng = np.random.default_rng(seed)
    ultimate = 1000.0 * 1.04 ** np.arange(YEARS) * rng.lognormal(0, 0.08, YEARS)
    paid = ultimate[:, None] * PATTERN * rng.lognormal(0, 0.06, (YEARS, DEVELOPMENT))
    return np.cumsum(paid, axis=1).astype("float32")


def known_at(full, valuation):
    """rows as they are known at the end of a year; what is to come is NaN"""
    rows = []
    for accident in range(valuation + 1):
        row = full[accident].copy()
        row[valuation - accident + 1:] = np.nan
        rows.append(row)
    return rows


@tf.function
def develop(*rows):
    table = tf.stack(rows)
    known = tf.math.is_finite(table)
    filled = tf.where(known, table, 0.0)
    both = tf.cast(known[:, 1:], tf.float32)
    factors = tf.reduce_sum(filled[:, 1:], 0) / tf.reduce_sum(filled[:, :-1] * both, 0)
    columns = [filled[:, 0]]
    for j in range(DEVELOPMENT - 1):
        columns.append(tf.where(known[:, j + 1], filled[:, j + 1], columns[j] * factors[j]))
    completed = tf.stack(columns, axis=1)
    latest = tf.reduce_max(filled, axis=1)
    return completed[:, -1] - latest, factors


def valuation_report(full):
    lines = []
    for valuation in range(DEVELOPMENT - 1, YEARS):
        rows = known_at(full, valuation)
        reserve, factors = develop(*rows)
        needed = sum(full[a, -1] - np.nanmax(row) for a, row in enumerate(rows))
        lines.append((2010 + valuation, float(tf.reduce_sum(reserve)), float(needed), factors.numpy()))
    return lines


def main():
    lines = valuation_report(claims())
    print("year  reserve   needed  run-off %")
    for year, reserve, needed, _ in lines:
        print(f"{year}  {reserve:7.1f}  {needed:7.1f}  {100 * (reserve / needed - 1):8.1f}")
    print("last factors:", " ".join(f"{f:.3f}" for f in lines[-1][3]))


if __name__ == "__main__":
    main()
