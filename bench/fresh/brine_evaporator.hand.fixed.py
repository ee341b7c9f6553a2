# planted: TFR101 TFR301 the number of sub-steps comes from a stability rule and is the range of the traced integrator
# style: functions, process simulation with an argparse front end
"""Solar evaporation pond: brine density through a season of changing weather."""
import argparse

import numpy as np
import tensorflow as tf

LAYERS = 24


@tf.function
def advance_day(salinity, heat, wind, substeps):
    dt = 1.0 / tf.cast(substeps, tf.float32)
    for _ in tf.range(substeps):
        flux = 0.35 * heat * (1.0 - 0.6 * salinity[0]) + 0.05 * wind
        lap = tf.concat([salinity[1:2], salinity[2:], salinity[-1:]], 0) \
            - 2.0 * salinity \
            + tf.concat([salinity[:1], salinity[:-2], salinity[-2:-1]], 0)
        source = tf.one_hot(0, LAYERS) * flux * 0.04
        salinity = salinity + dt * (wind * lap + source)
    return salinity


def stable_substeps(wind, safety):
    return int(np.ceil(2.0 * wind / safety)) + 2


def weather(days, seed):
    rng = np.random.default_rng(seed)
    season = np.sin(np.linspace(0.0, np.pi, days))
    heat = np.clip(0.4 + season + rng.normal(0.0, 0.1, days), 0.05, None)
    wind = np.clip(rng.gamma(2.0, 2.2, days), 0.2, 16.0)
    return heat.astype("float32"), wind.astype("float32")


def season_run(args):
    heat, wind = weather(args.days, args.seed)
    salinity = tf.fill([LAYERS], 0.035)
    harvested = []
    for day in range(args.days):
        n = stable_substeps(float(wind[day]), args.safety)
        salinity = advance_day(salinity, tf.constant(heat[day]), tf.constant(wind[day]), tf.constant(n))
        surface = float(salinity[0])
        if surface > 0.08:
            harvested.append(day)
            salinity = salinity * 0.5
    return salinity, harvested


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--days", type=int, default=34)
    parser.add_argument("--safety", type=float, default=0.7)
    parser.add_argument("--seed", type=int, default=3)
    args = parser.parse_args([] if argv is None else argv)
    salinity, harvested = season_run(args)
    print("surface salinity", round(float(salinity[0]), 3))
    print("mean salinity", round(float(tf.reduce_mean(salinity)), 3))
    print("harvest days", len(harvested))


if __name__ == "__main__":
    main()
