# planted: TFR601 the helper module asks Keras' predict for each user's handful of candidates
# style: recommender at a shop, a main for the evaluation and a module with the ranker, Keras functional API
import numpy as np

from shortlist_ranker_model import Ranker, item_features

N_USERS = 36


def ndcg(gains):
    discounts = 1 / np.log2(np.arange(2, len(gains) + 2))
    ideal = np.sort(gains)[::-1]
    best = (ideal * discounts).sum()
    return (gains * discounts).sum() / best if best else 0.0


def make_users(rng):
    tastes = rng.normal(size=(N_USERS, 4)).astype("float32")
    shortlists = [rng.choice(50, size=6, replace=False) for _ in range(N_USERS)]
    return tastes, shortlists


def main():
    rng = np.random.default_rng(10)
    tastes, shortlists = make_users(rng)
    items = item_features(rng)
    ranker = Ranker(items, seed=4)
    ranker.warm_up(tastes, rng)

    scores = []
    for taste, shortlist in zip(tastes, shortlists):
        order = ranker.rank(taste, shortlist)
        gains = np.maximum(items[order] @ taste, 0)
        scores.append(ndcg(gains))
    print("users", len(scores))
    print("mean nDCG %.4f" % np.mean(scores))
    print("perfect lists", int(np.sum(np.array(scores) > 0.9999)))


main()
