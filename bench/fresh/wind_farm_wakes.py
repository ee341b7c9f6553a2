# planted: TFR103 the list of running turbines (a list of position tensors) changes its length with each outage
# style: energy research code, set arithmetic on outages, two modules
"""Jensen wakes in an offshore wind farm: what do maintenance outages cost over the wind rose?"""
import numpy as np
import tensorflow as tf

from wind_farm_wakes_physics import ROTOR, farm_power

ROSE = {"W": (9.0, 0.45), "SW": (10.5, 0.30), "S": (7.5, 0.15), "N": (6.5, 0.10)}
HEADINGS = {"W": (1.0, 0.0), "SW": (0.7071, 0.7071), "S": (0.0, 1.0), "N": (0.0, -1.0)}


def layout(rows=3, columns=4, spacing=5.0):
    grid = [(r * spacing * ROTOR + 60.0 * (c % 2), c * spacing * ROTOR) for r in range(rows) for c in range(columns)]
    return {f"T{k:02d}": tf.constant(xy, tf.float32) for k, xy in enumerate(grid, 1)}


def expected_power(farm, outages=frozenset()):
    running = [xy for name, xy in farm.items() if name not in outages]
    total = 0.0
    for sector, (speed, share) in ROSE.items():
        total += share * float(farm_power(running, tf.constant(HEADINGS[sector]), tf.constant(speed)))
    return total


def maintenance_plan(farm, crews):
    """Greedy: take out, one by one, the turbine whose absence costs least."""
    out = set()
    for _ in range(crews):
        costs = {name: expected_power(farm, out | {name}) for name in farm if name not in out}
        out.add(max(costs, key=costs.get))
        yield sorted(out), max(costs.values())


def main():
    farm = layout()
    full = expected_power(farm)
    print(f"{len(farm)} turbines, {full:.2f} MW expected")
    for out, power in maintenance_plan(farm, crews=7):
        if len(out) % 3 == 1:
            print(f"{len(out)} out: {power:.2f} MW, loss {100 * (1 - power / full):.1f} %, last row share "
                  f"{np.mean([name >= 'T09' for name in out]):.2f}")


if __name__ == "__main__":
    main()
