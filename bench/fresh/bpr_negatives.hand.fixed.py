# planted: TFR201 TFR101 the number of sampled negatives grows by epoch, and a decayed rate is passed as a Python float
# style: recommender engineer, Bayesian personalised ranking without Keras, NumPy sampler
import numpy as np
import tensorflow as tf

USERS, ITEMS, FACTORS = 30, 50, 6


def interactions(seed=2):
    rng = np.random.default_rng(seed)
    taste = rng.normal(size=(USERS, 3))
    kind = rng.normal(size=(ITEMS, 3))
    score = taste @ kind.T + 0.5 * rng.normal(size=(USERS, ITEMS))
    liked = np.argsort(-score, axis=1)[:, :8]
    pairs = [(user, item) for user in range(USERS) for item in liked[user]]
    return np.array(pairs, np.int32), liked


class NegativeSampler:
    def __init__(self, liked, seed=5):
        self.liked = [set(row.tolist()) for row in liked]
        self.rng = np.random.default_rng(seed)

    def draw(self, users, how_many):
        out = np.empty((len(users), how_many), np.int32)
        for row, user in enumerate(users):
            for column in range(how_many):
                item = int(self.rng.integers(ITEMS))
                while item in self.liked[user]:
                    item = int(self.rng.integers(ITEMS))
                out[row, column] = item
        return out


class BPR:
    def __init__(self, seed=3):
        init = tf.random.stateless_normal
        self.users = tf.Variable(0.1 * init([USERS, FACTORS], [seed, 0]))
        self.items = tf.Variable(0.1 * init([ITEMS, FACTORS], [seed, 1]))

    @tf.function(input_signature=[
        tf.TensorSpec([None], tf.int32),
        tf.TensorSpec([None], tf.int32),
        tf.TensorSpec([None, None], tf.int32),
        tf.TensorSpec([], tf.float32),
    ])
    def update(self, users, liked, others, rate):
        with tf.GradientTape() as tape:
            u = tf.gather(self.users, users)
            better = tf.reduce_sum(u * tf.gather(self.items, liked), axis=1)
            worse = tf.einsum("bf,bnf->bn", u, tf.gather(self.items, others))
            loss = tf.reduce_mean(tf.nn.softplus(worse - better[:, None]))
        variables = [self.users, self.items]
        for variable, gradient in zip(variables, tape.gradient(loss, variables)):
            variable.assign_sub(rate * tf.convert_to_tensor(gradient))
        return loss

    def auc(self, liked):
        scores = (self.users.numpy() @ self.items.numpy().T)
        values = []
        for user, own in enumerate(liked):
            rest = np.setdiff1d(np.arange(ITEMS), own)
            values.append(np.mean(scores[user, own][:, None] > scores[user, rest][None, :]))
        return float(np.mean(values))


def train(epochs=6, batch=60):
    pairs, liked = interactions()
    sampler = NegativeSampler(liked)
    model = BPR()
    rate = 8.0
    for epoch in range(epochs):
        order = sampler.rng.permutation(len(pairs))
        losses = []
        for start in range(0, len(pairs), batch):
            chosen = pairs[order[start:start + batch]]
            negatives = sampler.draw(chosen[:, 0], 1 + epoch)
            loss = model.update(chosen[:, 0], chosen[:, 1], negatives, rate)
            losses.append(float(loss))
        print(f"{epoch + 1} negatives: loss {np.mean(losses):.4f}, auc {model.auc(liked):.4f}")
        rate *= 0.9


train()
