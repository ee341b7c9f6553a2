# planted: TFR103 a list of as many tensors as an object has views
# style: Keras model, lists of arrays
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(2)
embed = tf.keras.Sequential([tf.keras.Input((8,)), tf.keras.layers.Dense(4, activation="tanh")])


@tf.function
def pool_views(views):
    """Max-pool the embeddings of all views of an object."""
    features = embed(tf.stack(views))
    return tf.reduce_max(features, axis=0)


def load_objects(count):
    rng = np.random.default_rng(2)
    for _ in range(count):
        number_of_views = int(rng.integers(2, 9))
        yield [rng.random(8).astype(np.float32) for _ in range(number_of_views)]


for index, views in enumerate(load_objects(7)):
    descriptor = pool_views([tf.constant(view) for view in views])
    print(index, len(views), np.round(descriptor.numpy(), 3))
