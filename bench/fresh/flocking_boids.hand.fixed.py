"""Reynolds' boids on a torus, with an order parameter over time."""
from dataclasses import dataclass

import numpy as np
import tensorflow as tf

CONFIG = {
    "flock": {"size": 60, "box": 10.0, "seed": 17},
    "rules": {"radius": 1.5, "separation": 0.4, "alignment": 0.9, "cohesion": 0.3, "speed": 0.8},
    "run": {"frames": 40, "dt": 0.1, "report": 10},
}


@dataclass(frozen=True, slots=True)
class Rules:
    radius: float
    separation: float
    alignment: float
    cohesion: float
    speed: float


class Flock:
    def __init__(self, config):
        self.config = config
        flock = config["flock"]
        rng = np.random.default_rng(flock["seed"])
        self.box = flock["box"]
        self.dt = config["run"]["dt"]
        self.position = tf.constant(rng.uniform(0, self.box, (flock["size"], 2)), tf.float32)
        angle = rng.uniform(0, 2 * np.pi, flock["size"])
        self.velocity = tf.constant(np.stack([np.cos(angle), np.sin(angle)], 1), tf.float32)

    @property
    def rules(self):
        return Rules(**self.config["rules"])

    def offsets(self, position):
        d = position[None, :, :] - position[:, None, :]
        return d - self.box * tf.round(d / self.box)

    @tf.function
    def step(self, position, velocity, rules):
        d = self.offsets(position)
        dist2 = tf.reduce_sum(d * d, -1)
        near = tf.cast(dist2 < rules.radius ** 2, tf.float32)
        near -= tf.eye(tf.shape(position)[0])
        count = tf.maximum(tf.reduce_sum(near, 1, keepdims=True), 1.0)
        centre = tf.reduce_sum(near[..., None] * d, 1) / count
        heading = tf.reduce_sum(near[..., None] * velocity[None], 1) / count - velocity
        push = -tf.reduce_sum((near / (dist2 + 0.05))[..., None] * d, 1) / count
        velocity += self.dt * (rules.cohesion * centre + rules.alignment * heading + rules.separation * push)
        velocity = rules.speed * tf.math.l2_normalize(velocity, axis=-1)
        position = tf.math.floormod(position + self.dt * velocity, self.box)
        return position, velocity

    def run(self):
        run = self.config["run"]
        for frame in range(run["frames"]):
            self.position, self.velocity = self.step(self.position, self.velocity, self.rules)
            if (frame + 1) % run["report"] == 0:
                yield frame + 1, self.order()

    def order(self):
        mean = tf.reduce_mean(self.velocity, 0)
        return float(tf.norm(mean)) / self.config["rules"]["speed"]


if __name__ == "__main__":
    flock = Flock(CONFIG)
    for frame, order in flock.run():
        print(f"frame {frame}: order {order:.2f}")
    print("inside the box:", bool(tf.reduce_all(flock.position <= flock.box)))
