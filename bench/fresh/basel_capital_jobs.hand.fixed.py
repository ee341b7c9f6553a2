# planted: TFR104 every job wraps its numbers in a new plain settings object that the traced capital calculation takes
# style: finance batch jobs, small classes instead of dictionaries, job table
"""Capital requirements of a loan book under a table of macro scenarios."""
import numpy as np
import tensorflow as tf


class Assumptions:
    def __init__(self, unemployment, house_prices, rho):
        self.unemployment = unemployment
        self.house_prices = house_prices
        self.rho = rho

    @classmethod
    def from_row(cls, row):
        return cls(row["unemployment"], row["house_prices"], row.get("rho", 0.15))


class LoanBook:
    def __init__(self, size, seed):
        rng = np.random.default_rng(seed)
        self.exposure = tf.constant(rng.lognormal(4.5, 0.7, size), tf.float32)
        self.score = tf.constant(rng.normal(-3.2, 0.8, size), tf.float32)
        self.ltv = tf.constant(rng.uniform(0.3, 1.0, size), tf.float32)


@tf.function
def capital(exposure, score, ltv, unemployment, house_prices, rho):
    pd = tf.sigmoid(score + 0.22 * (unemployment - 5.0))
    value = tf.maximum(1.0 + house_prices, 0.2)
    lgd = tf.clip_by_value(1.0 - 0.85 * value / ltv, 0.05, 1.0)
    normal_inv = tf.math.ndtri(pd)
    stressed = 0.5 * (1.0 + tf.math.erf((normal_inv + rho**0.5 * 3.09) / (1.0 - rho) ** 0.5 / 2**0.5))
    expected = tf.reduce_sum(exposure * pd * lgd)
    return expected, tf.reduce_sum(exposure * lgd * (stressed - pd))


def scenario_table(count, seed):
    rng = np.random.default_rng(seed)
    for k in range(count):
        row = {"name": f"S{k:02d}", "unemployment": float(rng.uniform(3, 12)),
               "house_prices": float(rng.uniform(-0.35, 0.1))}
        if k % 4 == 0:
            row["rho"] = 0.2
        yield row


def run_jobs(book, table):
    done = {}
    for row in table:
        a = Assumptions.from_row(row)
        expected, unexpected = capital(
            book.exposure, book.score, book.ltv,
            tf.constant(a.unemployment), tf.constant(a.house_prices), tf.constant(a.rho))
        done[row["name"]] = (float(expected), float(unexpected))
    return done


def main():
    book = LoanBook(400, 1988)
    done = run_jobs(book, scenario_table(36, 3))
    worst = max(done, key=lambda name: sum(done[name]))
    print("jobs", len(done), "worst", worst)
    print("expected loss", round(done[worst][0], 0), "capital", round(done[worst][1], 0))
    print("mean capital", round(float(np.mean([u for _, u in done.values()])), 0))


if __name__ == "__main__":
    main()
