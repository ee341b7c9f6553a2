# planted: TFR101 the weight of each batch comes from a decay and goes into the core's update as a float
# style: a nightly job of a library, model in a module of its own, settings at the top
"""Read the day's articles in batches and bring the topics up to date."""

import numpy as np
import tensorflow as tf
from topic_model_job_core import Decay, OnlineTopics

WORDS = 40
TOPICS = 4
BATCHES = 12
PER_BATCH = 16


def true_topics(rng):
    topics = np.full((TOPICS, WORDS), 0.02)
    for number in range(TOPICS):
        topics[number, number * 10 : number * 10 + 10] = 1.0
    topics *= rng.uniform(0.5, 1.5, size=topics.shape)
    return topics / topics.sum(axis=1, keepdims=True)


def articles(topics, count, rng):
    counts = np.zeros((count, WORDS), np.float32)
    for row in counts:
        mixture = rng.dirichlet([0.3] * TOPICS)
        row += rng.multinomial(60, mixture @ topics)
    return counts


def main():
    rng = np.random.default_rng(303)
    topics = true_topics(rng)
    held_out = articles(topics, 32, rng)
    model = OnlineTopics(TOPICS, WORDS, seed=7)
    decay = Decay(offset=2.0, power=0.7)
    print(f"before: perplexity {float(model.perplexity(held_out)):.3f}")
    for batch in range(BATCHES):
        weight = tf.constant(decay.next(), tf.float32)
        bound = model.absorb(articles(topics, PER_BATCH, rng), weight)
        if batch % 3 == 2:
            perplexity = float(model.perplexity(held_out))
            print(f"batch {batch}: bound {float(bound):.4f}, perplexity {perplexity:.3f}")
    learned = model.topics.numpy()
    for number, topic in enumerate(learned):
        print("topic", number, "mass of best ten", round(float(np.sort(topic)[-10:].sum()), 4))


if __name__ == "__main__":
    main()
