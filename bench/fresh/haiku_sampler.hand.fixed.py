# planted: TFR101 temperature cools from token to token and k shrinks with it, both plain Python numbers
# style: text generator, character level, generator functions and f-strings
import numpy as np
import tensorflow as tf

CORPUS = """old silent pond a frog jumps into the pond splash silence again
autumn moonlight a worm digs silently into the chestnut
lightning flash what i thought were faces are plumes of pampas grass
""" * 2

vocab = sorted(set(CORPUS))
index = {c: i for i, c in enumerate(vocab)}
codes = np.array([index[c] for c in CORPUS])


def bigram_logits():
    counts = np.full((len(vocab), len(vocab)), 0.05)
    np.add.at(counts, (codes[:-1], codes[1:]), 1.0)
    return tf.constant(np.log(counts / counts.sum(1, keepdims=True)), tf.float32)


TABLE = bigram_logits()


@tf.function
def next_token(token, position, temperature, k):
    logits = TABLE[token] / temperature
    values, ids = tf.math.top_k(logits, k)
    gumbel = -tf.math.log(-tf.math.log(tf.random.stateless_uniform([len(vocab)], [7, position], 1e-6, 1.0)))
    return ids[tf.argmax(values + gumbel[:k])]


def cool(start, end, length):
    """from hot to cold, geometrically"""
    for i in range(length):
        yield start * (end / start) ** (i / (length - 1))


def write_line(first, length, start=1.4, end=0.4):
    token = index[first]
    line = first
    for position, temperature in enumerate(cool(start, end, length)):
        k = max(2, round(10 * temperature))
        token = next_token(tf.constant(token), tf.constant(position), tf.constant(temperature, tf.float32), tf.constant(k))
        token = int(token)
        line += vocab[token]
    return line


if __name__ == "__main__":
    for first, length in (("o", 20), ("a", 34), ("l", 20)):
        line = write_line(first, length)
        print(f"{len(line)} characters: {line!r}")
