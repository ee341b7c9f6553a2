"""The forward-forward algorithm on noisy stripes: each layer learns its own goodness."""
import numpy as np
import tensorflow as tf

CLASSES = 4
PIXELS = 36


def patterns(n, seed):
    rng = np.random.default_rng(seed)
    labels = rng.integers(CLASSES, size=n)
    grid = np.arange(PIXELS) / PIXELS
    base = np.sin(2 * np.pi * (labels[:, None] + 1) * grid + rng.uniform(0, 0.6, (n, 1)))
    x = base + 0.2 * rng.standard_normal((n, PIXELS))
    return x.astype("float32"), labels


def overlay(x, labels):
    hint = np.eye(CLASSES, dtype="float32")[labels] * 2.0
    return np.concatenate([hint, x], 1)


class FFLayer(tf.Module):
    def __init__(self, n_in, n_out, rng, threshold=1.5, rate=0.03):
        super().__init__()
        self.w = tf.Variable((rng.standard_normal((n_in, n_out)) / np.sqrt(n_in)).astype("float32"))
        self.b = tf.Variable(tf.zeros(n_out))
        self.momentum = [tf.Variable(tf.zeros_like(v)) for v in (self.w, self.b)]
        self.threshold, self.rate = threshold, rate

    @tf.function
    def forward(self, x):
        direction = x / (tf.norm(x, axis=1, keepdims=True) + 1e-4)
        return tf.nn.relu(np.sqrt(6.0) * direction @ self.w + self.b)

    def goodness(self, x):
        return tf.reduce_mean(self.forward(x) ** 2, axis=1)

    @tf.function
    def train(self, positive, negative):
        with tf.GradientTape() as tape:
            g_pos, g_neg = self.goodness(positive), self.goodness(negative)
            loss = tf.reduce_mean(tf.nn.softplus(
                tf.concat([self.threshold - g_pos, g_neg - self.threshold], 0)))
        grads = tape.gradient(loss, [self.w, self.b])
        for v, m, g in zip((self.w, self.b), self.momentum, grads):
            m.assign(0.9 * m + g)
            v.assign_sub(self.rate * m)
        return loss


class FFNet:
    def __init__(self, widths, seed):
        rng = np.random.default_rng(seed)
        self.layers = [FFLayer(a, b, rng) for a, b in zip(widths[:-1], widths[1:])]

    def fit(self, x, labels, epochs, batch, seed):
        rng = np.random.default_rng(seed)
        for epoch in range(epochs):
            wrong = (labels + rng.integers(1, CLASSES, len(labels))) % CLASSES
            losses = []
            for i in range(0, len(x), batch):
                cut = slice(i, i + batch)
                pos = tf.constant(overlay(x[cut], labels[cut]))
                neg = tf.constant(overlay(x[cut], wrong[cut]))
                for layer in self.layers:
                    losses.append(float(layer.train(pos, neg)))
                    pos, neg = layer.forward(pos), layer.forward(neg)
            if epoch % 4 == 3:
                print(f"epoch {epoch + 1}: loss {np.mean(losses):.3f}")

    def predict(self, x):
        scores = []
        for c in range(CLASSES):
            h, total = tf.constant(overlay(x, np.full(len(x), c))), 0.0
            for layer in self.layers:
                total += layer.goodness(h)
                h = layer.forward(h)
            scores.append(np.asarray(total))
        return np.argmax(scores, 0)


def main():
    x, labels = patterns(512, 0)
    net = FFNet([PIXELS + CLASSES, 48, 48], seed=2)
    net.fit(x, labels, epochs=12, batch=16, seed=3)
    x_test, y_test = patterns(256, 1)
    print("test accuracy", round(float((net.predict(x_test) == y_test).mean()), 2))


if __name__ == "__main__":
    main()
