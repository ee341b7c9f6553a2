# ner_named_batches, cured.
from typing import NamedTuple

import numpy as np
import tensorflow as tf

VOCAB, TAGS = 30, 4


class Batch(NamedTuple):
    document: str
    tokens: tf.Tensor
    tags: tf.Tensor


class Tagger(tf.Module):
    def __init__(self):
        super().__init__()
        rng = np.random.RandomState(0)
        self.embedding = tf.Variable(rng.normal(0, 0.3, (VOCAB, 6)).astype(np.float32))
        self.output = tf.Variable(rng.normal(0, 0.3, (6, TAGS)).astype(np.float32))

    def logits(self, tokens):
        return tf.tanh(tf.gather(self.embedding, tokens)) @ self.output


def documents(count):
    rng = np.random.RandomState(1)
    for number in range(count):
        tokens = rng.randint(0, VOCAB, size=(8, 5))
        yield Batch(f"doc-{number:03d}.conll", tf.constant(tokens), tf.constant(tokens % TAGS))


tagger = Tagger()


@tf.function
def train_on(tokens, tags):
    with tf.GradientTape() as tape:
        losses = tf.nn.sparse_softmax_cross_entropy_with_logits(tags, tagger.logits(tokens))
        loss = tf.reduce_mean(losses)
    for var, grad in zip(tagger.variables, tape.gradient(loss, tagger.variables)):
        var.assign_sub(0.5 * tf.convert_to_tensor(grad))
    return loss


for batch in documents(10):
    loss = train_on(batch.tokens, batch.tags)
    print(f"{batch.document}: {float(loss):.4f}")
