# planted: TFR502 TFR404 each call of the year method makes a traced kernel, and np.random in it stays fresh only for that reason
# style: ecology, individual-based simulation, class with an inner decorated function
"""Forest edge advance: trees release seeds that drift with gusts before they settle."""
import numpy as np
import tensorflow as tf

WIDTH, SEEDS = 80, 240


@tf.function
def disperse(cover, gustiness, uniform, gusts):
    cdf = tf.cumsum(cover) / (tf.reduce_sum(cover) + 1e-6)
    origin = tf.cast(tf.searchsorted(cdf, uniform), tf.float32)
    drift = tf.reduce_sum(gusts * gustiness + 0.25, 1)
    landing = tf.cast(tf.round(origin + drift), tf.int32)
    inside = (landing >= 0) & (landing < WIDTH)
    counts = tf.math.bincount(tf.boolean_mask(landing, inside), minlength=WIDTH, maxlength=WIDTH)
    light = tf.nn.relu(1.0 - cover)
    germinated = 0.04 * tf.cast(counts, tf.float32) * light
    grown = cover + 0.2 * cover * (1.0 - cover) + germinated
    return tf.clip_by_value(grown * 0.97, 0.0, 1.0)


class Forest:
    def __init__(self, gustiness, seed):
        np.random.seed(seed)
        self.gustiness = tf.constant(gustiness)
        cover = np.zeros(WIDTH, "float32")
        cover[:12] = 0.8
        self.cover = tf.constant(cover)
        self.front = [12]

    def year(self):
        uniform = tf.constant(np.random.uniform(size=SEEDS), tf.float32)
        gusts = tf.constant(np.random.normal(size=(SEEDS, 5)), tf.float32)
        self.cover = disperse(self.cover, self.gustiness, uniform, gusts)
        occupied = np.flatnonzero(self.cover.numpy() > 0.3)
        self.front.append(int(occupied.max()))

    def speed(self):
        return (self.front[-1] - self.front[0]) / (len(self.front) - 1)


def main():
    for gustiness in (0.6, 1.4):
        forest = Forest(gustiness, 123)
        for _ in range(25):
            forest.year()
        print(f"gustiness {gustiness}: front {forest.front[-1]} speed {forest.speed():.2f} "
              f"cover {float(tf.reduce_sum(forest.cover)):.2f}")


if __name__ == "__main__":
    main()
