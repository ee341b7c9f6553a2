# planted: TFR104 a Quote context object is built for every tick and given to the compiled pricer
# style: market making simulation (Avellaneda-Stoikov), ordinary classes, a tick loop
import math

import numpy as np
import tensorflow as tf

GAMMA = 0.1
KAPPA = 1.5
SIGMA = 2.0
HORIZON = 1.0


class MarketView:
    """What the pricer needs to know about the present moment."""

    def __init__(self, mid, inventory, remaining):
        self.mid = tf.constant(mid, tf.float32)
        self.inventory = tf.constant(inventory, tf.float32)
        self.remaining = tf.constant(remaining, tf.float32)

    def urgency(self):
        return GAMMA * SIGMA ** 2 * self.remaining


@tf.function
def quotes(mid, inventory, urgency, ladder):
    reservation = mid - inventory * urgency
    half = 0.5 * urgency + math.log(1 + GAMMA / KAPPA) / GAMMA
    bids = reservation - half - ladder
    asks = reservation + half + ladder
    return bids, asks


class Simulation:
    def __init__(self, seed, ticks=40):
        self.rng = np.random.default_rng(seed)
        self.ticks = ticks
        self.cash = 0.0
        self.inventory = 0
        self.mid = 100.0
        self.trades = []
        self.ladder = tf.constant([0.0, 0.25])

    def fill(self, distance):
        return self.rng.random() < min(1.0, 0.9 * math.exp(-KAPPA * max(distance, 0.0)))

    def tick(self, k):
        remaining = HORIZON * (1 - k / self.ticks)
        view = MarketView(self.mid, self.inventory, remaining)
        bids, asks = quotes(view.mid, view.inventory, view.urgency(), self.ladder)
        for price in bids.numpy():
            if self.fill(self.mid - price):
                self.inventory += 1
                self.cash -= float(price)
                self.trades.append(("buy", k))
        for price in asks.numpy():
            if self.fill(price - self.mid):
                self.inventory -= 1
                self.cash += float(price)
                self.trades.append(("sell", k))
        self.mid += SIGMA * math.sqrt(HORIZON / self.ticks) * self.rng.choice([-1, 1])

    def run(self):
        for k in range(self.ticks):
            self.tick(k)
        return self.cash + self.inventory * self.mid


if __name__ == "__main__":
    results = []
    for seed in range(3):
        sim = Simulation(seed)
        results.append(sim.run())
        buys = sum(side == "buy" for side, _ in sim.trades)
        print(f"run {seed}: pnl {results[-1]:7.2f}, {buys} buys, {len(sim.trades) - buys} sells, left {sim.inventory:+d}")
    print(f"mean pnl {np.mean(results):.2f}")
