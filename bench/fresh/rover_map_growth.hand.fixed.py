# planted: TFR201 the map gains landmarks at every stop and the traced matcher sees another shape each time
# style: class with lists that grow, script main
"""A rover drives an arc, matches what it sees to its map and extends the map."""
import numpy as np
import tensorflow as tf

SENSOR_RANGE = 9.0
NOISE = 0.04


class World:
    def __init__(self, n_rocks=240, seed=8):
        rng = np.random.default_rng(seed)
        self.rocks = rng.uniform(-5.0, 45.0, (n_rocks, 2))
        self.rng = rng

    def look_from(self, pose):
        delta = self.rocks - pose[:2]
        near = np.hypot(delta[:, 0], delta[:, 1]) < SENSOR_RANGE
        c, s = np.cos(-pose[2]), np.sin(-pose[2])
        local = delta[near] @ np.array([[c, -s], [s, c]]).T
        order = np.argsort(np.hypot(local[:, 0], local[:, 1]))[:10]
        seen = local[order]
        return (seen + self.rng.normal(0.0, NOISE, seen.shape)).astype(np.float32)


def pose_matrix(pose):
    c, s = tf.cos(pose[2]), tf.sin(pose[2])
    return tf.stack([tf.stack([c, -s]), tf.stack([s, c])])


@tf.function(input_signature=[
    tf.TensorSpec([3], tf.float32),
    tf.TensorSpec([None, 2], tf.float32),
    tf.TensorSpec([None, 2], tf.float32),
])
def correct_pose(pose, scan, landmarks):
    """Soft nearest-neighbour alignment of the scan to the map."""
    for _ in range(4):
        with tf.GradientTape() as tape:
            tape.watch(pose)
            placed = tf.linalg.matmul(scan, pose_matrix(pose), transpose_b=True) + pose[:2]
            square = tf.reduce_sum((placed[:, None, :] - landmarks[None, :, :]) ** 2, axis=-1)
            nearest = -tf.reduce_logsumexp(-square / 0.05, axis=1) * 0.05
            cost = tf.reduce_mean(tf.minimum(nearest, 1.0))
        pose = pose - tf.constant([0.3, 0.3, 0.01]) * tape.gradient(cost, pose)
    return pose, cost


class Rover:
    def __init__(self, start):
        self.pose = np.array(start, np.float32)
        self.landmarks = []
        self.costs = []

    def drive(self, distance, turn):
        self.pose[2] += turn
        heading = self.pose[2]
        self.pose[:2] += distance * np.array([np.cos(heading), np.sin(heading)], np.float32)

    def observe(self, scan):
        if self.landmarks:
            pose, cost = correct_pose(
                tf.constant(self.pose), tf.constant(scan), np.array(self.landmarks))
            self.pose = pose.numpy()
            self.costs.append(float(cost))
        c, s = np.cos(self.pose[2]), np.sin(self.pose[2])
        placed = scan @ np.array([[c, -s], [s, c]], np.float32).T + self.pose[:2]
        for point in placed:
            gaps = [np.hypot(*(point - known)) for known in self.landmarks]
            if not gaps or min(gaps) > 0.6:
                self.landmarks.append(point.astype(np.float32))


def main():
    world = World()
    truth = np.array([2.0, 2.0, 0.1])
    rover = Rover(truth)
    rover.observe(world.look_from(truth))
    for stop in range(26):
        truth[2] += 0.05
        truth[:2] += 1.3 * np.array([np.cos(truth[2]), np.sin(truth[2])])
        rover.drive(1.3 + world.rng.normal(0.0, 0.05), 0.05 + world.rng.normal(0.0, 0.01))
        rover.observe(world.look_from(truth))
    print("landmarks", len(rover.landmarks))
    print("position error below 1.5 m:", bool(np.hypot(*(rover.pose[:2] - truth[:2])) < 1.5))
    print("mean matching cost %.2f" % np.mean(rover.costs))


if __name__ == "__main__":
    main()
