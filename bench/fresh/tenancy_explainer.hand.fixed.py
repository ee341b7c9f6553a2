# planted: TFR502 the explainer's method decorates an inner gradient function on every call, one per applicant
# style: classes, integrated gradients over a functional Keras model with two inputs, report per applicant
import numpy as np
import tensorflow as tf
import keras

NUMBERS = ["income", "rent", "years", "savings"]
JOBS = ["student", "clerk", "nurse", "driver", "retired"]


def applicants(count, seed):
    rng = np.random.default_rng(seed)
    numbers = rng.normal(size=(count, len(NUMBERS))).astype("float32")
    jobs = np.eye(len(JOBS), dtype="float32")[rng.integers(0, len(JOBS), count)]
    score = numbers @ [1.2, -0.9, 0.3, 0.6] + jobs @ [-0.5, 0.2, 0.4, 0.1, 0.3] + rng.normal(0, 0.5, count)
    return numbers, jobs, (score > 0).astype("float32")[:, None]


def tenancy_model():
    numbers = keras.Input((len(NUMBERS),), name="numbers")
    jobs = keras.Input((len(JOBS),), name="jobs")
    h = keras.layers.Concatenate()([keras.layers.Dense(12, activation="tanh")(numbers), keras.layers.Dense(3)(jobs)])
    h = keras.layers.Dense(12, activation="tanh")(h)
    return keras.Model([numbers, jobs], keras.layers.Dense(1, activation="sigmoid")(h))


class IntegratedGradients:
    def __init__(self, model, baseline, steps=20):
        self.model = model
        self.baseline = [tf.constant(b[None]) for b in baseline]
        self.steps = steps

    @tf.function
    def gradients(self, *inputs):
        alphas = tf.reshape(tf.linspace(0.0, 1.0, self.steps), [-1, 1])
        path = [b + alphas * (x - b) for b, x in zip(self.baseline, inputs)]
        with tf.GradientTape() as tape:
            tape.watch(path)
            out = self.model(path, training=False)
        means = [tf.reduce_mean(g, axis=0) for g in tape.gradient(out, path)]
        return [m * (x - b)[0] for m, x, b in zip(means, inputs, self.baseline)]

    def explain(self, *row):
        parts = self.gradients(*[tf.constant(r[None]) for r in row])
        return np.concatenate([p.numpy() for p in parts])

    def reason(self, *row):
        contribution = self.explain(*row)
        return int(np.argmax(np.abs(contribution))), contribution


def main():
    keras.utils.set_random_seed(101)
    numbers, jobs, good = applicants(400, seed=101)
    model = tenancy_model()
    model.compile(optimizer=keras.optimizers.Adam(0.01), loss="binary_crossentropy")
    losses = model.fit([numbers, jobs], good, epochs=10, batch_size=50, verbose=0).history["loss"]
    print("loss %.3f -> %.3f" % (losses[0], losses[-1]))
    explainer = IntegratedGradients(model, [numbers.mean(0), jobs.mean(0)])
    names = NUMBERS + ["job " + job for job in JOBS]
    reasons, total = {}, np.zeros(len(names))
    for row in zip(numbers[:36], jobs[:36]):
        which, contribution = explainer.reason(*row)
        reasons[names[which]] = reasons.get(names[which], 0) + 1
        total += np.abs(contribution)
    for name in sorted(reasons, key=reasons.get, reverse=True)[:3]:
        print("main reason %-8s for %d applicants" % (name, reasons[name]))
    print("mean attribution", " ".join("%s %.3f" % (n, t) for n, t in zip(names[:4], total / 36)))


if __name__ == "__main__":
    main()
