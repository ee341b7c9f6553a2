# planted: TFR601 the gripper asks the grasp network with predict for one candidate grasp after the other
# style: classes, a Keras model behind a method, episode loop
"""Pick objects from a bin: score candidate grasps and try the best one."""
import numpy as np
import keras
from keras import layers

keras.utils.set_random_seed(17)


def grasp_dataset(n, rng):
    """angle, width, depth, offset, curvature -> does it hold."""
    x = rng.uniform(-1.0, 1.0, (n, 5)).astype("float32")
    hold = 1.2 - np.abs(x[:, 3]) * 2.0 - (x[:, 1] - 0.3) ** 2 + 0.6 * x[:, 2] * x[:, 4]
    return x, (hold > 0.0).astype("float32")


def grasp_network():
    model = keras.Sequential([
        keras.Input((5,)),
        layers.Dense(32, activation="relu"),
        layers.Dense(32, activation="relu"),
        layers.Dense(1, activation="sigmoid"),
    ])
    model.compile(optimizer=keras.optimizers.Adam(1e-2), loss="binary_crossentropy")
    return model


class Gripper:
    def __init__(self, network, threshold=0.5):
        self.network = network
        self.threshold = threshold
        self.rejected = 0

    def quality(self, grasp):
        return float(self.network.predict_on_batch(grasp[None, :])[0, 0])

    def choose(self, candidates):
        best, best_quality = None, self.threshold
        for grasp in candidates:
            q = self.quality(grasp)
            if q > best_quality:
                best, best_quality = grasp, q
        if best is None:
            self.rejected += 1
        return best, best_quality


class Bin:
    def __init__(self, objects, rng):
        self.left = objects
        self.rng = rng

    def candidates(self, n=6):
        return self.rng.uniform(-1.0, 1.0, (n, 5)).astype("float32")

    def attempt(self, grasp):
        hold = 1.2 - abs(grasp[3]) * 2.0 - (grasp[1] - 0.3) ** 2 + 0.6 * grasp[2] * grasp[4]
        if hold > 0.0:
            self.left -= 1
            return True
        return False


def clear_bin(gripper, bin_, max_attempts):
    successes, confidence = 0, []
    for attempt in range(max_attempts):
        if bin_.left == 0:
            break
        grasp, q = gripper.choose(bin_.candidates())
        if grasp is None:
            continue
        confidence.append(q)
        successes += bin_.attempt(grasp)
    return successes, confidence


def main():
    rng = np.random.default_rng(17)
    x, y = grasp_dataset(512, rng)
    network = grasp_network()
    network.fit(x, y, batch_size=64, epochs=4, shuffle=False, verbose=0)
    gripper = Gripper(network)
    bin_ = Bin(objects=8, rng=rng)
    successes, confidence = clear_bin(gripper, bin_, max_attempts=12)
    print("picked", successes, "left", bin_.left)
    print("rejected rounds", gripper.rejected)
    print("mean confidence %.2f" % np.mean(confidence))


if __name__ == "__main__":
    main()
