# als_ratings, cured.
import numpy as np
import tensorflow as tf

USERS, ITEMS, RANK = 12, 15, 3


def make_ratings():
    rng = np.random.default_rng(40)
    truth = rng.normal(size=(USERS, RANK)) @ rng.normal(size=(RANK, ITEMS))
    observed = rng.uniform(size=truth.shape) < np.linspace(0.4, 0.9, USERS)[:, None]
    return truth.astype("float32"), observed


@tf.function(
    input_signature=[
        tf.TensorSpec([None, RANK], tf.float32),
        tf.TensorSpec([None], tf.float32),
        tf.TensorSpec([], tf.float32),
    ]
)
def solve_row(factors, ratings, ridge):
    gram = tf.matmul(factors, factors, transpose_a=True)
    gram += ridge * tf.eye(RANK)
    rhs = tf.linalg.matvec(factors, ratings, transpose_a=True)
    return tf.linalg.solve(gram, rhs[:, None])[:, 0]


def update(fixed, ratings, observed, ridge):
    rows = []
    for row in range(ratings.shape[0]):
        seen = np.flatnonzero(observed[row])

        rows.append(solve_row(tf.gather(fixed, seen), ratings[row, seen], ridge))
    return tf.stack(rows)


def factorise(ratings, observed, sweeps=4):
    rng = np.random.default_rng(1)
    items = tf.constant(rng.normal(size=(ITEMS, RANK)).astype("float32"))
    ridge = 1.0
    for sweep in range(sweeps):
        users = update(items, ratings, observed, ridge)
        items = update(users, ratings.T, observed.T, ridge)
        error = (tf.matmul(users, items, transpose_b=True) - ratings).numpy()
        rmse = np.sqrt((error[observed] ** 2).mean())
        print(f"sweep {sweep}: ridge {ridge:.3f}, RMSE {rmse:.3f}")
        ridge *= 0.5
    return users, items


factorise(*make_ratings())
