# beam_decoder, cured.
import argparse

import numpy as np
import tensorflow as tf


def make_transitions(states, seed):
    scores = np.random.RandomState(seed).randn(states, states).astype(np.float32)
    return tf.nn.log_softmax(tf.constant(scores))


@tf.function
def viterbi_score(log_transitions, start, length):
    alpha = log_transitions[start]
    for _ in range(length):
        alpha = tf.reduce_max(alpha[:, None] + log_transitions, axis=0)
    return tf.reduce_max(alpha), tf.argmax(alpha)


def normalise(score, length):
    return float(score) / (length + 1)


def decode_all(log_transitions, requests):
    results = []
    for request in requests:
        length = tf.constant(request["length"])
        score, last = viterbi_score(log_transitions, request["start"], length)
        results.append((request["length"], int(last), normalise(score, request["length"])))
    return results


def parse_arguments(argv):
    parser = argparse.ArgumentParser(description="Score the best paths of a chain.")
    parser.add_argument("--states", type=int, default=7)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--lengths", type=int, nargs="+", default=[3, 9, 5, 12, 7])
    return parser.parse_args(argv)


def main(argv=()):
    args = parse_arguments(argv)
    transitions = make_transitions(args.states, args.seed)
    requests = [{"start": 0, "length": length} for length in args.lengths]
    for length, last, score in decode_all(transitions, requests):
        print("length", length, "last", last, "score %.4f" % score)


if __name__ == "__main__":
    main()
