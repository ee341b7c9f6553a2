# planted: TFR506 decide() is a traced method and every spawned monster is an instance of its own, so each one traces it
# style: arcade game loop, inheritance, properties, small world simulation
"""Waves of monsters chase a player around an arena; how many catch them?"""
import math
import random

import tensorflow as tf

ARENA = 20.0


class Monster:
    courage = 0.8
    pace = 0.7

    def __init__(self, x, y):
        self.place = tf.constant([x, y])
        self.alive = True

    @tf.function
    def decide(self, place, player, crowd):
        """Step towards the player, away from the crowd, and stay in the arena."""
        chase = tf.math.l2_normalize(player - place)
        away = tf.math.l2_normalize(place - crowd)
        heading = self.courage * chase + (1.0 - self.courage) * away
        moved = place + self.pace * tf.math.l2_normalize(heading)
        return tf.clip_by_value(moved, 0.0, ARENA), tf.norm(player - moved)

    def act(self, player, crowd):
        self.place, distance = self.decide(self.place, player, crowd)
        return float(distance)


class Ghoul(Monster):
    courage = 0.5
    pace = 0.9


class Ogre(Monster):
    courage = 1.0
    pace = 0.45


class World:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.monsters = []
        self.clock = 0
        self.caught = 0

    def spawn(self, count):
        for _ in range(count):
            kind = self.rng.choice([Monster, Ghoul, Ogre])
            self.monsters.append(kind(self.rng.uniform(0, ARENA), self.rng.choice([0.0, ARENA])))

    @property
    def player(self):
        angle = 0.35 * self.clock
        return tf.constant([10.0 + 6.0 * math.cos(angle), 10.0 + 6.0 * math.sin(angle)])

    def tick(self):
        player = self.player
        crowd = tf.reduce_mean(tf.stack([m.place for m in self.monsters]), axis=0)
        for monster in self.monsters:
            if monster.act(player, crowd) < 0.8:
                monster.alive = False
                self.caught += 1
        self.monsters = [m for m in self.monsters if m.alive]
        self.clock += 1


def main():
    world = World(seed=77)
    for wave in range(5):
        world.spawn(6)
        for _ in range(9):
            world.tick()
        if wave % 2 == 0:
            print(f"wave {wave}: {len(world.monsters)} monsters, caught {world.caught} times")
    kinds = sorted(type(m).__name__ for m in world.monsters)
    print("left:", ", ".join(f"{kinds.count(k)} {k}" for k in dict.fromkeys(kinds)))
    centre = tf.reduce_mean(tf.stack([m.place for m in world.monsters]), axis=0)
    print("crowd centre:", [round(float(v), 2) for v in centre])


if __name__ == "__main__":
    main()
