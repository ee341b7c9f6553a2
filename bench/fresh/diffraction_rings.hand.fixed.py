# planted: TFR504 the input pipeline with its map functions is put together again in every epoch
# style: functions, tf.data pipeline, custom loop with a Keras model
"""Classify the crystal phase of a powder from its ring profile."""
import numpy as np
import tensorflow as tf
import keras
from keras import layers

keras.utils.set_random_seed(31)
BINS = 96
PHASES = {"cubic": (1.0, 2.0, 3.0, 4.0), "hexagonal": (1.0, 1.6, 2.7, 3.4), "rutile": (1.3, 1.9, 2.2, 3.9)}


def powder_profiles(n, seed):
    rng = np.random.default_rng(seed)
    axis = np.linspace(0.5, 5.0, BINS)
    profiles, labels = [], []
    for _ in range(n):
        label = rng.integers(len(PHASES))
        lines = np.array(list(PHASES.values())[label]) * rng.uniform(0.95, 1.05)
        width = rng.uniform(0.04, 0.09)
        peaks = sum(rng.uniform(40, 120) * np.exp(-0.5 * ((axis - x) / width) ** 2) for x in lines)
        background = 30.0 * np.exp(-axis) + 5.0
        profiles.append(rng.poisson(peaks + background))
        labels.append(label)
    return np.array(profiles, np.float32), np.array(labels, np.int32)


def remove_background(profile, label):
    floor = -tf.nn.max_pool1d(-profile[None, :, None], 17, 1, "SAME")[0, :, 0]
    smooth = tf.nn.avg_pool1d(floor[None, :, None], 17, 1, "SAME")[0, :, 0]
    return tf.nn.relu(profile - smooth), label


def normalise(profile, label):
    scaled = tf.sqrt(profile)
    return scaled / (tf.reduce_max(scaled) + 1e-6), tf.one_hot(label, len(PHASES))


def bright_enough(profile, label):
    return tf.reduce_sum(profile) > 400.0


def make_dataset(profiles, labels, batch_size=32):
    ds = tf.data.Dataset.from_tensor_slices((profiles, labels))
    ds = ds.filter(bright_enough)
    ds = ds.map(remove_background)
    ds = ds.map(normalise)
    return ds.batch(batch_size, drop_remainder=True)


model = keras.Sequential([
    keras.Input((BINS,)),
    layers.Dense(32, activation="relu"),
    layers.Dense(len(PHASES)),
])
optimizer = keras.optimizers.SGD(0.5)
optimizer.build(model.trainable_variables)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        logits = model(x, training=True)
        loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(y, logits))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply(grads, model.trainable_variables)
    hits = tf.reduce_mean(tf.cast(tf.argmax(logits, 1) == tf.argmax(y, 1), tf.float32))
    return loss, hits


def train(profiles, labels, epochs):
    log = []
    dataset = make_dataset(profiles, labels)
    for epoch in range(epochs):
        parts = [train_step(x, y) for x, y in dataset]
        log.append(np.mean([[float(loss), float(hits)] for loss, hits in parts], axis=0))
    return np.array(log)


if __name__ == "__main__":
    profiles, labels = powder_profiles(256, seed=31)
    log = train(profiles, labels, epochs=12)
    print("epochs", len(log))
    print("loss %.2f -> %.2f" % (log[0, 0], log[-1, 0]))
    print("accuracy %.2f -> %.2f" % (log[0, 1], log[-1, 1]))
