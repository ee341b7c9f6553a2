"""A brewhouse service: original gravity, bitterness and colour of the recipes that clients send as dictionaries."""
from typing import NamedTuple

import tensorflow as tf


class Recipe(NamedTuple):
    volume_l: tf.Tensor
    efficiency: tf.Tensor
    boil_minutes: tf.Tensor
    alpha_acid: tf.Tensor
    hop_grams: tf.Tensor


MALTS = {"pale": (300.0, 5.0), "munich": (290.0, 18.0), "crystal": (265.0, 120.0), "roast": (250.0, 1100.0)}
MALT_ORDER = sorted(MALTS)


@tf.function
def brew(recipe, kilograms, extract, ebc):
    points = tf.reduce_sum(kilograms * extract) * recipe.efficiency / recipe.volume_l
    gravity = 1.0 + points / 1000.0
    bigness = 1.65 * tf.pow(0.000125, gravity - 1.0)
    time_factor = (1.0 - tf.exp(-0.04 * recipe.boil_minutes)) / 4.15
    utilisation = bigness * time_factor
    ibu = utilisation * recipe.alpha_acid * recipe.hop_grams * 1000.0 / recipe.volume_l
    mcu = tf.reduce_sum(kilograms * ebc) / recipe.volume_l
    colour = 2.94 * tf.pow(mcu, 0.6859)
    return gravity, ibu, colour


class BrewService:
    def __init__(self):
        self.extract = tf.constant([MALTS[m][0] for m in MALT_ORDER])
        self.ebc = tf.constant([MALTS[m][1] for m in MALT_ORDER])
        self.routes = {"/brew": self.handle_brew, "/scale": self.handle_scale}
        self.served = 0

    def dispatch(self, path, body):
        self.served += 1
        return self.routes[path](body)

    @staticmethod
    def parse(body, factor=1.0):
        values = (body["volume"] * factor, body.get("efficiency", 0.72), body.get("boil", 60.0),
                  body["alpha"] / 100.0, body["hops"] * factor)
        return Recipe(*(tf.constant(v, tf.float32) for v in values))

    def handle_brew(self, body, factor=1.0):
        grain = tf.constant([body["malts"].get(m, 0.0) * factor for m in MALT_ORDER])
        gravity, ibu, colour = brew(self.parse(body, factor), grain, self.extract, self.ebc)
        return {"og": float(gravity), "ibu": float(ibu), "ebc": float(colour)}

    def handle_scale(self, body):
        answers = [self.handle_brew(body, factor) for factor in body["factors"]]
        return {key: max(a[key] for a in answers) - min(a[key] for a in answers) for key in answers[0]}


def requests():
    for i in range(12):
        yield "/brew", {"volume": 20.0 + i % 3, "alpha": 4.0 + 0.5 * i, "hops": 30.0 + i,
                        "malts": {"pale": 4.2, "crystal": 0.1 * (i % 4), "roast": 0.02 * i}}
    yield "/scale", {"volume": 23.0, "alpha": 12.0, "hops": 25.0, "factors": [0.5, 1.0, 2.0, 4.0],
                     "malts": {"pale": 5.0, "munich": 1.0}}


service = BrewService()
replies = [service.dispatch(*r) for r in requests()]
print("served", service.served)
print("first", {k: round(v, 3) for k, v in replies[0].items()})
print("bitterest", round(max(r["ibu"] for r in replies), 2))
print("darkest", round(max(r["ebc"] for r in replies), 2))
print("scaling spread", {k: round(v, 2) + 0.0 for k, v in replies[-1].items()})
