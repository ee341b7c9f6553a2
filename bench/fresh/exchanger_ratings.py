# planted: TFR104 an operating point object is built for every row of the duty table and passed to the traced rating
# style: dataclass(eq=False) records, service class
"""Rate a counter-current heat exchanger for a table of operating points."""
from dataclasses import dataclass

import numpy as np
import tensorflow as tf

CP_WATER = 4186.0
CP_OIL = 2100.0


@dataclass(eq=False)
class OperatingPoint:
    hot_flow: float
    cold_flow: float
    hot_in: float
    cold_in: float
    fouling: float = 2e-4


class Exchanger:
    def __init__(self, area, segments=40):
        self.area = area
        self.segments = segments
        self.clean_u = tf.constant(780.0)

    def overall_u(self, point):
        film = self.clean_u * tf.pow(point.hot_flow / 4.0, 0.6)
        return 1.0 / (1.0 / film + point.fouling)

    @tf.function
    def rate(self, point, wall_factor):
        """Effectiveness-NTU with a variation of U along the wall."""
        c_hot = point.hot_flow * CP_OIL
        c_cold = point.cold_flow * CP_WATER
        c_min = tf.minimum(c_hot, c_cold)
        ratio = c_min / tf.maximum(c_hot, c_cold)
        ua = tf.reduce_mean(self.overall_u(point) * wall_factor) * self.area
        ntu = ua / c_min
        e = tf.exp(-ntu * (1.0 - ratio))
        effectiveness = (1.0 - e) / (1.0 - ratio * e)
        duty = effectiveness * c_min * (point.hot_in - point.cold_in)
        return duty / 1e3, point.hot_in - duty / c_hot, point.cold_in + duty / c_cold


def duty_table(rows, seed):
    rng = np.random.default_rng(seed)
    table = []
    for hour in range(rows):
        load = 0.7 + 0.3 * np.sin(hour / 6.0)
        table.append({
            "hot_flow": float(4.0 * load + rng.uniform(0.0, 0.3)),
            "cold_flow": float(3.2 + rng.uniform(-0.2, 0.2)),
            "hot_in": float(140.0 + rng.uniform(-6.0, 6.0)),
            "cold_in": float(24.0 + 3.0 * np.cos(hour / 12.0)),
        })
    return table


def rate_all(exchanger, table, wall_factor):
    results = []
    for row in table:
        point = OperatingPoint(**row)
        duty, hot_out, cold_out = exchanger.rate(point, wall_factor)
        results.append([float(duty), float(hot_out), float(cold_out)])
    return np.array(results)


if __name__ == "__main__":
    exchanger = Exchanger(area=28.0)
    wall_factor = tf.constant(np.linspace(1.05, 0.92, exchanger.segments), tf.float32)
    table = duty_table(36, seed=2)
    results = rate_all(exchanger, table, wall_factor)
    print("points", len(results))
    print("mean duty %.1f kW" % results[:, 0].mean())
    print("hot outlet %.2f to %.2f C" % (results[:, 1].min(), results[:, 1].max()))
    print("warmest cold outlet %.2f C" % results[:, 2].max())
