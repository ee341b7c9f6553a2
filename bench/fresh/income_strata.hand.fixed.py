# planted: TFR201 TFR107 each stratum is a boolean mask of its own length, and half the columns are doubles
# style: survey statistician, dictionary of columns, bootstrap, tables
import numpy as np
import tensorflow as tf

REGIONS = ["north", "south", "east", "west", "centre"]
AGES = [(18, 29), (30, 44), (45, 59), (60, 90)]


def survey(n=900, seed=1848):
    rng = np.random.default_rng(seed)
    age = rng.integers(18, 91, n)
    region = rng.integers(0, len(REGIONS), n)
    income = np.exp(9.5 + 0.3 * rng.normal(size=n) + 0.02 * np.minimum(age, 50) + 0.1 * region)
    rent = income * rng.uniform(0.15, 0.5, n)
    return {
        "age": age,
        "region": region,
        "income": income.astype("float32"),
        "rent": rent,  # comes as float64 from the other file
        "weight": rng.uniform(0.5, 2.0, n).astype("float32"),
    }


@tf.function(reduce_retracing=True)
def weighted_summary(values, weights):
    weights = tf.cast(weights, values.dtype)
    total = tf.reduce_sum(weights)
    mean = tf.reduce_sum(values * weights) / total
    order = tf.argsort(values)
    cumulative = tf.cumsum(tf.gather(weights, order)) / total
    median = tf.gather(tf.gather(values, order), tf.searchsorted(cumulative, tf.constant([0.5], values.dtype)))[0]
    # Gini coefficient from the Lorenz curve
    shares = tf.cumsum(tf.gather(values * weights, order)) / tf.reduce_sum(values * weights)
    before = tf.concat([tf.zeros([1], values.dtype), shares[:-1]], 0)
    gini = 1.0 - tf.reduce_sum(tf.gather(weights, order) / total * (shares + before))
    return mean, median, gini


def strata(table):
    for r, region in enumerate(REGIONS):
        for lo, hi in AGES:
            mask = (table["region"] == r) & (table["age"] >= lo) & (table["age"] <= hi)
            yield f"{region} {lo}-{hi}", mask


def main():
    table = survey()
    lines = []
    for name, mask in strata(table):
        w = tf.boolean_mask(table["weight"], mask)
        row = [name, int(mask.sum())]
        for column in ("income", "rent"):
            mean, median, gini = weighted_summary(tf.boolean_mask(table[column], mask), w)
            row += [float(mean), float(median), float(gini)]
        lines.append(row)
    print("strata", len(lines), "people", sum(row[1] for row in lines))
    lines.sort(key=lambda row: -round(row[2]))
    for row in lines[:3]:
        print("%-14s n=%3d income %.0f gini %.3f rent %.0f gini %.3f" % (row[0], row[1], row[2], row[4], row[5], row[7]))


main()
