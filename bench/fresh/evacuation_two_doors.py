# planted: TFR105 every tick of the evacuation hands the bound method self.push of the crowd to the traced integrator of the physics module
# style: crowd simulation, class with a bound force method, second module
"""Empty a lecture hall through two doors and see which door suits which crowd."""
import numpy as np
import tensorflow as tf

from evacuation_two_doors_physics import advance, repulsion


class Crowd:
    def __init__(self, people, haste, seed):
        rng = np.random.default_rng(seed)
        self.where = tf.Variable(rng.uniform(1, 9, size=(people, 2)).astype("float32"))
        self.speed = tf.Variable(tf.zeros([people, 2]))
        self.haste = tf.constant(haste)
        self.doors = tf.constant([[0.0, 5.0], [10.0, 2.0]])
        self.inside = people

    def push(self, where, speed):
        gaps = self.doors[None] - where[:, None]
        nearest = tf.argmin(tf.norm(gaps, axis=-1), axis=1)
        goal = tf.gather(gaps, nearest, batch_dims=1)
        desired = self.haste * tf.math.l2_normalize(goal, axis=-1)
        return 2.0 * (desired - speed) + repulsion(where)

    def tick(self, dt):
        crowding = advance(self.push, self.where, self.speed, dt)
        distance = tf.norm(self.where[:, None] - self.doors[None], axis=-1)
        self.inside = int(tf.reduce_sum(tf.cast(tf.reduce_min(distance, axis=1) > 1.0, tf.int32)))
        return float(crowding)


class Evacuation:
    def __init__(self, crowd, dt=0.2):
        self.crowd = crowd
        self.dt = tf.constant(dt)
        self.log = []

    def run(self, ticks):
        for _ in range(ticks):
            self.log.append((self.crowd.tick(self.dt), self.crowd.inside))
        return self

    @property
    def half_time(self):
        start = self.crowd.where.shape[0]
        return next((k for k, (_, inside) in enumerate(self.log) if inside <= start / 2), None)


def main():
    calm = Evacuation(Crowd(24, 1.0, seed=1)).run(20)
    hurried = Evacuation(Crowd(24, 2.2, seed=1)).run(20)
    for name, evacuation in (("calm", calm), ("hurried", hurried)):
        worst = max(c for c, _ in evacuation.log)
        print(f"{name}: half out after {evacuation.half_time} ticks, worst crowding {worst:.1f}")
    print("still inside:", calm.crowd.inside, hurried.crowd.inside)


if __name__ == "__main__":
    main()
