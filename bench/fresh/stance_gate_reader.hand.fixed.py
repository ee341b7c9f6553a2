# planted: TFR304 TFR505 TFR601 a tensor decides a branch in the layer's call, so eager mode was switched on for everything; new comments go through predict one by one
# style: Keras subclassing, custom training loop, text hashed to indices
"""Does a comment agree or disagree? A reader that softens dominating words before it pools."""
import random
import zlib

import keras
import numpy as np
import tensorflow as tf
from keras import layers

keras.utils.set_random_seed(40)

LENGTH, VOCABULARY = 12, 300
AGREE = ["agree", "exactly", "right", "support", "welcome"]
DISAGREE = ["wrong", "never", "nonsense", "against", "reject"]
NEUTRAL = ["the", "council", "plan", "road", "school", "today", "people", "money", "think", "about"]


def comments(count):
    random.seed(40)
    texts, labels = [], []
    for number in range(count):
        words = random.choices(NEUTRAL, k=LENGTH - 3)
        words += random.choices(AGREE if number % 2 else DISAGREE, k=2) + random.choices(AGREE + DISAGREE, k=1)
        random.shuffle(words)
        texts.append([zlib.crc32(w.encode()) % VOCABULARY for w in words])
        labels.append(number % 2)
    return np.array(texts, "int32"), np.array(labels, "float32")


class WordGate(layers.Layer):
    """Weights words; when single words dominate the batch, the weights are softened."""

    def __init__(self, width, ceiling=0.25):
        super().__init__()
        self.score = layers.Dense(width, activation="tanh")
        self.weight = layers.Dense(1, use_bias=False)
        self.ceiling = ceiling

    def call(self, words):
        scores = self.weight(self.score(words))
        weights = keras.ops.softmax(scores, axis=1)
        dominated = tf.reduce_max(weights) > self.ceiling
        weights = tf.where(dominated, keras.ops.softmax(0.5 * scores, axis=1), weights)
        return keras.ops.sum(weights * words, axis=1)


class StanceReader(keras.Model):
    def __init__(self):
        super().__init__()
        self.embedding = layers.Embedding(VOCABULARY, 16)
        self.gate = WordGate(8)
        self.out = layers.Dense(1)

    def call(self, tokens):
        return self.out(self.gate(self.embedding(tokens)))[:, 0]


model = StanceReader()
optimizer = keras.optimizers.Adam(0.01)
loss_of = keras.losses.BinaryCrossentropy(from_logits=True)


@tf.function
def train_step(tokens, labels):
    with tf.GradientTape() as tape:
        loss = loss_of(labels, model(tokens))
    variables = model.trainable_variables
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
    return loss


def moderate(stream):
    """Comments come in one at a time and are sorted right away."""
    queues = {"agree": [], "disagree": []}
    for number, comment in enumerate(stream):
        logit = model(comment[None], training=False).numpy()[0]
        queues["agree" if logit > 0.0 else "disagree"].append(number)
    return queues


def train(tokens, labels, epochs=8, batch=32):
    for epoch in range(epochs):
        total = 0.0
        for start in range(0, len(tokens), batch):
            total += float(train_step(tf.constant(tokens[start:start + batch]), tf.constant(labels[start:start + batch])))
        if epoch % 4 == 3:
            print(f"epoch {epoch + 1} loss {total / (len(tokens) / batch):.2f}")


tokens, labels = comments(308)
model(tokens[:1])
train(tokens[:288], labels[:288])
queues = moderate(tokens[288:])
right = sum(labels[288 + n] == 1.0 for n in queues["agree"]) + sum(labels[288 + n] == 0.0 for n in queues["disagree"])
print(f"{len(queues['agree'])} agree, {len(queues['disagree'])} disagree, {right} sorted right")
