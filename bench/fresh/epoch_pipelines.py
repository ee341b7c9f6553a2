# planted: TFR507 the input pipeline is built anew each epoch, for the epoch's own noise
# style: tf.data augmentation in a custom loop
import numpy as np
import tensorflow as tf

NOISE_SEED = 90


def load():
    rng = np.random.default_rng(13)
    x = rng.normal(size=(48, 5)).astype("float32")
    y = (x[:, 0] * 2 - x[:, 3]).astype("float32")
    return x, y


def make_dataset(x, y, epoch, batch_size=12):
    def jitter(index, features, target):
        seed = tf.stack([NOISE_SEED + epoch, tf.cast(index, tf.int32)])
        noise = tf.random.stateless_normal(tf.shape(features), seed=seed)
        return features + 0.1 * noise, target

    dataset = tf.data.Dataset.from_tensor_slices((tf.range(len(x)), x, y))
    return dataset.map(jitter).batch(batch_size)


weights = tf.Variable(tf.zeros([5]))


@tf.function
def train_batch(features, target):
    with tf.GradientTape() as tape:
        error = tf.linalg.matvec(features, weights) - target
        loss = tf.reduce_mean(error**2)
    weights.assign_sub(0.1 * tape.gradient(loss, weights))
    return loss


def main(epochs=6):
    x, y = load()
    for epoch in range(epochs):
        losses = [float(train_batch(*batch)) for batch in make_dataset(x, y, epoch)]
        print(f"epoch {epoch}: {np.mean(losses):.4f}")
    print("weights", weights.numpy().round(3))


if __name__ == "__main__":
    main()
