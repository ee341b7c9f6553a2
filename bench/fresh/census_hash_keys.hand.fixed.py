# planted: TFR101 the salt of each hash, a string put together in the loop, is a Python argument of the compiled sketch
# style: privacy-preserving counting, strings as data, generator expressions, Italian comments
import numpy as np
import tensorflow as tf

WIDTH, DEPTH = 64, 5
TOWNS = ["Aosta", "Bari", "Como", "Dro", "Enna", "Fano", "Gela", "Imola", "Lodi", "Massa"]


@tf.function
def sketch_row(keys, salt):
    """una riga del count-min sketch"""
    buckets = tf.strings.to_hash_bucket_fast(tf.strings.join([keys, salt], separator="#"), WIDTH)
    return tf.math.bincount(tf.cast(buckets, tf.int32), minlength=WIDTH)


@tf.function
def lookup(sketch_line, names, salt):
    buckets = tf.strings.to_hash_bucket_fast(tf.strings.join([names, salt], separator="#"), WIDTH)
    return tf.gather(sketch_line, buckets)


class DailySketches:
    def __init__(self, secret):
        self.secret = secret
        self.days = []

    def salt(self, day, depth):
        # cambia ogni giorno, altrimenti si possono confrontare
        return tf.constant(f"{self.secret}-{day:03d}-{depth}")

    def add_day(self, visits):
        day = len(self.days)
        rows = [sketch_row(visits, self.salt(day, d)) for d in range(DEPTH)]
        self.days.append(tf.stack(rows))

    def estimate(self, day, names):
        lines = (lookup(self.days[day][d], names, self.salt(day, d)) for d in range(DEPTH))
        return tf.reduce_min(tf.stack(list(lines)), axis=0).numpy()


def visits_of(day, rng, n=300):
    popularity = 1.0 / np.arange(1, len(TOWNS) + 1)
    popularity = np.roll(popularity, day % 3)
    chosen = rng.choice(TOWNS, n, p=popularity / popularity.sum())
    return tf.constant(chosen.tolist())


rng = np.random.default_rng(1861)
sketches = DailySketches("segreto")
truth = []
for day in range(14):
    visits = visits_of(day, rng)
    truth.append([int(np.sum(visits.numpy() == t.encode())) for t in TOWNS])
    sketches.add_day(visits)

names = tf.constant(TOWNS)
errors = np.array([sketches.estimate(day, names) - truth[day] for day in range(14)])
print("giorni", len(truth))
print("visite ad Aosta", sum(t[0] for t in truth))
print("errore massimo %d, medio %.3f" % (errors.max(), errors.mean()))
