# planted: TFR101 TFR502 a traced method per track object, and gaps in time are floats
# style: object tracking simulation, one instance per track
import numpy as np
import tensorflow as tf

OBSERVE = tf.constant([[1.0, 0.0]])
NOISE = tf.constant([[0.25]])


class Track:
    def __init__(self, name, first_position, time):
        self.name = name
        self.time = time
        self.mean = tf.Variable([first_position, 0.0])
        self.covariance = tf.Variable(tf.eye(2))
        self.updates = 0

    @tf.function
    def _filter(self, measurement, dt):
        transition = tf.stack([tf.stack([1.0, dt]), tf.constant([0.0, 1.0])])
        mean = tf.linalg.matvec(transition, self.mean)
        covariance = transition @ self.covariance @ tf.transpose(transition) + 0.01 * tf.eye(2)
        innovation = measurement - tf.linalg.matvec(OBSERVE, mean)
        spread = OBSERVE @ covariance @ tf.transpose(OBSERVE) + NOISE
        gain = covariance @ tf.transpose(OBSERVE) / spread
        self.mean.assign(mean + tf.linalg.matvec(gain, innovation))
        self.covariance.assign((tf.eye(2) - gain @ OBSERVE) @ covariance)

    def update(self, measurement, time):
        self._filter(tf.constant([measurement]), time - self.time)
        self.time = time
        self.updates += 1


class Tracker:
    def __init__(self):
        self.tracks = {}

    def observe(self, name, position, time):
        if name in self.tracks:
            self.tracks[name].update(position, time)
        else:
            self.tracks[name] = Track(name, position, time)


rng = np.random.default_rng(64)
tracker = Tracker()
speeds = {"car": 12.0, "bus": 8.0, "bike": 4.0}
for name, speed in speeds.items():
    for time in np.cumsum(rng.uniform(0.2, 1.0, size=6)):
        tracker.observe(name, float(speed * time + rng.normal(0, 0.5)), float(time))
for track in tracker.tracks.values():
    position, velocity = track.mean.numpy()
    print(f"{track.name}: {track.updates} updates, at {position:.3f}, speed {velocity:.3f}")
