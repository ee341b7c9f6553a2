# planted: TFR301 TFR101, TFR201 the lengths of the two words bound Python loops, and the words differ in shape
# style: search engineer, edit distances between queries and a dictionary
import tensorflow as tf

DICTIONARY = ["kettle", "lantern", "blanket", "stove", "tent", "compass", "rope", "headlamp"]
QUERIES = ["ketle", "lanttern", "blankt", "comapss", "tnt"]


def encode(word):
    return tf.constant([ord(c) for c in word], tf.int32)


@tf.function(input_signature=[tf.TensorSpec([None], tf.int32), tf.TensorSpec([None], tf.int32)])
def edit_distance(a, b):
    """Levenshtein distance, one row of the table at a time."""
    places = tf.range(tf.shape(b)[0] + 1)
    steps = places[:, None] - places[None, :]
    far = tf.constant(1000)
    above = places
    for i in tf.range(tf.shape(a)[0]):
        tf.autograph.experimental.set_loop_options(
            shape_invariants=[(above, tf.TensorShape([None]))]
        )
        change = above[:-1] + tf.cast(a[i] != b, tf.int32)
        start = tf.concat([above[:1] + 1, tf.minimum(change, above[1:] + 1)], axis=0)
        reach = tf.where(steps >= 0, start[None, :] + steps, far)
        above = tf.reduce_min(reach, axis=1)
    return above[-1]


class Speller:
    def __init__(self, words):
        self.words = words
        self.codes = [encode(word) for word in words]

    def distances(self, query):
        code = encode(query)
        return [
            int(edit_distance(code, other))
            for other in self.codes
        ]

    def suggest(self, query):
        ranked = sorted(zip(self.distances(query), self.words))
        return ranked[:2]


def main():
    speller = Speller(DICTIONARY)
    total = 0
    for query in QUERIES:
        best, second = speller.suggest(query)
        total += best[0] + second[0]
        print(f"{query}: {best[1]} ({best[0]}), then {second[1]} ({second[0]})")
    print("sum of distances", total)
    print("matrix row", speller.distances("lamp"))


main()
