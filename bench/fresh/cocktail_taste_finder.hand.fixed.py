"""Suggest cocktails to guests by comparing flavour profiles with different measures."""
import numpy as np
import tensorflow as tf

from cocktail_taste_finder_measures import MEASURES, rank

DRINKS = ["negroni", "daiquiri", "mojito", "martini", "spritz", "sazerac", "paloma", "colada"]
FLAVOURS = ["bitter", "sour", "sweet", "strong", "fresh"]


def flavour_table(seed=6):
    rng = np.random.default_rng(seed)
    return tf.constant(rng.random((len(DRINKS), len(FLAVOURS))).astype("float32"))


class Guest:
    def __init__(self, name, measure, stress, likes):
        self.name, self.measure, self.stress = name, measure, stress
        self.likes = np.array([likes.get(f, 0.3) for f in FLAVOURS], "float32")

    def learn(self, profile, liked):
        step = 0.25 if liked else -0.1
        self.likes = np.clip(self.likes + step * (profile - self.likes), 0, 1)


class Finder:
    def __init__(self, table):
        self.table = table
        self.served = []

    def suggest(self, guest):
        stress = tf.constant(guest.stress, tf.float32)
        order, scores = rank(MEASURES[guest.measure], self.table, tf.constant(guest.likes), stress)
        had = {drink for who, drink in self.served if who == guest.name}
        for index in order.numpy():
            if DRINKS[index] not in had:
                return int(index), float(scores[index])
        return int(order[0]), float(scores[order[0]])

    def evening(self, guests, rounds):
        total = 0.0
        for _ in range(rounds):
            for guest in guests:
                index, score = self.suggest(guest)
                guest.learn(self.table[index].numpy(), liked=score > 0.5)
                guest.stress *= 1.1
                self.served.append((guest.name, DRINKS[index]))
                total += score
        return total / (rounds * len(guests))


if __name__ == "__main__":
    guests = [
        Guest("Ada", "cosine", 1.0, {"bitter": 0.9, "strong": 0.8}),
        Guest("Ben", "overlap", 2.0, {"sweet": 1.0, "fresh": 0.7}),
        Guest("Cleo", "distance", 0.5, {"sour": 0.8, "fresh": 0.9}),
    ]
    finder = Finder(flavour_table())
    mean = finder.evening(guests, rounds=4)
    for guest in guests:
        print(guest.name, [drink for who, drink in finder.served if who == guest.name])
    print("mean score:", round(mean, 3))
    print("Ada's taste:", [round(float(v), 2) for v in guests[0].likes])
