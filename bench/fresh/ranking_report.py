# planted: TFR101 the cutoffs of the ranking measures are Python ints, handed on by a helper in the other module
# style: search-quality team, a report of several rankers, measures in a module of their own
import numpy as np
import tensorflow as tf

import ranking_report_measures as measures

QUERIES, DOCUMENTS = 40, 20
CUTOFFS = (1, 2, 3, 5, 8, 10, 15)


def judgements():
    rng = np.random.default_rng(61)
    relevance = rng.choice([0.0, 1.0, 2.0, 3.0], (QUERIES, DOCUMENTS), p=[0.6, 0.2, 0.15, 0.05])
    return relevance.astype("float32"), rng


class Ranker:
    def __init__(self, name, noise):
        self.name = name
        self.noise = noise

    def score(self, relevance, rng):
        return (relevance + rng.normal(0.0, self.noise, relevance.shape)).astype("float32")


def report(rankers):
    relevance, rng = judgements()
    rows = []
    for ranker in rankers:
        scores = ranker.score(relevance, rng)
        rows.append({
            "name": ranker.name,
            "mrr": float(measures.reciprocal_rank(scores, relevance)),
            "precision": measures.curve(measures.precision_at, scores, relevance, CUTOFFS),
            "ndcg": measures.curve(measures.ndcg_at, scores, relevance, CUTOFFS),
        })
    return rows


def print_report(rows):
    print("cutoffs   ", " ".join(f"{k:6d}" for k in CUTOFFS))
    for row in rows:
        print(f"{row['name']:10s} mrr {row['mrr']:.4f}")
        for measure in ("precision", "ndcg"):
            print(f"{measure:10s}", " ".join(f"{value:6.4f}" for value in row[measure]))
    best = max(rows, key=lambda row: np.mean(row["ndcg"]))
    print("best:", best["name"])


if __name__ == "__main__":
    tf.random.set_seed(0)
    print_report(report([Ranker("baseline", 2.0), Ranker("clicks", 1.2), Ranker("dense", 0.9)]))
