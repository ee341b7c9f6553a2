# planted: TFR106 every snapshot of the policy is a new model for the traced match
# style: self-play RL project, league of frozen opponents
"""Self-play for a matching-pennies variant with memory; each snapshot joins the league."""
import numpy as np
import tensorflow as tf

PAYOFF = tf.constant([[1.0, -1.0, 0.2], [-1.0, 1.0, -0.4], [0.3, -0.2, 0.0]])
MEMORY = 4


def make_policy(seed):
    tf.keras.utils.set_random_seed(seed)
    return tf.keras.Sequential(
        [
            tf.keras.layers.Input((MEMORY,)),
            tf.keras.layers.Dense(10, activation="tanh"),
            tf.keras.layers.Dense(3),
        ]
    )


@tf.function
def match(policy, opponent, observations):
    mine = tf.nn.softmax(policy(observations))
    theirs = tf.nn.softmax(opponent(-observations))
    return tf.reduce_mean(tf.einsum("bi,ij,bj->b", mine, PAYOFF, theirs))


class League:
    def __init__(self, learner):
        self.learner = learner
        self.members = []
        self.opponent = tf.keras.models.clone_model(learner)
        self.snapshot()

    def snapshot(self):
        frozen = tf.keras.models.clone_model(self.learner)
        frozen.set_weights(self.learner.get_weights())
        self.members.append(frozen)

    def table(self, observations):
        results = []
        for member in self.members:
            self.opponent.set_weights(member.get_weights())
            results.append(float(match(self.learner, self.opponent, observations)))
        return results


class Trainer:
    def __init__(self, learner, rate=0.3):
        self.learner = learner
        self.optimizer = tf.keras.optimizers.SGD(rate)
        self.optimizer.build(learner.trainable_variables)

    @tf.function
    def step(self, observations, theirs):
        with tf.GradientTape() as tape:
            mine = tf.nn.softmax(self.learner(observations))
            gain = tf.reduce_mean(tf.einsum("bi,ij,bj->b", mine, PAYOFF, theirs))
            loss = -gain
        gradients = tape.gradient(loss, self.learner.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.learner.trainable_variables))
        return gain


def main():
    rng = np.random.default_rng(36)
    learner = make_policy(36)
    league, trainer = League(learner), Trainer(learner)
    for generation in range(7):
        table = league.table(tf.constant(rng.normal(size=(40, MEMORY)), tf.float32))
        hardest = int(np.argmin(table))
        for _ in range(10):
            observations = tf.constant(rng.normal(size=(32, MEMORY)), tf.float32)
            theirs = tf.nn.softmax(league.members[hardest](-observations))
            gain = trainer.step(observations, theirs)
        league.snapshot()
        print(f"generation {generation}: hardest {hardest}, gain {float(gain):.4f}, worst {min(table):.4f}")
    final = league.table(tf.constant(rng.normal(size=(40, MEMORY)), tf.float32))
    print("against the league:", [round(value, 4) for value in final])


if __name__ == "__main__":
    main()
