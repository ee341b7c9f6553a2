# planted: TFR601 score() predicts one window, and the night report calls it for every window of the night
# style: medicine, Keras functional model, scorer class, sorted report
"""Score sleep apnea windows of several nights with a small convolutional network."""
import numpy as np
import keras

WINDOW = 40
STRIDE = 20


def breathing(rng, minutes, pauses):
    t = np.arange(minutes * 60) / 10.0
    flow = np.sin(2 * np.pi * 0.25 * t) + 0.1 * rng.normal(size=t.size)
    for start in rng.integers(0, t.size - 30, size=pauses):
        flow[start : start + 30] *= 0.1
    return flow.astype("float32")


def build_net():
    keras.utils.set_random_seed(8)
    inputs = keras.Input((WINDOW, 1))
    x = keras.layers.Conv1D(6, 7, strides=2, activation="relu")(inputs)
    x = keras.layers.GlobalMaxPooling1D()(x)
    outputs = keras.layers.Dense(1, activation="sigmoid")(x)
    net = keras.Model(inputs, outputs)
    net.compile("adam", "binary_crossentropy")
    return net


class NightScorer:
    def __init__(self, net, threshold):
        self.net = net
        self.threshold = threshold

    def score(self, window):
        batch = window[None, :, None]
        return float(self.net.predict(batch, verbose=0)[0, 0])

    def windows(self, flow):
        for start in range(0, len(flow) - WINDOW + 1, STRIDE):
            yield flow[start : start + WINDOW]

    def night(self, flow):
        scores = [self.score(w) for w in self.windows(flow)]
        events = [s > self.threshold for s in scores]
        return {"events": sum(events), "worst": max(scores), "mean": float(np.mean(scores))}


def training_set(rng):
    xs, ys = [], []
    for k in range(120):
        label = k % 2
        flow = breathing(rng, 2, 0)[:WINDOW]
        if label:
            flow[5:35] *= 0.1
        xs.append(flow)
        ys.append(label)
    return np.stack(xs)[..., None], np.array(ys, "float32")


def main():
    rng = np.random.default_rng(30)
    net = build_net()
    x, y = training_set(rng)
    net.fit(x, y, epochs=4, batch_size=30, verbose=0, shuffle=False)
    scorer = NightScorer(net, threshold=0.5)
    nights = {"anna": 1, "boris": 3, "carla": 6}
    report = {who: scorer.night(breathing(rng, 5, pauses)) for who, pauses in nights.items()}
    for who in sorted(report, key=lambda w: -report[w]["mean"]):
        row = report[who]
        print(who, row["events"], round(row["worst"], 3), round(row["mean"], 3))


main()
