# planted: TFR301 the number of Gibbs steps of contrastive divergence, which grows with the epochs
# style: restricted Boltzmann machine, class with a traced helper in a traced method
import numpy as np
import tensorflow as tf


class RBM:
    def __init__(self, visible, hidden, seed=0):
        rng = np.random.RandomState(seed)
        self.w = tf.Variable(rng.normal(0, 0.1, (visible, hidden)).astype(np.float32))
        self.a = tf.Variable(tf.zeros([visible]))
        self.b = tf.Variable(tf.zeros([hidden]))
        self.rng = tf.random.Generator.from_seed(seed)

    def sample(self, probs):
        return tf.cast(self.rng.uniform(tf.shape(probs)) < probs, tf.float32)

    @tf.function
    def gibbs(self, v):
        h = self.sample(tf.sigmoid(v @ self.w + self.b))
        return self.sample(tf.sigmoid(tf.matmul(h, self.w, transpose_b=True) + self.a))

    @tf.function
    def cd_step(self, v0, k, lr):
        v = v0
        for _ in range(k):
            v = self.gibbs(v)
        h0 = tf.sigmoid(v0 @ self.w + self.b)
        hk = tf.sigmoid(v @ self.w + self.b)
        n = tf.cast(tf.shape(v0)[0], tf.float32)
        self.w.assign_add(
            lr * (tf.matmul(v0, h0, transpose_a=True) - tf.matmul(v, hk, transpose_a=True)) / n
        )
        self.a.assign_add(lr * tf.reduce_mean(v0 - v, 0))
        self.b.assign_add(lr * tf.reduce_mean(h0 - hk, 0))
        return tf.reduce_mean((v0 - v) ** 2)


rng = np.random.RandomState(1)
prototypes = rng.randint(0, 2, size=(3, 12))
data = prototypes[rng.randint(0, 3, 60)].astype(np.float32)
rbm = RBM(12, 6)
for epoch in range(8):
    k = 1 + epoch
    errors = [rbm.cd_step(data[i : i + 20], k, 0.1) for i in range(0, 60, 20)]
    print(f"epoch {epoch} cd-{k} error {np.mean(errors):.4f}")
