# planted: TFR101 the Frank-Wolfe step length, a Python float made from the iteration number, is an argument
# style: class with an iteration loop, transport planning
"""User-equilibrium traffic assignment on a grid town with the Frank-Wolfe method."""
import heapq

import numpy as np
import tensorflow as tf

SIDE = 4


def town():
    links = []
    for r in range(SIDE):
        for c in range(SIDE):
            for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                if 0 <= r + dr < SIDE and 0 <= c + dc < SIDE:
                    links.append((r * SIDE + c, (r + dr) * SIDE + c + dc))
    rng = np.random.default_rng(12)
    free = rng.uniform(2.0, 5.0, len(links))
    capacity = rng.uniform(5.0, 10.0, len(links))
    trips = {(a, b): float(rng.uniform(1, 4)) for a in (0, 3, 5, 12) for b in (15, 10, 6, 9) if a != b}
    return links, free, capacity, trips


class Assignment:
    def __init__(self, links, free, capacity, trips):
        self.links = links
        self.free = tf.constant(free, tf.float32)
        self.capacity = tf.constant(capacity, tf.float32)
        self.trips = trips
        self.flow = tf.Variable(tf.zeros(len(links)))

    def times(self, flow):
        return self.free * (1.0 + 0.15 * (flow / self.capacity) ** 4)

    @tf.function
    def move(self, target, step):
        old = self.flow.value()
        gap = tf.reduce_sum(self.times(old) * (old - target))
        total = tf.reduce_sum(self.times(old) * old)
        self.flow.assign(old + step * (target - old))
        integral = self.free * (self.flow + 0.03 * self.flow ** 5 / self.capacity ** 4)
        return gap / (total + 1e-6), tf.reduce_sum(integral)

    def shortest(self, cost):
        load = np.zeros(len(self.links), "float32")
        out = {}
        for e, (a, b) in enumerate(self.links):
            out.setdefault(a, []).append((b, e))
        for origin in {a for a, _ in self.trips}:
            best, via, heap = {origin: 0.0}, {}, [(0.0, origin)]
            while heap:
                d, node = heapq.heappop(heap)
                if d > best[node]:
                    continue
                for nxt, e in out[node]:
                    if d + cost[e] < best.get(nxt, 1e9):
                        best[nxt], via[nxt] = d + cost[e], (node, e)
                        heapq.heappush(heap, (best[nxt], nxt))
            for (a, b), demand in self.trips.items():
                while a == origin and b != origin:
                    b, e = via[b]
                    load[e] += demand
        return load

    def solve(self, iterations=45):
        trail = []
        for k in range(iterations):
            load = self.shortest(self.times(self.flow).numpy())
            step = 1.0 if k == 0 else 2.0 / (k + 2)
            gap, objective = self.move(tf.constant(load), tf.constant(step))
            trail.append((float(gap), float(objective)))
        return trail


if __name__ == "__main__":
    model = Assignment(*town())
    trail = model.solve()
    for k in (1, 10, 44):
        print(f"iteration {k:2d}: objective {trail[k][1]:.2f}")
    print("total flow", round(float(tf.reduce_sum(model.flow)), 1),
          "busiest", round(float(tf.reduce_max(model.flow / model.capacity)), 2))
