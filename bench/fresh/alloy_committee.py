# planted: TFR106 the committee's members are passed one after the other to one traced fit step
# style: tf.Module members and an own training loop, materials science
"""Hardness of ternary alloys: a committee of small networks and the composition to test next."""
import numpy as np
import tensorflow as tf

MEMBERS = 14


class Member(tf.Module):
    def __init__(self, seed, hidden=16):
        super().__init__(name=f"member{seed}")
        draw = lambda shape, k: tf.random.stateless_normal(shape, seed=[seed, k])
        self.w1 = tf.Variable(draw([3, hidden], 0))
        self.b1 = tf.Variable(draw([hidden], 1) * 0.3)
        self.w2 = tf.Variable(draw([hidden, 1], 2) * 0.25)
        self.b2 = tf.Variable(tf.zeros([1]))

    def __call__(self, x):
        return (tf.tanh(x @ self.w1 + self.b1) @ self.w2 + self.b2)[:, 0]


@tf.function
def fit_step(member, x, y, weight):
    with tf.GradientTape() as tape:
        error = member(x) - y
        loss = tf.reduce_sum(weight * error ** 2) / tf.reduce_sum(weight)
    variables = member.trainable_variables
    for variable, slope in zip(variables, tape.gradient(loss, variables)):
        variable.assign_sub(0.05 * slope)
    return loss


def measurements(n=60, seed=10):
    rng = np.random.default_rng(seed)
    x = rng.dirichlet([1.5, 1.5, 1.5], n)
    hardness = 1.2 * x[:, 0] - 0.8 * x[:, 1] + 6.0 * x[:, 0] * x[:, 2] - 3.0 * x[:, 1] * x[:, 2] ** 2
    return x.astype("float32"), (hardness + rng.normal(0, 0.05, n)).astype("float32")


def train(members, x, y, rounds=40):
    rng = np.random.default_rng(0)
    weights = rng.poisson(1.0, (len(members), len(x))).astype("float32")
    losses = np.zeros(len(members))
    for _ in range(rounds):
        for k, member in enumerate(members):
            losses[k] = fit_step(member, x, y, tf.constant(weights[k]))
    return losses


def main():
    x, y = measurements()
    members = [Member(seed) for seed in range(MEMBERS)]
    losses = train(members, tf.constant(x), tf.constant(y))
    grid = np.array([(a, b, 10 - a - b) for a in range(11) for b in range(11 - a)], "float32") / 10
    opinions = np.stack([member(grid).numpy() for member in members])
    disputed = int(opinions.std(axis=0).argmax())
    hardest = int(opinions.mean(axis=0).argmax())
    print("mean loss:", round(float(losses.mean()), 4), "worst:", round(float(losses.max()), 4))
    print("test next:", [round(float(v), 1) for v in grid[disputed]])
    print("hardest:", [round(float(v), 1) for v in grid[hardest]], "at", round(float(opinions.mean(0)[hardest]), 3))


if __name__ == "__main__":
    main()
