# planted: TFR602 the model is compiled again for each quarter to change the class weights of its loss
# style: credit risk team, one calibrator class
"""Default model carried from quarter to quarter; the cost of a missed default follows the cycle."""
import numpy as np
import tensorflow as tf

QUARTERS = {"q1": 2.0, "q2": 3.5, "q3": 5.0, "q4": 4.0, "q5": 2.5}


def weighted_loss(cost):
    def loss(y_true, y_pred):
        y_pred = tf.clip_by_value(y_pred, 1e-6, 1.0 - 1e-6)
        missed = -cost * y_true * tf.math.log(y_pred)
        spurious = -(1.0 - y_true) * tf.math.log(1.0 - y_pred)
        return tf.reduce_mean(missed + spurious, axis=-1)

    return loss


class Calibrator:
    def __init__(self, width=6):
        self.model = tf.keras.Sequential(
            [
                tf.keras.layers.Input((width,)),
                tf.keras.layers.Dense(8, activation="tanh"),
                tf.keras.layers.Dense(1, activation="sigmoid"),
            ]
        )
        self.cost = tf.Variable(1.0, trainable=False)
        self.model.compile(optimizer=tf.keras.optimizers.SGD(0.2), loss=weighted_loss(self.cost))

    def update(self, x, y, cost):
        self.cost.assign(cost)
        history = self.model.fit(x, y, batch_size=50, epochs=4, shuffle=False, verbose=0)
        return history.history["loss"][-1]

    def probabilities(self, x):
        return self.model(x).numpy()[:, 0]


def draw(rng, count, shift):
    x = rng.normal(size=(count, 6)).astype("float32")
    x[:, 0] += shift
    logit = 1.2 * x[:, 0] - 0.7 * x[:, 2] - 1.5
    y = (rng.random(count) < 1 / (1 + np.exp(-logit))).astype("float32")[:, None]
    return x, y


def main():
    tf.keras.utils.set_random_seed(40)
    rng = np.random.default_rng(40)
    calibrator = Calibrator()
    holdout, outcome = draw(rng, 150, 0.0)
    for number, (quarter, cost) in enumerate(QUARTERS.items()):
        x, y = draw(rng, 200, 0.1 * number)
        loss = calibrator.update(x, y, cost)
        p = calibrator.probabilities(holdout)
        brier = np.mean((p - outcome[:, 0]) ** 2)
        print(f"{quarter}: cost {cost:.1f}  loss {loss:.4f}  mean pd {p.mean():.4f}  Brier {brier:.4f}")


if __name__ == "__main__":
    main()
