# planted: TFR201 the batches are padded to their own longest headline, so each width is new to the step
# style: a newspaper's data team, plain functions, vocabulary by hand
"""Tag headlines by section with a small attention pooling."""

import collections

import numpy as np
import tensorflow as tf

SECTIONS = ["sport", "money", "weather"]
WORDS = {
    "sport": "goal match coach league derby striker penalty final".split(),
    "money": "bank rates shares profit budget inflation market loan".split(),
    "weather": "rain storm sunny flood heat wind frost cloud".split(),
}
COMMON = "the after in for new says of as city week two over".split()


def write_headlines(count, rng):
    headlines = []
    for _ in range(count):
        section = int(rng.integers(3))
        own = rng.choice(WORDS[SECTIONS[section]], size=rng.integers(1, 4))
        filler = rng.choice(COMMON, size=rng.integers(1, 10))
        words = np.concatenate([own, filler])
        rng.shuffle(words)
        headlines.append((list(words), section))
    return headlines


def build_vocabulary(headlines):
    counts = collections.Counter(word for words, _ in headlines for word in words)
    return {word: number for number, (word, _) in enumerate(sorted(counts.items()), start=1)}


def batches(headlines, vocabulary, size):
    for start in range(0, len(headlines), size):
        chunk = headlines[start : start + size]
        longest = max(len(words) for words, _ in chunk)
        tokens = np.zeros((len(chunk), longest), np.int32)
        for row, (words, _) in enumerate(chunk):
            tokens[row, : len(words)] = [vocabulary[word] for word in words]
        yield tokens, np.array([section for _, section in chunk], np.int32)


class Tagger(tf.Module):
    def __init__(self, words, width, rng):
        super().__init__()
        self.table = tf.Variable(rng.normal(0, 0.3, (words, width)).astype(np.float32))
        self.query = tf.Variable(rng.normal(0, 0.3, (width,)).astype(np.float32))
        self.out = tf.Variable(rng.normal(0, 0.3, (width, len(SECTIONS))).astype(np.float32))

    def __call__(self, tokens):
        vectors = tf.gather(self.table, tokens)
        scores = tf.linalg.matvec(vectors, self.query)
        scores = tf.where(tokens > 0, scores, -1e9)
        weights = tf.nn.softmax(scores, axis=1)
        return tf.einsum("bt,btw->bw", weights, vectors) @ self.out


def make_step(tagger, rate):
    @tf.function(
        input_signature=[
            tf.TensorSpec([None, None], tf.int32),
            tf.TensorSpec([None], tf.int32),
        ]
    )
    def step(tokens, sections):
        with tf.GradientTape() as tape:
            logits = tagger(tokens)
            loss = tf.reduce_mean(
                tf.nn.sparse_softmax_cross_entropy_with_logits(labels=sections, logits=logits)
            )
        variables = tagger.trainable_variables
        for variable, gradient in zip(variables, tape.gradient(loss, variables)):
            variable.assign_sub(rate * tf.convert_to_tensor(gradient))
        hits = tf.argmax(logits, axis=1, output_type=tf.int32) == sections
        return loss, tf.reduce_sum(tf.cast(hits, tf.int32))

    return step


def main():
    rng = np.random.default_rng(40)
    headlines = write_headlines(120, rng)
    vocabulary = build_vocabulary(headlines)
    step = make_step(Tagger(len(vocabulary) + 1, 8, rng), rate=1.5)
    for epoch in range(6):
        order = rng.permutation(len(headlines))
        shuffled = [headlines[position] for position in order]
        losses, right = [], 0
        for tokens, sections in batches(shuffled, vocabulary, 8):
            loss, hits = step(tokens, sections)
            losses.append(float(loss))
            right += int(hits)
        print(f"epoch {epoch}  loss {np.mean(losses):.4f}  right {right} of {len(headlines)}")


main()
