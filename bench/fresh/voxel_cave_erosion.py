# planted: TFR301 TFR101 every level brings its own number of erosion passes and wall threshold, Python numbers from the level table
# style: game level generator, level table as dicts, keyword arguments
"""Carve voxel caves for a dungeon crawler: random rock, then some cellular-automaton passes."""
import random

import numpy as np
import tensorflow as tf

SIZE = 12


def level_table(count, seed):
    rng = random.Random(seed)
    table = []
    for depth in range(1, count + 1):
        table.append({
            "depth": depth,
            "rock": 0.48 + 0.004 * depth,
            "passes": 1 + rng.randint(depth // 3, depth // 2 + 1),
            "threshold": 12.5 + 0.2 * rng.randint(0, 4),
        })
    return table


@tf.function
def erode(rock, passes, threshold):
    kernel = tf.ones([3, 3, 3, 1, 1])
    for _ in range(passes):
        neighbours = tf.nn.conv3d(rock, kernel, [1, 1, 1, 1, 1], "SAME") - rock
        rock = tf.cast(neighbours > threshold, tf.float32)
    return rock


class Level:
    def __init__(self, depth, rock, **erosion):
        self.depth = depth
        rng = np.random.default_rng(100 + depth)
        noise = rng.random((1, SIZE, SIZE, SIZE, 1))
        self.rock = tf.cast(noise < rock, tf.float32)
        self.rock = erode(self.rock, **erosion)

    @property
    def openness(self):
        return 1.0 - float(tf.reduce_mean(self.rock))

    def floor_cells(self):
        grid = self.rock.numpy()[0, :, :, :, 0]
        return int(np.sum((grid[1:] == 0) & (grid[:-1] == 1)))


def build_dungeon(count=14, seed=4):
    return [Level(**row) for row in level_table(count, seed)]


def main():
    dungeon = build_dungeon()
    openness = [level.openness for level in dungeon]
    print("levels:", len(dungeon))
    print("openness of the first three:", [round(o, 3) for o in openness[:3]])
    print("openness of the deepest:", round(openness[-1], 3))
    print("floor cells:", sum(level.floor_cells() for level in dungeon))
    print("most open level:", 1 + int(np.argmax(openness)))


if __name__ == "__main__":
    main()
