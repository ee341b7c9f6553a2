# planted: TFR101 different literals of a list as the temperature
# style: functional, small language model
import numpy as np
import tensorflow as tf

VOCABULARY = "abcdefgh"


def build_table(seed=5):
    rng = np.random.RandomState(seed)
    return tf.constant(rng.normal(size=(len(VOCABULARY), len(VOCABULARY))).astype("float32"))


@tf.function
def next_probabilities(table, token, temperature=1.0):
    """Distribution over the next token, sharpened by the temperature."""
    logits = table[token] / temperature
    return tf.nn.softmax(logits)


def generate(table, length, temperature):
    rng = np.random.RandomState(0)
    token, text = 0, "a"
    for _ in range(length):
        p = next_probabilities(table, tf.constant(token), temperature=temperature).numpy()
        token = int(np.searchsorted(np.cumsum(p), rng.rand() * p.sum()))
        token = min(token, len(VOCABULARY) - 1)
        text += VOCABULARY[token]
    return text


if __name__ == "__main__":
    table = build_table()
    for temperature in (0.2, 0.5, 0.8, 1.0, 1.5):
        print(temperature, generate(table, 12, temperature))
