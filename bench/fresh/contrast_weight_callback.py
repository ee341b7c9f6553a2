# planted: TFR602 a callback has Keras make the training function anew each epoch, so that it sees the new weight of the auxiliary loss
# style: Keras user, subclass with train_step and a schedule as a callback
import numpy as np
import tensorflow as tf
from tensorflow import keras


class TwoTaskModel(keras.Model):
    """Classifies, and pulls the embeddings of two noisy copies together."""

    def __init__(self, classes, width=16):
        super().__init__()
        self.encoder = keras.Sequential([
            keras.layers.Dense(width, activation="relu"),
            keras.layers.Dense(8),
        ])
        self.head = keras.layers.Dense(classes)
        self.contrast_weight = 0.0

    def call(self, x):
        return self.head(self.encoder(x))

    def train_step(self, data):
        (first, second), labels = data
        with tf.GradientTape() as tape:
            a, b = self.encoder(first), self.encoder(second)
            loss = self.compute_loss(y=labels, y_pred=self.head(a))
            apart = tf.reduce_mean(tf.reduce_sum((a - b) ** 2, axis=1))
            total = loss + self.contrast_weight * apart
        grads = tape.gradient(total, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        return {"loss": loss, "apart": apart}


class ContrastSchedule(keras.callbacks.Callback):
    def __init__(self, final, epochs):
        super().__init__()
        self.final = final
        self.epochs = epochs

    def on_epoch_begin(self, epoch, logs=None):
        self.model.contrast_weight = self.final * epoch / (self.epochs - 1)
        self.model.make_train_function(force=True)


def pairs(count, seed):
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 3, count)
    centres = np.array([[1, 0, 0, 1], [0, 1, 0, -1], [0, 0, 1, 0]])[labels]
    copies = [(centres + rng.normal(0, 0.5, centres.shape)).astype("float32") for _ in range(2)]
    return copies[0], copies[1], labels.astype("int32")


def main(epochs=6):
    keras.utils.set_random_seed(19)
    first, second, labels = pairs(192, 0)
    model = TwoTaskModel(3)
    model(first[:1])
    model.compile(
        optimizer=keras.optimizers.SGD(0.1),
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    )
    history = model.fit(
        (first, second), labels, batch_size=32, epochs=epochs, shuffle=False, verbose=0,
        callbacks=[ContrastSchedule(0.5, epochs)],
    ).history
    for epoch in range(epochs):
        print(f"epoch {epoch}: loss {history['loss'][epoch]:.4f}, apart {history['apart'][epoch]:.4f}")
    x, _, y = pairs(90, 1)
    print(f"accuracy {np.mean(np.argmax(model(x), axis=1) == y):.3f}")


if __name__ == "__main__":
    main()
