# active_learner, cured.
import numpy as np
import tensorflow as tf


class Classifier:
    def __init__(self, features, learning_rate=0.5):
        self.w = tf.Variable(tf.zeros([features]))
        self.b = tf.Variable(0.0)
        self.learning_rate = learning_rate

    def logits(self, x):
        return tf.linalg.matvec(x, self.w) + self.b

    @tf.function(
        input_signature=[
            tf.TensorSpec([None, None], tf.float32),
            tf.TensorSpec([None], tf.float32),
        ]
    )
    def train_step(self, x, y):
        with tf.GradientTape() as tape:
            losses = tf.nn.sigmoid_cross_entropy_with_logits(labels=y, logits=self.logits(x))
            loss = tf.reduce_mean(losses)
        variables = [self.w, self.b]
        for variable, gradient in zip(variables, tape.gradient(loss, variables)):
            variable.assign_sub(self.learning_rate * gradient)
        return loss

    @tf.function(input_signature=[tf.TensorSpec([None, None], tf.float32)])
    def uncertainty(self, x):
        p = tf.sigmoid(self.logits(x))
        return 1.0 - tf.abs(2.0 * p - 1.0)


class ActiveLearner:
    def __init__(self, x, y, start=6):
        self.x, self.y = x, y
        self.labelled = list(range(start))
        self.pool = list(range(start, len(x)))
        self.model = Classifier(x.shape[1])

    def query(self, n):
        scores = self.model.uncertainty(self.x[self.pool]).numpy()
        chosen = [self.pool[i] for i in np.argsort(-scores, kind="stable")[:n]]
        self.pool = [i for i in self.pool if i not in chosen]
        self.labelled += chosen

    def fit(self, steps=15):
        for _ in range(steps):
            loss = self.model.train_step(self.x[self.labelled], self.y[self.labelled])
        return float(loss)


rng = np.random.default_rng(30)
x = rng.normal(size=(80, 4)).astype("float32")
y = (x @ np.array([1.0, -2.0, 0.5, 0.0]) > 0).astype("float32")
learner = ActiveLearner(x, y)
for round_number in range(7):
    loss = learner.fit()
    print(f"round {round_number}: {len(learner.labelled)} labels, loss {loss:.4f}")
    learner.query(4)
