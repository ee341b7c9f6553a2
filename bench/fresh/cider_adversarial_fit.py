# planted: TFR602 the model with its own train_step is compiled again at every radius so that the attribute takes effect
# style: keras.Model subclass overriding train_step, adversarial training ladder
import numpy as np
import tensorflow as tf
import keras

RADII = np.linspace(0.0, 0.066, 12)


def ciders(count, seed):
    rng = np.random.default_rng(seed)
    acid, sugar, tannin = rng.uniform(0, 1, (3, count))
    fizz = rng.binomial(1, 0.5, count)
    style = (1.5 * sugar - acid + 0.4 * fizz + 0.3 * np.sin(6 * tannin) > 0.4).astype("int32")
    x = np.column_stack([acid, sugar, tannin, fizz]) - 0.5
    return x.astype("float32"), style


class RobustClassifier(keras.Model):
    """Trains on inputs moved by up to `radius` in the direction of the gradient's sign."""

    def __init__(self, width, radius=0.0):
        super().__init__()
        self.radius = radius
        self.hidden = keras.layers.Dense(width, activation="gelu")
        self.logits = keras.layers.Dense(2)

    def call(self, x):
        return self.logits(self.hidden(x))

    def attack(self, x, y, radius):
        with tf.GradientTape() as tape:
            tape.watch(x)
            loss = self.compute_loss(x=x, y=y, y_pred=self(x, training=False))
        return x + radius * tf.sign(tape.gradient(loss, x))

    def train_step(self, data):
        x, y = data
        moved = self.attack(x, y, self.radius)
        with tf.GradientTape() as tape:
            loss = self.compute_loss(x=moved, y=y, y_pred=self(moved, training=True))
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        return {"robust_loss": loss}


def accuracy(model, x, y):
    return float(np.mean(np.argmax(model(x, training=False), axis=1) == y))


def climb(model, x, y, radii):
    batches = tf.data.Dataset.from_tensor_slices((x, y)).batch(50)
    optimizer = keras.optimizers.SGD(0.3)
    objective = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    for radius in radii:
        model.radius = float(radius)
        model.compile(optimizer=optimizer, loss=objective)
        log = model.fit(batches, epochs=4, verbose=0)
        yield radius, log.history["robust_loss"][-1]


def main():
    keras.utils.set_random_seed(97)
    x, y = ciders(500, seed=97)
    x_new, y_new = ciders(300, seed=98)
    model = RobustClassifier(24)
    for radius, loss in list(climb(model, x, y, RADII))[::4]:
        print("radius %.2f loss %.3f" % (radius, loss))
    print("clean accuracy %.2f" % accuracy(model, x_new, y_new))
    for radius in (0.03, 0.06):
        moved = model.attack(tf.constant(x_new), tf.constant(y_new), radius)
        print("attacked with %.2f accuracy %.2f" % (radius, accuracy(model, moved, y_new)))


if __name__ == "__main__":
    main()
