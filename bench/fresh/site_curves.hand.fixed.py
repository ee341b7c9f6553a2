# planted: TFR502 the library's minimiser decorates an inner function at every call, and every site calls it
# style: ecologist with a home-made optimisation library, growth curves per site, two modules
import numpy as np
import tensorflow as tf

from site_curves_minimiser import minimise

SITES = ["moor", "forest", "delta", "meadow", "slope", "lake", "dune"]
WEEKS = np.arange(0.0, 12.0, 0.5, dtype=np.float32)


def measure(site):
    rng = np.random.default_rng(sum(map(ord, site)))
    top, speed, middle = rng.uniform(0.8, 2.0), rng.uniform(0.6, 1.4), rng.uniform(4.0, 7.0)
    growth = top / (1.0 + np.exp(-speed * (WEEKS - middle)))
    return (growth + rng.normal(0.0, 0.03, len(WEEKS))).astype(np.float32)


def logistic(parameters, weeks):
    top, speed, middle = tf.unstack(parameters)
    return top * tf.sigmoid(speed * (weeks - 10.0 * middle))


def misfit(parameters, heights):
    return tf.reduce_mean((logistic(parameters, WEEKS) - heights) ** 2)


def fit_site(site):
    heights = tf.constant(measure(site))
    result = minimise(misfit, [1.0, 1.0, 0.5], args=(heights,))
    return result.x.numpy(), result


def main():
    fits = {}
    for site in SITES:
        parameters, result = fit_site(site)
        fits[site] = parameters
        top, speed, middle = parameters
        print(f"{site:7s} top {top:.3f} speed {speed:.3f} middle {10 * middle:.2f} "
              f"misfit {result.value:.5f}")
    table = np.stack(list(fits.values()))
    print("medians", np.round(np.median(table, axis=0), 3).tolist())


if __name__ == "__main__":
    main()
