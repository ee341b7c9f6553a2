# planted: TFR201 TFR101 a cache of keys and values that grows along the time axis, and the position, a Python int
# style: transformer decoding, tf.Module
import numpy as np
import tensorflow as tf


class TinyDecoder(tf.Module):
    def __init__(self, vocab=12, dim=8, max_len=32, seed=0):
        super().__init__()
        rng = np.random.RandomState(seed)

        def weight(*shape):
            return tf.Variable(rng.normal(0, 0.5, shape).astype(np.float32))

        self.dim = dim
        self.embedding, self.positions = weight(vocab, dim), weight(max_len, dim)
        self.q, self.k, self.v = weight(dim, dim), weight(dim, dim), weight(dim, dim)
        self.out = weight(dim, vocab)

    @tf.function
    def step(self, token, position, keys, values):
        x = tf.gather(self.embedding, token) + self.positions[position]
        keys = tf.concat([keys, (x @ self.k)[:, None]], axis=1)
        values = tf.concat([values, (x @ self.v)[:, None]], axis=1)
        scores = tf.einsum("bd,btd->bt", x @ self.q, keys) / self.dim**0.5
        context = tf.einsum("bt,btd->bd", tf.nn.softmax(scores), values)
        return (x + context) @ self.out, keys, values

    def generate(self, prompt, length):
        batch = prompt.shape[0]
        keys = values = tf.zeros([batch, 0, self.dim])
        tokens = [prompt[:, i] for i in range(prompt.shape[1])]
        position = 0
        while len(tokens) < length:
            logits, keys, values = self.step(tokens[position], position, keys, values)
            position += 1
            if position == len(tokens):
                tokens.append(tf.argmax(logits, -1, output_type=tf.int32))
        return tf.stack(tokens, 1)


if __name__ == "__main__":
    decoder = TinyDecoder()
    prompt = tf.constant([[1, 4, 2], [3, 3, 7]])
    for row in decoder.generate(prompt, 14).numpy():
        print(" ".join(str(token) for token in row))
