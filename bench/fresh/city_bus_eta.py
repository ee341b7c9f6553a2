# planted: TFR101 the seconds since a bus was last heard of are a Python float that the filter module passes on to a traced step
# style: two modules, event-driven tracker, NamedTuple events
"""Estimate when buses reach the terminus from irregular position reports."""
import random
from typing import NamedTuple

from city_bus_eta_filter import BusFilter


class Report(NamedTuple):
    when: float
    bus: str
    metres: float


def reports(buses, count, seed):
    rng = random.Random(seed)
    speed = {bus: rng.uniform(5.0, 11.0) for bus in buses}
    where = {bus: rng.uniform(0.0, 200.0) for bus in buses}
    seen = {bus: 0.0 for bus in buses}
    now = 0.0
    for _ in range(count):
        now += rng.expovariate(1 / 4.0)
        bus = rng.choice(buses)
        speed[bus] = max(2.0, speed[bus] + rng.gauss(0.0, 0.4))
        where[bus] += speed[bus] * (now - seen[bus])
        seen[bus] = now
        yield Report(now, bus, where[bus] + rng.gauss(0.0, 8.0))


class Board:
    """The display at the terminus."""

    def __init__(self, distance):
        self.distance = distance
        self.filters = {}
        self.last_report = {}
        self.surprises = []

    def on_report(self, report):
        known = self.filters.get(report.bus)
        if known is None:
            self.filters[report.bus] = BusFilter(report.metres)
        else:
            self.surprises.append(known.observe(report.metres, report.when - self.last_report[report.bus]))
        self.last_report[report.bus] = report.when

    def eta(self, bus):
        position, speed = self.filters[bus].estimate
        return max(0.0, (self.distance - position) / max(speed, 0.5))


def main():
    buses = ["12A", "12B", "40"]
    board = Board(distance=6000.0)
    for report in reports(buses, 45, seed=12):
        board.on_report(report)
    for bus in buses:
        position, speed = board.filters[bus].estimate
        print(f"{bus}: at {position:.0f} m, {speed:.1f} m/s, due in {board.eta(bus):.0f} s")
    print("reports used:", len(board.surprises))
    print("mean surprise:", round(sum(board.surprises) / len(board.surprises), 2))


if __name__ == "__main__":
    main()
