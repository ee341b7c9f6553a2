# planted: TFR105 the rule that filters the next word's chances is a lambda or a partial made for each word
# style: an engineer of a writing assistant, rules as functions, decoder as a class
"""Write sentences with a bigram network under rules that change as the sentence grows."""

import numpy as np
import tensorflow as tf

WORDS = "the a cat dog bird sees hears likes small old runs sleeps and .".split()
END = WORDS.index(".")


def keep_best(logits, share):
    """Keep the likeliest words that have a share of the chances together."""
    ordered = tf.sort(logits, direction="DESCENDING")
    total = tf.cumsum(tf.nn.softmax(ordered), exclusive=True)
    lowest = tf.reduce_min(tf.where(total < share, ordered, np.inf))
    return tf.where(logits >= lowest, logits, -1e9)


def discourage(logits, used, cost):
    return logits - cost * used


class Decoder(tf.Module):
    def __init__(self, seed):
        super().__init__()
        rng = np.random.default_rng(seed)
        self.left = tf.Variable(rng.normal(0, 0.9, (len(WORDS), 5)).astype(np.float32))
        self.right = tf.Variable(rng.normal(0, 0.9, (5, len(WORDS))).astype(np.float32))

    @tf.function
    def next_word(self, word, uniform, rule, *settings):
        logits = tf.linalg.matvec(self.right, self.left[word], transpose_a=True)
        logits = rule(logits, *settings)
        chances = tf.nn.softmax(logits)
        chosen = tf.reduce_sum(tf.cast(tf.cumsum(chances) < uniform, tf.int32))
        chosen = tf.minimum(chosen, len(WORDS) - 1)
        return chosen, tf.math.log(chances[chosen] + 1e-9)

    def careful(self, longest, rng):
        """Choose among fewer words as the sentence grows."""
        word, text, score = tf.constant(0), ["the"], 0.0
        for place in range(1, longest):
            share = tf.constant(1.0 - 0.08 * place)
            uniform = tf.constant(rng.random(), tf.float32)
            word, log_chance = self.next_word(word, uniform, keep_best, share)
            score += float(log_chance)
            text.append(WORDS[int(word)])
            if int(word) == END:
                break
        return text, score

    def varied(self, longest, cost, rng):
        """Charge words that were used before."""
        word, text, score = tf.constant(0), ["the"], 0.0
        used = np.zeros(len(WORDS), np.float32)
        for _ in range(1, longest):
            used[int(word)] += 1
            word, log_chance = self.next_word(
                word,
                tf.constant(rng.random(), tf.float32),
                discourage,
                tf.constant(used),
                tf.constant(cost),
            )
            score += float(log_chance)
            text.append(WORDS[int(word)])
        return text, score


def main():
    decoder = Decoder(seed=11)
    rng = np.random.default_rng(12)
    for _ in range(3):
        text, score = decoder.careful(8, rng)
        print(f"careful  {' '.join(text)}  ({score:.3f})")
    for cost in (0.5, 2.0):
        text, score = decoder.varied(8, cost, rng)
        print(f"varied   {' '.join(text)}  ({score:.3f})")


if __name__ == "__main__":
    main()
