# planted: TFR601 the shot chooser asks the value net with predict for each candidate stone of each end
# style: Keras value net and a game class, games
"""Last-stone strategy in curling with a small learned value of the house."""
import keras
import numpy as np

keras.utils.set_random_seed(11)
BUTTON = np.zeros(2)


def house_score(ours, theirs):
    a = np.linalg.norm(ours - BUTTON, axis=-1)
    b = np.linalg.norm(theirs - BUTTON, axis=-1)
    if a.min() < b.min():
        return float((a < b.min()).sum())
    return -float((b < a.min()).sum())


def features(ours, theirs):
    a = np.sort(np.linalg.norm(ours, axis=1))[:3]
    b = np.sort(np.linalg.norm(theirs, axis=1))[:3]
    return np.concatenate([a, b, [a[0] - b[0]]]).astype("float32")


def train_value_net(n=1500, seed=3):
    rng = np.random.default_rng(seed)
    x, y = [], []
    for _ in range(n):
        ours, theirs = rng.normal(0, 1.2, (4, 2)), rng.normal(0, 1.2, (4, 2))
        x.append(features(ours, theirs))
        y.append(house_score(ours, theirs))
    net = keras.Sequential([keras.Input((7,)), keras.layers.Dense(24, activation="relu"), keras.layers.Dense(1)])
    net.compile("adam", "mse")
    net.fit(np.array(x), np.array(y), epochs=6, batch_size=50, verbose=0)
    return net


class Skip:
    """Chooses among draws and take-outs by the net's opinion of where they leave the house."""

    def __init__(self, net):
        self.net = net

    def judge(self, ours, theirs):
        return float(self.net(features(ours, theirs)[None], training=False)[0, 0])

    def options(self, ours, theirs):
        yield "draw", np.vstack([ours, [[0.1, 0.2]]]), theirs
        yield "guard", np.vstack([ours, [[0.0, 2.0]]]), theirs
        target = np.linalg.norm(theirs, axis=1).argmin()
        moved = theirs.copy()
        moved[target] += 2.5
        yield "take-out", np.vstack([ours, theirs[target][None] * 1.1]), moved

    def choose(self, ours, theirs):
        scored = [(self.judge(a, b), name, a, b) for name, a, b in self.options(ours, theirs)]
        return max(scored, key=lambda s: s[0])


def match(skip, ends=10, seed=8):
    rng = np.random.default_rng(seed)
    total, shots = 0.0, []
    for _ in range(ends):
        ours, theirs = rng.normal(0, 1.4, (3, 2)), rng.normal(0, 1.0, (3, 2))
        _, name, ours, theirs = skip.choose(ours, theirs)
        total += house_score(ours, theirs)
        shots.append(name)
    return total, shots


if __name__ == "__main__":
    score, shots = match(Skip(train_value_net()))
    print("net points:", score)
    for name in ("draw", "guard", "take-out"):
        print(f"{name}: {shots.count(name)}")
