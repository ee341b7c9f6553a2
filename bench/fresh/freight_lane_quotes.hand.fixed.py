# planted: TFR502 every quote request defines and calls a traced pricing function inside the handler
# style: web service style handler registry, logistics pricing
"""Quote desk for road freight: requests arrive as dicts, answers leave as dicts."""
import json

import numpy as np
import tensorflow as tf

LANES = {"HAM-MUC": 775.0, "RTM-MIL": 1060.0, "GDN-PRG": 690.0, "LYS-BCN": 640.0}
BASE = tf.constant([120.0, 0.92, 0.31, 14.0])


@tf.function
def price_load(km, tonnes, stops, fuel):
    load = tonnes / 24.0
    haul = BASE[1] * km * (0.4 + 0.6 * tf.sqrt(load))
    diesel = BASE[2] * km * fuel * (1.0 + 0.25 * load)
    total = BASE[0] + haul + diesel + BASE[3] * stops
    scenarios = total * (1.0 + tf.linspace(-0.08, 0.12, 21))
    return total, tf.reduce_max(scenarios), tf.math.reduce_std(scenarios)


class QuoteDesk:
    def __init__(self, fuel_index):
        self.fuel = tf.constant(fuel_index)
        self.routes = {"/quote": self.quote, "/health": self.health}
        self.served = 0

    def handle(self, path, body):
        return json.dumps(self.routes[path](json.loads(body)))

    def health(self, _):
        return {"ok": True, "served": self.served}

    def quote(self, request):
        km = tf.constant(LANES[request["lane"]])
        tonnes = tf.constant(request["tonnes"], tf.float32)
        stops = tf.constant(float(request["stops"]))
        total, worst, spread = price_load(km, tonnes, stops, self.fuel)
        self.served += 1
        return {
            "lane": request["lane"],
            "price": round(float(total), 2),
            "cap": round(float(worst), 2),
            "spread": round(float(spread), 2),
        }


def traffic(count, seed):
    rng = np.random.default_rng(seed)
    names = sorted(LANES)
    for _ in range(count):
        yield json.dumps({
            "lane": names[int(rng.integers(len(names)))],
            "tonnes": round(float(rng.uniform(2.0, 24.0)), 1),
            "stops": int(rng.integers(1, 5)),
        })


def main():
    desk = QuoteDesk(1.18)
    prices = []
    for body in traffic(40, 12):
        prices.append(json.loads(desk.handle("/quote", body))["price"])
    print("health", desk.handle("/health", "{}"))
    print("mean price", round(sum(prices) / len(prices), 1))
    print("highest", max(prices))


if __name__ == "__main__":
    main()
