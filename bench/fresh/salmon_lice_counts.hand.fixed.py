# planted: TFR203 TFR101 the deprecated experimental_relax_shapes was added against retracing, while the day is the Python int that causes it
# style: ecology, aquaculture, simulation with treatment rules, script
import numpy as np
import tensorflow as tf

STAGES = 5
PENS = 8
MATURATION = tf.constant([0.25, 0.12, 0.08, 0.06])


@tf.function
def lice_day(lice, temperature, treated, day):
    rate = MATURATION * tf.exp(0.09 * (temperature - 10.0))
    moving = lice[:, :-1] * tf.minimum(rate, 0.9)
    lice = tf.concat([lice[:, :1] - moving[:, :1],
                      lice[:, 1:-1] + moving[:, :-1] - moving[:, 1:],
                      lice[:, -1:] + moving[:, -1:]], 1)
    season = 1.0 + 0.3 * tf.sin(2.0 * np.pi * tf.cast(day, tf.float32) / 365.0)
    eggs = 1.1 * season * lice[:, -1]
    spread = 0.7 * eggs + 0.3 * tf.reduce_mean(eggs)
    lice = lice + tf.pad(spread[:, None], [[0, 0], [0, STAGES - 1]])
    survival = tf.where(treated[:, None], 0.05, 0.93)
    return lice * survival


def sea_temperature(day, rng):
    return 9.0 + 4.0 * np.sin(2 * np.pi * (day - 110) / 365) + rng.normal(0, 0.3)


class Farm:
    def __init__(self, limit):
        self.limit = limit
        self.lice = tf.constant(np.linspace(0.02, 0.2, PENS)[:, None] * np.ones((1, STAGES)), tf.float32)
        self.treatments = np.zeros(PENS, int)

    def needs_treatment(self):
        return self.lice.numpy()[:, -1] > self.limit


def run(limit, days, seed):
    rng = np.random.default_rng(seed)
    farm = Farm(limit)
    adult = []
    for day in range(days):
        treated = farm.needs_treatment() if day % 7 == 0 else np.zeros(PENS, bool)
        farm.treatments += treated
        temperature = tf.constant(sea_temperature(day, rng), tf.float32)
        farm.lice = lice_day(farm.lice, temperature, tf.constant(treated), tf.constant(day))
        adult.append(float(tf.reduce_mean(farm.lice[:, -1])))
    return farm, adult


for limit in (0.06, 0.09):
    farm, adult = run(limit, 84, 19)
    print(f"limit {limit}: treatments {int(farm.treatments.sum())} "
          f"mean adult lice {np.mean(adult):.3f} worst {max(adult):.3f}")
