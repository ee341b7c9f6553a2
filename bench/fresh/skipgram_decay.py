# planted: TFR101 the linearly decayed learning rate is an attribute, a Python float that changes with every chunk
# style: word2vec re-implementation, class with vocabulary, negative sampling by numpy
import collections

import numpy as np
import tensorflow as tf

SENTENCES = """the king rules the land and the queen rules the court
the dog chases the cat and the cat chases the mouse
a king wears a crown and a queen wears a crown
the mouse eats cheese and the dog eats meat
the court of the king is in the land of the queen
a cat and a dog and a mouse are animals""".splitlines()


class SkipGram:
    def __init__(self, sentences, dim=8, window=2, negative=4, alpha=0.5, min_alpha=0.02, seed=0):
        self.rng = np.random.default_rng(seed)
        counts = collections.Counter(w for s in sentences for w in s.split())
        self.words = sorted(counts)
        self.index = {w: i for i, w in enumerate(self.words)}
        p = np.array([counts[w] for w in self.words]) ** 0.75
        self.noise = p / p.sum()
        self.window, self.negative = window, negative
        self.alpha, self.min_alpha = alpha, min_alpha
        n = len(self.words)
        self.emb = tf.Variable(self.rng.uniform(-0.5, 0.5, (n, dim)) / dim, dtype=tf.float32)
        self.ctx = tf.Variable(tf.zeros((n, dim)))

    def pairs(self, sentences):
        for s in sentences:
            ids = [self.index[w] for w in s.split()]
            for i, centre in enumerate(ids):
                for j in range(max(0, i - self.window), min(len(ids), i + self.window + 1)):
                    if j != i:
                        yield centre, ids[j]

    @tf.function
    def update(self, centre, context, noise, alpha):
        with tf.GradientTape() as tape:
            v = tf.gather(self.emb, centre)
            positive = tf.reduce_sum(v * tf.gather(self.ctx, context), axis=1)
            negative = tf.einsum("bd,bkd->bk", v, tf.gather(self.ctx, noise))
            loss = tf.reduce_sum(tf.nn.softplus(-positive)) + tf.reduce_sum(tf.nn.softplus(negative))
        g_emb, g_ctx = tape.gradient(loss, [self.emb, self.ctx])
        self.emb.scatter_sub(tf.IndexedSlices(alpha * g_emb.values / 4.0, g_emb.indices))
        self.ctx.scatter_sub(tf.IndexedSlices(alpha * g_ctx.values / 4.0, g_ctx.indices))
        return loss

    def train(self, sentences, epochs=12, chunk=32):
        pairs = np.array(list(self.pairs(sentences)))
        batches = len(pairs) // chunk
        start, done, losses = self.alpha, 0, []
        for _ in range(epochs):
            self.rng.shuffle(pairs)
            total = 0.0
            for b in range(batches):
                part = pairs[b * chunk:(b + 1) * chunk]
                noise = self.rng.choice(len(self.words), (chunk, self.negative), p=self.noise)
                total += float(self.update(part[:, 0], part[:, 1], noise, self.alpha))
                done += 1
                self.alpha = max(self.min_alpha, start * (1 - done / (epochs * batches)))
            losses.append(total / (batches * chunk))
        return losses

    def most_similar(self, word, k=3):
        e = self.emb.numpy() / np.linalg.norm(self.emb.numpy(), axis=1, keepdims=True)
        order = np.argsort(-(e @ e[self.index[word]]))
        return [self.words[i] for i in order if self.words[i] != word][:k]


model = SkipGram(SENTENCES)
losses = model.train(SENTENCES)
print("loss per pair: first %.3f, middle %.3f, last %.3f" % (losses[0], losses[6], losses[-1]))
print("vocabulary", len(model.words), "final alpha %.3f" % model.alpha)
print("near 'king':", ", ".join(model.most_similar("king")))
