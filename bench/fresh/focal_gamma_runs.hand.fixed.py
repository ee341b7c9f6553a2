# planted: TFR602 the same network is compiled again for every focusing parameter, and its training function with it
# style: Keras user comparing loss settings for an imbalanced problem, script with a table at the end
import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(11)
rng = np.random.default_rng(11)

GAMMAS = [0.0, 0.5, 1.0, 2.0, 3.0]
EPOCHS = 4


class FocalLoss(keras.losses.Loss):
    """Binary focal loss, after Lin et al."""

    def __init__(self, gamma, alpha=0.7):
        super().__init__(name="focal")
        self.gamma = tf.Variable(gamma, dtype=tf.float32, trainable=False)
        self.alpha = alpha

    def call(self, y_true, y_pred):
        y_true = tf.cast(y_true, y_pred.dtype)
        p = tf.clip_by_value(y_pred, 1e-6, 1.0 - 1e-6)
        p_t = y_true * p + (1.0 - y_true) * (1.0 - p)
        weight = y_true * self.alpha + (1.0 - y_true) * (1.0 - self.alpha)
        return -tf.reduce_mean(weight * (1.0 - p_t) ** self.gamma * tf.math.log(p_t), axis=-1)


def make_data(n):
    x = rng.normal(size=(n, 6)).astype("float32")
    score = x[:, 0] - 0.8 * x[:, 1] * x[:, 2] + 0.3 * rng.normal(size=n)
    return x, (score > 1.6).astype("float32")[:, None]


def f1(y_true, y_pred, threshold=0.35):
    guess = y_pred > threshold
    true = y_true > 0.5
    hits = np.sum(guess & true)
    return 2.0 * hits / max(np.sum(guess) + np.sum(true), 1)


x_train, y_train = make_data(256)
x_test, y_test = make_data(128)

network = keras.Sequential([
    keras.layers.Input((6,)),
    keras.layers.Dense(12, activation="tanh"),
    keras.layers.Dense(1, activation="sigmoid"),
])
initial = network.get_weights()
focal = FocalLoss(GAMMAS[0])
network.compile(keras.optimizers.SGD(0.5), loss=focal)

table = []
for gamma in GAMMAS:
    network.set_weights(initial)
    focal.gamma.assign(gamma)
    history = network.fit(x_train, y_train, batch_size=32, epochs=EPOCHS, shuffle=False, verbose=0)
    y_pred = network(x_test, training=False).numpy()
    table.append((gamma, history.history["loss"][-1], f1(y_test, y_pred), y_pred.mean()))

print("gamma   loss     f1     mean")
for gamma, loss, score, mean in table:
    print(f"{gamma:5.1f}  {loss:.5f}  {score:.3f}  {mean:.4f}")
best = max(table, key=lambda row: row[2])
print("best gamma", best[0])
