# planted: TFR104 a plain object made for each batch
# style: small class for a batch, trainer functions
import numpy as np
import tensorflow as tf


class Batch:
    """Inputs and targets of one step."""

    def __init__(self, inputs, targets):
        self.inputs = tf.convert_to_tensor(inputs)
        self.targets = tf.convert_to_tensor(targets)

    def __len__(self):
        return int(self.inputs.shape[0])


tf.keras.utils.set_random_seed(4)
model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)


@tf.function
def train_on(batch):
    with tf.GradientTape() as tape:
        error = model(batch.inputs) - batch.targets
        loss = tf.reduce_mean(tf.square(error))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


rng = np.random.default_rng(4)
seen = 0
for step in range(6):
    inputs = rng.normal(size=(8, 3)).astype(np.float32)
    batch = Batch(inputs, inputs.sum(axis=1, keepdims=True))
    loss = train_on(batch)
    seen += len(batch)
    print(step, seen, f"{loss.numpy():.5f}")
