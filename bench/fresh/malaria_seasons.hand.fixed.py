# planted: TFR101 TFR404 the day goes in as a Python int and NumPy draws the weather inside the traced day
# style: model class with tf.Variables, daily loop
"""Ross-Macdonald malaria model of several villages with a noisy rainy season."""
import numpy as np
import tensorflow as tf

VILLAGES = 5


class Villages(tf.Module):
    def __init__(self, biting, nets):
        super().__init__()
        self.biting = tf.constant(biting, tf.float32)
        self.nets = tf.constant(nets, tf.float32)
        self.infected = tf.Variable(tf.fill([VILLAGES], 0.05))
        self.carriers = tf.Variable(tf.fill([VILLAGES], 0.01))
        self.density = tf.Variable(tf.fill([VILLAGES], 2.0))

    @tf.function
    def day(self, number, rain):
        season = 1.0 + 0.7 * tf.sin(2.0 * np.pi * number / 365.0)
        bites = self.biting * (1.0 - 0.8 * self.nets)
        self.density.assign(0.93 * self.density + 0.14 * season * rain)
        to_human = self.density * bites * 0.35 * self.carriers * (1.0 - self.infected)
        to_mosquito = bites * 0.4 * self.infected * (1.0 - self.carriers)
        self.infected.assign_add(to_human - self.infected / 60.0)
        self.carriers.assign_add(to_mosquito - 0.1 * self.carriers)
        return tf.reduce_sum(to_human)


def simulate(days, net_coverage):
    np.random.seed(2024)
    model = Villages(np.linspace(0.25, 0.5, VILLAGES), np.full(VILLAGES, net_coverage))
    new_cases = []
    for number in range(days):
        rain = np.random.gamma(2.0, 0.5, size=VILLAGES).astype("float32")
        new_cases.append(float(model.day(tf.constant(number, tf.float32), rain)))
    return model, np.array(new_cases)


def main():
    days = 60
    totals = {}
    for coverage in (0.2, 0.7):
        model, cases = simulate(days, coverage)
        totals[coverage] = cases.sum()
        print(f"nets {coverage:.0%}: cases per head {cases.sum():.3f}, "
              f"busiest day {int(cases.argmax())}, prevalence {float(tf.reduce_mean(model.infected)):.4f}")
        print("   mosquito density", [round(float(d), 2) for d in model.density.numpy()])
    print(f"averted: {totals[0.2] - totals[0.7]:.3f}")


if __name__ == "__main__":
    main()
