"""Made-up diary sentences as word numbers, 0 is padding."""
import random

import tensorflow as tf

GOOD = "sunny laughed cake friends finally dancing warm".split()
BAD = "rain missed alone tired lost cold argued".split()
FILLER = "today we the went and then was it with to at".split()
VOCABULARY = GOOD + BAD + FILLER


def sentences(count, seed):
    rng = random.Random(seed)
    diary, moods = [], []
    for _ in range(count):
        good = rng.random() < 0.5
        words = rng.choices(FILLER, k=rng.randint(2, 16))
        words += rng.choices(GOOD if good else BAD, k=rng.randint(1, 4))
        words += rng.choices(BAD if good else GOOD, k=rng.randint(0, 1))
        rng.shuffle(words)
        diary.append([1 + VOCABULARY.index(word) for word in words])
        moods.append(float(good))
    return diary, moods


def shuffled_batches(diary, moods, seed, size=8):
    order = list(range(len(diary)))
    random.Random(seed).shuffle(order)

    def pages():
        for i in order:
            yield diary[i], moods[i]

    signature = (tf.TensorSpec([None], tf.int32), tf.TensorSpec([], tf.float32))
    return tf.data.Dataset.from_generator(pages, output_signature=signature).padded_batch(size)
