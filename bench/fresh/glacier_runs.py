# planted: TFR103 the year's climate travels as a dict of Python floats into the compiled step of the physics module
# style: climate student, two modules, dictionaries as records, scenario tables
from glacier_runs_physics import bed_profile, grid, volume, year_step

import numpy as np
import tensorflow as tf

SCENARIOS = {
    "hold": {"warming": 0.0, "drying": 0.0},
    "slow": {"warming": 0.01, "drying": 0.001},
    "fast": {"warming": 0.04, "drying": 0.004},
}


def climate(year, scenario):
    wobble = 0.3 * np.sin(2 * np.pi * year / 11.0)
    return {
        "ela": float(2950.0 + 120.0 * (scenario["warming"] * year + wobble)),
        "gradient": 0.007,
        "snow_cap": max(0.5, 1.5 - scenario["drying"] * year),
    }


def run(name, years=36):
    scenario = SCENARIOS[name]
    bed = bed_profile()
    ice = tf.maximum(0.0, 90.0 - 0.02 * tf.abs(grid() - 1500.0))
    volumes = [volume(ice)]
    for year in range(years):
        ice = year_step(ice, bed, climate(year, scenario))
        volumes.append(volume(ice))
    return np.array(volumes)


def main():
    for name in SCENARIOS:
        v = run(name)
        print("%-5s start %.3f  end %.3f  min %.3f" % (name, v[0], v[-1], v.min()))


if __name__ == "__main__":
    main()
