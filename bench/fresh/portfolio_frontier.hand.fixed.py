# planted: TFR506 a portfolio object, whose step is a traced method, is made for each wanted return
# style: fund analyst's script with pandas-like tables printed by hand
import numpy as np
import tensorflow as tf

ASSETS = ["bonds", "equities", "property", "gold", "cash"]
MEAN = np.array([0.03, 0.08, 0.055, 0.04, 0.01], np.float32)
VOL = np.array([0.05, 0.18, 0.12, 0.15, 0.005], np.float32)
CORR = np.array(
    [
        [1.0, 0.1, 0.2, 0.05, 0.1],
        [0.1, 1.0, 0.6, 0.0, 0.0],
        [0.2, 0.6, 1.0, 0.1, 0.0],
        [0.05, 0.0, 0.1, 1.0, 0.0],
        [0.1, 0.0, 0.0, 0.0, 1.0],
    ],
    np.float32,
)
COVARIANCE = CORR * VOL[:, None] * VOL[None, :]


class Portfolio:
    """Long-only weights with the least variance for a wanted return."""

    def __init__(self, target, penalty=50.0):
        self.target = tf.Variable(target, trainable=False)
        self.penalty = penalty
        self.logits = tf.Variable(tf.zeros([len(ASSETS)]))
        self.velocity = tf.Variable(tf.zeros([len(ASSETS)]))

    def restart(self, target):
        self.target.assign(target)
        self.logits.assign(tf.zeros_like(self.logits))
        self.velocity.assign(tf.zeros_like(self.velocity))

    def weights(self):
        return tf.nn.softmax(self.logits)

    @tf.function
    def step(self):
        with tf.GradientTape() as tape:
            w = self.weights()
            variance = tf.tensordot(w, tf.linalg.matvec(COVARIANCE, w), 1)
            shortfall = tf.tensordot(w, MEAN, 1) - self.target
            loss = variance + self.penalty * shortfall**2
        grad = tape.gradient(loss, self.logits)
        self.velocity.assign(0.9 * self.velocity - 3.0 * grad)
        self.logits.assign_add(self.velocity)
        return tf.sqrt(variance)

    def optimise(self, steps=120):
        risk = None
        for _ in range(steps):
            risk = self.step()
        return float(risk)


def frontier(targets):
    portfolio = Portfolio(0.0)
    for target in targets:
        portfolio.restart(target)
        risk = portfolio.optimise()
        yield target, risk, portfolio.weights().numpy()


print(f"{'target':>7s} {'risk':>7s}  " + " ".join(f"{name:>9s}" for name in ASSETS))
points = []
for target, risk, weights in frontier(np.linspace(0.02, 0.07, 8)):
    points.append((target, risk))
    print(f"{target:7.4f} {risk:7.4f}  " + " ".join(f"{w:9.3f}" for w in weights))

ratios = [(t - 0.01) / r for t, r in points]
print(f"best ratio {max(ratios):.3f} at {points[int(np.argmax(ratios))][0]:.4f}")
