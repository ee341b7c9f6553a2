# padded_reviews, cured.
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(31)
VOCAB = 30


def reviews(n):
    rng = np.random.RandomState(0)
    for _ in range(n):
        label = rng.randint(2)
        length = rng.randint(3, 20)
        low, high = (1, 18) if label else (12, VOCAB)
        yield rng.randint(low, high, size=length).astype(np.int32), np.float32(label)


def pipeline(n, batch_size):
    signature = (tf.TensorSpec([None], tf.int32), tf.TensorSpec([], tf.float32))
    dataset = tf.data.Dataset.from_generator(lambda: reviews(n), output_signature=signature)
    return dataset.padded_batch(batch_size, drop_remainder=True)


embed = tf.keras.layers.Embedding(VOCAB, 8)
output = tf.keras.layers.Dense(1)
embed.build((None, None))
output.build((None, 8))
parameters = embed.trainable_variables + output.trainable_variables
optimizer = tf.keras.optimizers.Adam(0.05)
optimizer.build(parameters)


@tf.function(
    input_signature=[tf.TensorSpec([None, None], tf.int32), tf.TensorSpec([None], tf.float32)]
)
def train_on(tokens, labels):
    with tf.GradientTape() as tape:
        mask = tf.cast(tokens > 0, tf.float32)[..., None]
        pooled = tf.reduce_sum(embed(tokens) * mask, axis=1) / tf.reduce_sum(mask, axis=1)
        logits = output(pooled)[:, 0]
        loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels, logits))
    optimizer.apply_gradients(zip(tape.gradient(loss, parameters), parameters))
    return loss, tf.reduce_mean(tf.cast((logits > 0) == (labels > 0.5), tf.float32))


for epoch in range(2):
    outcomes = [train_on(tokens, labels) for tokens, labels in pipeline(48, 6)]
    losses, accuracies = zip(*outcomes)
    print(f"epoch {epoch}: {np.mean(losses):.4f} accuracy {np.mean(accuracies):.3f}")
