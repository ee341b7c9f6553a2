# epidemic_scenarios, cured.
from dataclasses import dataclass

import tensorflow as tf


@tf.function
def step(state, contact, recovery):
    s, i, r = tf.unstack(state)
    new = contact * s * i
    gone = recovery * i
    return tf.stack([s - new, i + new - gone, r + gone])


@dataclass
class Scenario:
    name: str
    contact: float = 0.35
    recovery: float = 0.1

    def contact_at(self, day):
        return tf.constant(self.contact)

    def run(self, days=60, infected=0.01):
        recovery = tf.constant(self.recovery)

        state = tf.constant([1.0 - infected, infected, 0.0])
        peak, peak_day = infected, 0
        for day in range(days):
            state = step(state, self.contact_at(day), recovery)
            if float(state[1]) > peak:
                peak, peak_day = float(state[1]), day
        return state.numpy(), peak, peak_day


@dataclass
class Lockdown(Scenario):
    start: int = 15
    end: int = 35
    reduction: float = 0.7

    def contact_at(self, day):
        factor = 1.0 - self.reduction if self.start <= day < self.end else 1.0
        return tf.constant(self.contact * factor)


@dataclass
class Seasonal(Scenario):
    period: float = 30.0

    def contact_at(self, day):
        return self.contact * (1.0 + 0.3 * tf.cos(2 * 3.14159 * day / self.period))


SCENARIOS = [
    Scenario("baseline"),
    Scenario("quick recovery", recovery=0.15),
    Lockdown("lockdown"),
    Lockdown("late lockdown", start=25, end=45, recovery=0.12),
    Seasonal("seasonal", contact=0.3),
]

for scenario in SCENARIOS:
    state, peak, day = scenario.run()
    print(f"{scenario.name:15s} peak {peak:.4f} on day {day}, never infected {state[0]:.4f}")
