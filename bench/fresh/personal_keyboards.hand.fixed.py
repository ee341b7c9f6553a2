# planted: TFR106 the models of all phones are handed in turn to one compiled measure
# style: mobile keyboards, personalised federated learning, lists of models
"""Each phone fine-tunes the shared next-letter model; who gains from it?"""

import numpy as np
import tensorflow as tf

LETTERS = 12
PHONES = 7


class NextLetter(tf.Module):
    """The chances of the next letter from the last two."""

    def __init__(self, width=6, seed=0):
        super().__init__()
        rng = np.random.default_rng(seed)
        self.letters = tf.Variable(rng.normal(0, 0.4, (LETTERS, width)).astype(np.float32))
        self.out = tf.Variable(rng.normal(0, 0.4, (2 * width, LETTERS)).astype(np.float32))

    def __call__(self, pairs):
        vectors = tf.nn.embedding_lookup(self.letters, pairs)
        return tf.reshape(vectors, [-1, self.out.shape[0]]) @ self.out

    def copy_from(self, other):
        for mine, theirs in zip(self.variables, other.variables):
            mine.assign(theirs)


def habits(common, own, rng):
    chances = 0.5 * common + 0.5 * own
    letters = [0, 1]
    for _ in range(150):
        row = chances[letters[-1]] * (1 + np.arange(LETTERS) % (letters[-2] + 2))
        letters.append(rng.choice(LETTERS, p=row / row.sum()))
    letters = np.array(letters, np.int32)
    pairs = np.stack([letters[:-2], letters[1:-1]], axis=1)
    return pairs[:100], letters[2:102], pairs[100:], letters[102:]


@tf.function
def cross_entropy(model, pairs, following):
    logits = model(pairs)
    return tf.reduce_mean(
        tf.nn.sparse_softmax_cross_entropy_with_logits(labels=following, logits=logits)
    )


def fine_tune(model, pairs, following, steps, rate=0.8):
    for _ in range(steps):
        with tf.GradientTape() as tape:
            logits = model(pairs)
            loss = tf.reduce_mean(
                tf.nn.sparse_softmax_cross_entropy_with_logits(labels=following, logits=logits)
            )
        for variable, gradient in zip(model.variables, tape.gradient(loss, model.variables)):
            variable.assign_sub(rate * tf.convert_to_tensor(gradient))


def main():
    rng = np.random.default_rng(26)
    common = rng.dirichlet([0.4] * LETTERS, size=LETTERS)
    phones = [habits(common, rng.dirichlet([0.2] * LETTERS, size=LETTERS), rng) for _ in range(PHONES)]

    shared = NextLetter(seed=1)
    for _ in range(4):
        for pairs, following, _, _ in phones:
            fine_tune(shared, pairs, following, steps=1)

    personal = []
    for pairs, following, _, _ in phones:
        model = NextLetter()
        model.copy_from(shared)
        fine_tune(model, pairs, following, steps=5)
        personal.append(model)

    gains = []
    measured = NextLetter()
    for number, (model, (_, _, pairs, following)) in enumerate(zip(personal, phones)):
        before = float(cross_entropy(shared, pairs, following))
        measured.copy_from(model)
        after = float(cross_entropy(measured, pairs, following))
        gains.append(before - after)
        print(f"phone {number}: shared {before:.4f}  own {after:.4f}")
    print(f"mean gain {np.mean(gains):.4f}")


if __name__ == "__main__":
    main()
