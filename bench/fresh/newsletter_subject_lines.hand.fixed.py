"""Choose subject lines for a shop's newsletter with a hashed bag-of-words click model."""
import itertools

import numpy as np
import tensorflow as tf

BUCKETS = 128
GREETINGS = ["Hello", "Good morning", "Psst"]
PRODUCTS = ["walking boots", "rain jackets", "camp stoves"]
OFFERS = ["now half price", "back in stock", "free delivery today", "last chance"]


def words_of(text):
    return tf.strings.to_hash_bucket_fast(tf.strings.split(tf.strings.lower(text)), BUCKETS)


@tf.function
def click_probability(text, weights, bias):
    picked = tf.gather(weights, words_of(text))
    return tf.sigmoid(tf.reduce_sum(picked) + bias)


@tf.function(input_signature=[
    tf.TensorSpec([None, BUCKETS]), tf.TensorSpec([None]), tf.TensorSpec([BUCKETS]), tf.TensorSpec([])])
def newton_free_fit(counts, clicked, weights, bias):
    for _ in tf.range(150):
        error = tf.sigmoid(tf.linalg.matvec(counts, weights) + bias) - clicked
        weights -= 0.4 * (tf.linalg.matvec(counts, error, transpose_a=True) / 80.0 + 0.01 * weights)
        bias -= 0.4 * tf.reduce_mean(error)
    return weights, bias


def compose(greeting, product, offer):
    return f"{greeting}: {product} {offer}"


def history(rng, size=80):
    texts, clicked = [], []
    for _ in range(size):
        g, p, o = rng.choice(GREETINGS), rng.choice(PRODUCTS), rng.choice(OFFERS)
        texts.append(compose(g, p, o))
        appeal = 1.2 * (o == "free delivery today") + 0.9 * (p == "camp stoves") - 1.1
        clicked.append(rng.random() < 1 / (1 + np.exp(-2 * appeal)))
    return texts, np.array(clicked, "float32")


def bag(texts):
    return np.stack([np.bincount(words_of(t).numpy(), minlength=BUCKETS) for t in texts]).astype("float32")


def best_subjects(weights, bias, keep=3):
    scored = []
    for parts in itertools.product(GREETINGS, PRODUCTS, OFFERS):
        subject = compose(*parts)
        scored.append((float(click_probability(tf.constant(subject), weights, bias)), subject))
    scored.sort(reverse=True)
    return scored[:keep], scored[-1]


def main():
    texts, clicked = history(np.random.default_rng(17))
    weights, bias = newton_free_fit(bag(texts), clicked, tf.zeros([BUCKETS]), 0.0)
    top, worst = best_subjects(weights, bias)
    print("click rate so far:", round(float(clicked.mean()), 3))
    for probability, subject in top:
        print(f"{probability:.2f}  {subject}")
    print("avoid:", worst[1], round(worst[0], 2))


if __name__ == "__main__":
    main()
