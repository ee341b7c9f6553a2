"""A sommelier's list: order the cellar by each guest's predicted pleasure."""
from collections import namedtuple
from functools import cached_property

import keras
import numpy as np

Wine = namedtuple("Wine", "name body acidity tannin price")
Guest = namedtuple("Guest", "name sweet bold thrift")
REGIONS = ["Baden", "Rioja", "Chablis", "Barolo", "Tokaj", "Dao"]


def cellar(seed, count=12):
    rng = np.random.default_rng(seed)
    return [Wine(f"{REGIONS[k % 6]} {2005 + k}", *rng.random(3).round(2), float(rng.integers(12, 80)))
            for k in range(count)]


def wine_row(wine):
    return [wine.body, wine.acidity, wine.tannin, wine.price / 80]


def past_ratings(seed, n=200):
    rng = np.random.default_rng(seed)
    wines, guests = rng.random((n, 4)), rng.random((n, 3))
    pleasure = guests[:, 1] * wines[:, 2] + guests[:, 0] * (1 - wines[:, 1]) - guests[:, 2] * wines[:, 3]
    return wines.astype("float32"), guests.astype("float32"), pleasure[:, None].astype("float32")


class Sommelier:
    def __init__(self, wines):
        self.wines = wines

    @cached_property
    def model(self):
        keras.utils.set_random_seed(18)
        wine, guest = keras.Input((4,), name="wine"), keras.Input((3,), name="guest")
        joined = keras.layers.Concatenate()([wine, guest])
        hidden = keras.layers.Dense(16, activation="tanh")(joined)
        model = keras.Model([wine, guest], keras.layers.Dense(1)(hidden))
        model.compile(keras.optimizers.Adam(0.02), "mse")
        w, g, pleasure = past_ratings(18)
        model.fit([w, g], pleasure, epochs=15, batch_size=50, shuffle=False, verbose=0)
        return model

    def affinities(self, guest):
        wines = np.array([wine_row(wine) for wine in self.wines], "float32")
        guests = np.tile(np.array(guest[1:], "float32"), (len(wines), 1))
        return self.model.predict([wines, guests], verbose=0)[:, 0]

    def menu(self, guest, length=3):
        order = np.argsort(-self.affinities(guest), kind="stable")
        ranked = [self.wines[k] for k in order]
        return ranked[:length], ranked[-1]


def main():
    sommelier = Sommelier(cellar(2))
    guests = [Guest("Ines", 0.9, 0.1, 0.2), Guest("Karl", 0.1, 1.0, 0.1), Guest("Odile", 0.3, 0.4, 1.0)]
    bill = 0.0
    for guest in guests:
        best, worst = sommelier.menu(guest)
        bill += best[0].price
        print(f"{guest.name}: {', '.join(wine.name for wine in best)}; not {worst.name}")
    print("bottles:", len(sommelier.wines))
    print("first choices cost:", round(bill, 1))


if __name__ == "__main__":
    main()
