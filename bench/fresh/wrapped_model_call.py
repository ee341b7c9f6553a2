# planted: TFR502 tf.function(model)(x) for each batch
# style: evaluation script
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(3)


def build():
    inputs = tf.keras.layers.Input(shape=(8, 8, 1))
    x = tf.keras.layers.Conv2D(3, 3, activation="relu")(inputs)
    x = tf.keras.layers.GlobalAveragePooling2D()(x)
    return tf.keras.Model(inputs, tf.keras.layers.Dense(2)(x))


def evaluate(model, batches):
    means = []
    for batch in batches:
        logits = tf.function(model)(batch)
        means.append(tf.reduce_mean(logits, axis=0).numpy())
    return means


model = build()
images = np.random.default_rng(3).random((20, 8, 8, 1)).astype("float32")
for mean in evaluate(model, tf.data.Dataset.from_tensor_slices(images).batch(5)):
    print(mean.round(4))
