"""Reduce photographs of clothes to a palette of five colours and say which pieces match."""
import itertools

import numpy as np
import tensorflow as tf

GARMENTS = {
    "striped shirt": [(0.1, 0.2, 0.5), (0.9, 0.9, 0.9), (0.2, 0.2, 0.2)],
    "tartan scarf": [(0.6, 0.1, 0.1), (0.1, 0.3, 0.1), (0.9, 0.8, 0.3), (0.1, 0.1, 0.1)],
    "blue jeans": [(0.2, 0.3, 0.6), (0.4, 0.5, 0.8), (0.15, 0.2, 0.35)],
    "sand coat": [(0.8, 0.7, 0.5), (0.7, 0.6, 0.45), (0.3, 0.2, 0.1)],
}


def photograph(colours, rng, size=900):
    share = rng.dirichlet(np.full(len(colours), 3.0))
    which = rng.choice(len(colours), size, p=share)
    return tf.constant(np.array(colours)[which] + 0.05 * rng.normal(size=(size, 3)), tf.float32)


@tf.function(reduce_retracing=True)
def describe(members):
    """Centre of a cluster, its mean squared distance and how colourful it is."""
    centre = tf.reduce_mean(members, axis=0)
    scatter = tf.reduce_mean(tf.reduce_sum(tf.square(members - centre), axis=1))
    colourful = tf.reduce_max(centre) - tf.reduce_min(centre)
    return centre, scatter, colourful


class Palette:
    def __init__(self, pixels, colours=5):
        self.pixels = pixels
        self.centres = pixels[:: len(pixels) // colours][:colours]
        self.sizes = None
        self.scatter = None

    def _assign(self):
        distance = tf.reduce_sum(tf.square(self.pixels[:, None] - self.centres[None]), axis=2)
        return tf.argmin(distance, axis=1)

    def refine(self, rounds=4):
        for _ in range(rounds):
            labels = self._assign()
            found = []
            for k in range(len(self.centres)):
                mine = labels == k
                if not tf.reduce_any(mine):
                    found.append((self.centres[k], tf.constant(0.0), tf.constant(0.0)))
                    continue
                found.append(describe(tf.boolean_mask(self.pixels, mine)))
            centres, scatter, self.colourful = (tf.stack(part) for part in zip(*found))
            self.centres = centres
            self.sizes = np.bincount(labels.numpy(), minlength=len(found))
            self.scatter = float(tf.reduce_sum(scatter * self.sizes) / self.sizes.sum())
        return self

    def main_colour(self):
        return [round(float(v), 2) for v in self.centres[self.sizes.argmax()]]

    def distance_to(self, other):
        gap = tf.norm(self.centres[:, None] - other.centres[None], axis=2)
        return float(tf.reduce_mean(tf.reduce_min(gap, axis=1)) + tf.reduce_mean(tf.reduce_min(gap, axis=0)))


rng = np.random.default_rng(52)
wardrobe = {name: Palette(photograph(colours, rng)).refine() for name, colours in GARMENTS.items()}
for name, palette in list(wardrobe.items())[:3]:
    print(f"{name}: main colour {palette.main_colour()}, scatter {palette.scatter:.4f}")
pairs = {pair: wardrobe[pair[0]].distance_to(wardrobe[pair[1]]) for pair in itertools.combinations(wardrobe, 2)}
best = min(pairs, key=pairs.get)
print("best match:", " + ".join(best), round(pairs[best], 2))
print("most colourful:", max(wardrobe, key=lambda name: float(tf.reduce_max(wardrobe[name].colourful))))
