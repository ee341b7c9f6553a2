# planted: TFR301 TFR101 the number of larval dispersal rounds is drawn per season as a Python int and is a traced range
# style: ecology cellular model, tf.Module, numpy random driver
"""Two barnacle species compete for space on a tidal rock."""
import numpy as np
import tensorflow as tf

SIDE = 40


class Rock(tf.Module):
    def __init__(self, rng):
        super().__init__()
        self.cover = tf.Variable(rng.uniform(0.0, 0.2, (2, SIDE, SIDE)), dtype=tf.float32)
        self.height = tf.constant(np.linspace(0.0, 1.0, SIDE)[:, None], tf.float32)
        self.settle = tf.constant([0.05, 0.035])
        self.overgrow = tf.constant(0.3)

    def neighbours(self, field):
        total = tf.zeros_like(field)
        for dy, dx in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            total += tf.roll(field, [dy, dx], axis=[1, 2])
        return total / 4.0

    @tf.function
    def season(self, larvae, rounds, storm):
        cover = self.cover.read_value()
        for _ in range(rounds):
            free = tf.nn.relu(1.0 - tf.reduce_sum(cover, 0))
            source = 0.5 * cover + 0.5 * self.neighbours(cover)
            arrivals = self.settle[:, None, None] * larvae[:, None, None] * source * free * 4.0
            cover = cover + arrivals
        dry = tf.stack([0.08 + 0.05 * self.height, 0.04 + 0.2 * self.height]) * tf.ones([1, 1, SIDE])
        squeeze = self.overgrow * cover[1] * cover[0]
        cover = cover - tf.stack([squeeze, tf.zeros_like(squeeze)])
        self.cover.assign(tf.clip_by_value(cover * (1.0 - dry) - storm, 0.001, 1.0))
        return tf.reduce_mean(self.cover, axis=[1, 2])


def larval_supply(rng):
    plankton = rng.gamma(3.0, 1.0, 2)
    rounds = 2 + int(rng.poisson(9))
    storm = rng.exponential(0.01)
    return plankton, rounds, storm


def main():
    rng = np.random.default_rng(1961)
    rock = Rock(rng)
    history = []
    for year in range(36):
        plankton, rounds, storm = larval_supply(rng)
        mean = rock.season(tf.constant(plankton, tf.float32), rounds, tf.constant(storm, tf.float32))
        history.append(mean.numpy())
    history = np.array(history)
    print("final cover", [round(float(v), 3) for v in history[-1]])
    upper = rock.cover.numpy()[:, SIDE // 2:].mean((1, 2))
    print("upper shore", [round(float(v), 3) for v in upper])
    print("years led by the first", int((history[:, 0] > history[:, 1]).sum()))


if __name__ == "__main__":
    main()
