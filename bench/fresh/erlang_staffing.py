# planted: TFR301 TFR101 the Erlang recursion loops over a Python number of agents that grows until the target is met
# style: tf.Module with a traced method, while loop search
"""Smallest number of call centre agents per half hour that meets the service level."""
import math

import tensorflow as tf


class ErlangDesk(tf.Module):
    """Erlang C queue, evaluated for several handling time assumptions at once."""

    def __init__(self, handling_seconds, patience_seconds=20.0):
        super().__init__()
        self.handling = tf.constant(handling_seconds, tf.float32)
        self.patience = patience_seconds

    @tf.function
    def service_level(self, calls_per_second, agents):
        load = calls_per_second * self.handling
        blocked = tf.ones_like(load)
        for k in range(1, agents + 1):
            blocked = load * blocked / (k + load * blocked)
        busy = load / agents
        waits = blocked / (1.0 - busy * (1.0 - blocked))
        slack = agents - load
        level = 1.0 - waits * tf.exp(-slack * self.patience / self.handling)
        return tf.where(slack > 0.0, level, tf.zeros_like(level))


class StaffPlan:
    def __init__(self, desk, target=0.8):
        self.desk = desk
        self.target = target
        self.rows = []

    def add_interval(self, label, calls):
        rate = tf.constant(calls / 1800.0, tf.float32)
        agents = max(1, int(calls / 1800.0 * 180.0))
        level = 0.0
        while level < self.target:
            agents += 1
            levels = self.desk.service_level(rate, agents)
            level = float(tf.reduce_mean(levels))
        self.rows.append((label, calls, agents, level))

    def total_hours(self):
        return sum(agents for _, _, agents, _ in self.rows) / 2.0


def forecast_calls():
    for slot in range(12):
        hour = 8.0 + slot / 2.0
        yield f"{int(hour):02d}:{30 * (slot % 2):02d}", round(
            120 + 160 * math.exp(-((hour - 10.5) / 1.6) ** 2) + 7 * math.sin(slot))


def main():
    desk = ErlangDesk([150.0, 180.0, 210.0, 240.0])
    plan = StaffPlan(desk)
    for label, calls in forecast_calls():
        plan.add_interval(label, calls)
    for label, calls, agents, level in plan.rows[::3]:
        print(f"{label} {calls:4d} calls {agents:3d} agents level {level:.3f}")
    print(f"agent hours {plan.total_hours():.1f}")


if __name__ == "__main__":
    main()
