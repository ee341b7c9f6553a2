# planted: TFR201 the padded batches of the generator have another length each and the hand-written train step has no signature
# style: data pipeline from_generator with padded_batch, GRU model, own training loop
import numpy as np
import tensorflow as tf
import keras


def rain_events(count, seed):
    """Radar cell histories: a storm grows, peaks and dies after 6 to 40 scans."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        length = int(rng.integers(6, 41))
        peak = rng.uniform(0.2, 0.8) * length
        t = np.arange(length)
        rain = 8 * np.exp(-((t - peak) / (0.25 * length)) ** 2) + rng.gamma(1.0, 0.3, length)
        area = np.cumsum(rng.normal(0, 0.2, length)) + rain / 4
        scan = np.stack([rain, area], axis=1).astype("float32")
        yield scan[:-1], rain[1:].astype("float32")


def pipeline(count, seed, batch):
    signature = (tf.TensorSpec([None, 2], tf.float32), tf.TensorSpec([None], tf.float32))
    source = tf.data.Dataset.from_generator(lambda: rain_events(count, seed), output_signature=signature)
    return source.padded_batch(batch, padding_values=(0.0, -1.0), drop_remainder=True)


def nowcaster():
    inputs = keras.Input((None, 2))
    h = keras.layers.GRU(10, return_sequences=True)(inputs)
    return keras.Model(inputs, keras.layers.Dense(1)(h))


keras.utils.set_random_seed(7)
model = nowcaster()
optimizer = keras.optimizers.Adam(0.02)
optimizer.build(model.trainable_variables)


@tf.function
def train_step(scans, nexts):
    known = tf.cast(nexts >= 0, tf.float32)
    with tf.GradientTape() as tape:
        error = model(scans, training=True)[..., 0] - nexts
        loss = tf.reduce_sum(known * tf.square(error)) / tf.reduce_sum(known)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


def persistence(dataset):
    total, cells = 0.0, 0
    for scans, nexts in dataset.as_numpy_iterator():
        known = nexts >= 0
        total += np.sum((scans[..., 0] - nexts)[known] ** 2)
        cells += known.sum()
    return total / cells


def main():
    storms = pipeline(72, seed=1, batch=4)
    print("persistence mse %.3f" % persistence(storms))
    for epoch in range(2):
        losses = [float(train_step(scans, nexts)) for scans, nexts in storms]
        print("epoch %d mse %.3f over %d batches" % (epoch, np.mean(losses), len(losses)))
    scans, nexts = next(iter(pipeline(4, seed=99, batch=4)))
    guess = model(scans, training=False)[..., 0].numpy()
    known = nexts.numpy() >= 0
    print("unseen storms mse %.3f" % np.mean((guess - nexts.numpy())[known] ** 2))


if __name__ == "__main__":
    main()
