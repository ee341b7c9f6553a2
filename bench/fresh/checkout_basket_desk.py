# planted: TFR201 TFR107 baskets have any number of lines, and integer, float and NumPy prices arrive as three dtypes
# style: checkout API with typed payloads from three clients (till, web shop, warehouse)
"""Price baskets from three kinds of clients: totals, a volume discount and the tax per basket."""
from __future__ import annotations

import json
from dataclasses import dataclass, field

import numpy as np
import tensorflow as tf

TAX = 0.19


@tf.function
def price_basket(prices, quantities):
    prices = tf.cast(prices, tf.float32)
    quantities = tf.cast(quantities, tf.float32)
    lines = prices * quantities
    discount = tf.where(quantities >= 5.0, 0.1, 0.0)
    net = tf.reduce_sum(lines * (1.0 - discount))
    return net, net * TAX, tf.reduce_max(lines)


@dataclass
class Desk:
    totals: dict = field(default_factory=dict)
    biggest_line: float = 0.0

    def checkout(self, client, prices, quantities):
        net, tax, biggest = price_basket(tf.convert_to_tensor(prices), tf.convert_to_tensor(quantities))
        self.totals.setdefault(client, []).append(float(net + tax))
        self.biggest_line = max(self.biggest_line, float(biggest))
        return {"net": float(net), "tax": float(tax)}

    # -- adapters ---------------------------------------------------------
    def from_till(self, message: str):
        body = json.loads(message)
        return self.checkout("till", body["prices"], body["quantities"])

    def from_shop(self, cart: list[tuple[float, int]]):
        prices, quantities = zip(*cart)
        return self.checkout("shop", list(prices), list(quantities))

    def from_warehouse(self, pallet: np.ndarray):
        return self.checkout("warehouse", pallet[:, 0], pallet[:, 1])


def simulate(desk, rounds, rng):
    taxes = 0.0
    for _ in range(rounds):
        size = int(rng.integers(1, 9))
        whole = rng.integers(1, 40, size)
        amounts = rng.integers(1, 8, size)
        till = json.dumps({"prices": whole.tolist(), "quantities": amounts.tolist()})
        taxes += desk.from_till(till)["tax"]
        size = int(rng.integers(2, 12))
        cart = [(round(float(p), 2), int(q)) for p, q in zip(rng.uniform(1, 60, size), rng.integers(1, 7, size))]
        taxes += desk.from_shop(cart)["tax"]
        pallet = np.column_stack([rng.uniform(0.5, 5, size), rng.integers(10, 50, size)])
        taxes += desk.from_warehouse(pallet)["tax"]
    return taxes


if __name__ == "__main__":
    desk = Desk()
    taxes = simulate(desk, rounds=10, rng=np.random.default_rng(14))
    for client, totals in desk.totals.items():
        print(f"{client}: {len(totals)} baskets, mean {np.mean(totals):.2f}")
    print("taxes:", round(taxes, 1))
    print("biggest line:", round(desk.biggest_line, 2))
