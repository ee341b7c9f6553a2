"""Suggest a replacement for an ingredient somebody has run out of."""
import numpy as np
import tensorflow as tf

PANTRY = ["butter", "olive oil", "cream", "yoghurt", "milk", "oat drink", "egg", "banana",
          "honey", "sugar", "maple syrup", "flour", "almond meal", "lentils"]
TAGS = {"vegan": {1, 5, 7, 9, 10, 11, 12, 13}, "low sugar": {0, 1, 2, 3, 4, 6, 11, 12, 13}}


@tf.function
def rank(table, wanted, allowed, others):
    likeness = tf.linalg.matvec(table, table[wanted])
    context = tf.linalg.matvec(table, others, transpose_a=True)
    fit = tf.linalg.matvec(table, context) / (1.0 + tf.reduce_sum(others))
    score = tf.where(allowed, likeness + 0.3 * fit, -10.0)
    return tf.math.top_k(score, 2)


class SwapService:
    def __init__(self, dimension=8, seed=9):
        rng = np.random.default_rng(seed)
        centres = rng.normal(size=(5, dimension))
        group = np.array([0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 3, 4, 4, 4])
        vectors = centres[group] + 0.5 * rng.normal(size=(len(PANTRY), dimension))
        self.table = tf.math.l2_normalize(tf.constant(vectors, tf.float32), axis=1)
        self.routes = {"/swap": self.suggest, "/similar": self.similar}
        self.served = 0

    def dispatch(self, path, **query):
        self.served += 1
        return self.routes[path](**query)

    def _allowed(self, diet, missing):
        keep = np.ones(len(PANTRY), bool)
        if diet:
            keep[:] = False
            keep[list(TAGS[diet])] = True
        keep[missing] = False
        return tf.constant(keep)

    def suggest(self, missing, recipe, diet=None):
        wanted = PANTRY.index(missing)
        allowed = self._allowed(diet, wanted)
        others = tf.constant([float(name in recipe) for name in PANTRY])
        best, index = rank(self.table, tf.constant(wanted), allowed, others)
        return [(PANTRY[i], float(s)) for s, i in zip(best, index.numpy())]

    def similar(self, name):
        row = self.table[PANTRY.index(name)]
        order = tf.argsort(tf.linalg.matvec(self.table, row), direction="DESCENDING")
        return [PANTRY[i] for i in order.numpy()[1:4]]


def main():
    service = SwapService()
    rng = np.random.default_rng(1)
    answers = []
    for request in range(22):
        missing, *recipe = rng.choice(PANTRY, 4, replace=False)
        diet = [None, "vegan", "low sugar"][request % 3]
        answers.append((missing, service.dispatch("/swap", missing=missing, recipe=recipe, diet=diet)))
    for missing, found in answers[:3]:
        print(missing, "->", ", ".join(f"{name} ({score:.2f})" for name, score in found))
    print("mean best score:", round(float(np.mean([found[0][1] for _, found in answers])), 3))
    print("like honey:", service.dispatch("/similar", name="honey"))
    print("served:", service.served)


if __name__ == "__main__":
    main()
