# planted: TFR105 the policy's bound methods are handed to the traced reward estimator in every round
# style: RL, contextual bandit with two policy classes and an off-policy evaluation loop
import numpy as np
import tensorflow as tf
import keras

SLOTS, CONTEXT = 5, 6


class LoggedTraffic:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.taste = self.rng.normal(size=(CONTEXT, SLOTS))

    def round(self, count):
        x = self.rng.normal(size=(count, CONTEXT))
        shown = self.rng.integers(0, SLOTS, count)
        click = (x @ self.taste)[np.arange(count), shown] + self.rng.normal(0, 0.5, count) > 1.0
        return (tf.constant(x, tf.float32), tf.constant(shown, tf.int32), tf.constant(click, tf.float32))


class SoftmaxPolicy:
    def __init__(self, temperature):
        self.temperature = temperature
        self.model = keras.Sequential([keras.Input((CONTEXT,)), keras.layers.Dense(SLOTS)])

    def probabilities(self, x):
        return tf.nn.softmax(self.model(x) / self.temperature)


class MixturePolicy(SoftmaxPolicy):
    def __init__(self, temperature, floor):
        super().__init__(temperature)
        self.floor = floor

    def probabilities(self, x):
        return (1 - self.floor) * super().probabilities(x) + self.floor / SLOTS


@tf.function
def offpolicy_value(x, shown, click, policy):
    chance = tf.gather(policy(x), shown, batch_dims=1)
    weight = tf.minimum(chance * SLOTS, 10.0)
    return tf.reduce_sum(weight * click) / tf.reduce_sum(weight)


@tf.function
def improve(x, shown, click, policy, rate):
    with tf.GradientTape() as tape:
        chance = tf.gather(policy(x), shown, batch_dims=1)
        value = tf.reduce_mean(chance * SLOTS * (click - tf.reduce_mean(click)))
    weights = tape.watched_variables()
    for w, g in zip(weights, tape.gradient(value, weights)):
        w.assign_add(rate * g)
    return value


class Experiment:
    def __init__(self, name, policy, traffic, rate):
        self.name, self.policy, self.traffic, self.rate = name, policy, traffic, rate
        self.values = []

    def play(self, rounds, count):
        probabilities = self.policy.probabilities
        for _ in range(rounds):
            x, shown, click = self.traffic.round(count)
            improve(x, shown, click, probabilities, self.rate)
            x, shown, click = self.traffic.round(count)
            self.values.append(float(offpolicy_value(x, shown, click, probabilities)))


def main():
    keras.utils.set_random_seed(67)
    for name, policy in (("softmax", SoftmaxPolicy(1.0)), ("mixture", MixturePolicy(0.7, 0.1))):
        experiment = Experiment(name, policy, LoggedTraffic(67), rate=1.0)
        experiment.play(rounds=20, count=200)
        values = experiment.values
        print("%-8s click rate first %.3f last %.3f best %.3f" % (
            name, np.mean(values[:4]), np.mean(values[-4:]), max(values)))


if __name__ == "__main__":
    main()
