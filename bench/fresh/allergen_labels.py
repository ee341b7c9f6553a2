# planted: TFR101 the class-weight power follows a warm-up table and reaches the traced step as a Python float
# style: trainer class with a config dict, functional Keras model, multi-label food allergens
import numpy as np
import tensorflow as tf
import keras

ALLERGENS = ["gluten", "milk", "nuts", "soy", "egg"]

CONFIG = {
    "seed": 11,
    "rows": 480,
    "features": 24,
    "epochs": 16,
    "batch": 48,
    "rate": 0.004,
    "balance": {"first": 0.0, "last": 0.8},
}


def ingredient_rows(cfg):
    rng = np.random.default_rng(cfg["seed"])
    x = rng.binomial(1, 0.25, size=(cfg["rows"], cfg["features"])).astype("float32")
    mix = rng.normal(size=(cfg["features"], len(ALLERGENS)))
    logits = x @ mix - np.array([0.5, 1.5, 2.5, 3.0, 2.0])
    return x, (logits > 0).astype("float32")


def build(cfg):
    inputs = keras.Input((cfg["features"],), name="ingredients")
    h = keras.layers.Dense(32, activation="relu")(inputs)
    h = keras.layers.Dense(16, activation="relu")(h)
    return keras.Model(inputs, keras.layers.Dense(len(ALLERGENS))(h))


class AllergenTrainer:
    def __init__(self, cfg, frequencies):
        self.cfg = cfg
        self.model = build(cfg)
        self.optimizer = keras.optimizers.Adam(cfg["rate"])
        self.optimizer.build(self.model.trainable_variables)
        self.frequencies = tf.constant(frequencies, tf.float32)
        self.power = cfg["balance"]["first"]

    @tf.function
    def _update(self, x, y, power):
        weights = tf.pow(1.0 / self.frequencies, power)
        weights = weights / tf.reduce_mean(weights)
        with tf.GradientTape() as tape:
            logits = self.model(x, training=True)
            losses = tf.nn.sigmoid_cross_entropy_with_logits(labels=y, logits=logits)
            loss = tf.reduce_mean(losses * weights)
        grads = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.model.trainable_variables))
        return loss

    def _epoch(self, x, y):
        size = self.cfg["batch"]
        losses = []
        for start in range(0, len(x), size):
            losses.append(self._update(x[start:start + size], y[start:start + size], self.power))
        return float(tf.reduce_mean(losses))

    def fit(self, x, y):
        history = []
        first, last = self.cfg["balance"]["first"], self.cfg["balance"]["last"]
        for epoch in range(self.cfg["epochs"]):
            self.power = first + (last - first) * epoch / (self.cfg["epochs"] - 1)
            history.append(self._epoch(x, y))
        return history

    def recall(self, x, y):
        hits = tf.cast(self.model(x, training=False) > 0, tf.float32) * y
        return (tf.reduce_sum(hits, 0) / tf.reduce_sum(y, 0)).numpy()


def main():
    keras.utils.set_random_seed(CONFIG["seed"])
    x, y = ingredient_rows(CONFIG)
    x, y = tf.constant(x), tf.constant(y)
    trainer = AllergenTrainer(CONFIG, tf.reduce_mean(y, 0).numpy() + 0.02)
    history = trainer.fit(x, y)
    print("loss first %.3f last %.3f" % (history[0], history[-1]))
    for name, value in zip(ALLERGENS, trainer.recall(x, y)):
        print("recall %-6s %.2f" % (name, value))


if __name__ == "__main__":
    main()
