# planted: TFR103 the turns of a dialogue are handed over as a Python list, every dialogue has another length
# style: hashed bag of words, attention pooling by hand, training loop with GradientTape
"""Predict whether a support dialogue ends with a solved problem."""
import random
import zlib

import tensorflow as tf

BUCKETS = 128
DIM = 12
HELPFUL = ["restarted", "works", "updated", "thanks", "refund", "solved"]
HOPELESS = ["still", "broken", "again", "waiting", "crash", "angry"]
FILLER = ["the", "printer", "phone", "account", "invoice", "please", "today", "router"]


def utterance(rng, vocabulary, share):
    words = [rng.choice(vocabulary) if rng.random() < share else rng.choice(FILLER)
             for _ in range(rng.randint(4, 9))]
    return " ".join(words)


def dialogues(count, seed):
    rng = random.Random(seed)
    for number in range(count):
        solved = number % 2
        turns = []
        for turn in range(3 + (number * 5) % 17):
            late = turn / 20.0
            vocabulary = HELPFUL if (solved and rng.random() < 0.5 + late) else HOPELESS
            turns.append(utterance(rng, vocabulary, 0.5))
        yield turns, float(solved)


def embed_counts(text):
    """One utterance as a hashed bag of words."""
    row = [0.0] * BUCKETS
    for word in text.split():
        row[zlib.crc32(word.encode()) % BUCKETS] += 1.0
    return tf.constant(row, tf.float32)


class DialogueScorer(tf.Module):
    def __init__(self, seed):
        super().__init__()
        init = tf.random.stateless_normal([BUCKETS, DIM], seed=[seed, 1]) * 0.1
        self.table = tf.Variable(init)
        self.query = tf.Variable(tf.random.stateless_normal([DIM, 1], seed=[seed, 2]))
        self.out = tf.Variable(tf.random.stateless_normal([DIM, 1], seed=[seed, 3]))
        self.bias = tf.Variable(0.0)

    def logit(self, turns):
        encoded = tf.nn.tanh(tf.matmul(turns, self.table))
        weights = tf.nn.softmax(tf.matmul(encoded, self.query), axis=0)
        pooled = tf.reduce_sum(weights * encoded, axis=0, keepdims=True)
        return tf.matmul(pooled, self.out)[0, 0] + self.bias


model = DialogueScorer(seed=7)
learning_rate = tf.constant(0.3)


@tf.function(input_signature=[tf.TensorSpec([None, BUCKETS], tf.float32), tf.TensorSpec([], tf.float32)])
def train_step(turns, solved):
    with tf.GradientTape() as tape:
        logit = model.logit(turns)
        loss = tf.nn.sigmoid_cross_entropy_with_logits(labels=solved, logits=logit)
    variables = model.trainable_variables
    for variable, gradient in zip(variables, tape.gradient(loss, variables)):
        variable.assign_sub(learning_rate * gradient)
    return loss, logit


def run_epoch(data):
    losses, hits = [], 0
    for turns, solved in data:
        loss, logit = train_step(tf.stack(turns), tf.constant(solved))
        losses.append(float(loss))
        hits += (float(logit) > 0.0) == bool(solved)
    return sum(losses) / len(losses), hits / len(data)


if __name__ == "__main__":
    corpus = [([embed_counts(text) for text in turns], solved)
              for turns, solved in dialogues(40, seed=3)]
    for epoch in range(4):
        loss, accuracy = run_epoch(corpus)
        print(f"epoch {epoch} loss {loss:.3f} accuracy {accuracy:.2f}")
