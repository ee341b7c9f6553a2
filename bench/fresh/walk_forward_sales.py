# planted: TFR201 each refit sees a longer history, and the step traces for each length
# style: class with fit and forecast, walk-forward evaluation
import numpy as np
import tensorflow as tf

LAGS = 4


def make_series(n=60):
    rng = np.random.RandomState(3)
    t = np.arange(n)
    return (np.sin(t / 4.0) + 0.02 * t + 0.1 * rng.randn(n)).astype(np.float32)


def lagged(series):
    rows = [series[i : i + LAGS] for i in range(len(series) - LAGS)]
    return np.stack(rows), series[LAGS:]


class SalesForecaster:
    def __init__(self, learning_rate=0.05):
        self.weights = tf.Variable(tf.zeros([LAGS]))
        self.bias = tf.Variable(0.0)
        self.learning_rate = learning_rate

    @tf.function
    def _update(self, x, y):
        with tf.GradientTape() as tape:
            error = tf.linalg.matvec(x, self.weights) + self.bias - y
            loss = tf.reduce_mean(tf.square(error))
        dw, db = tape.gradient(loss, [self.weights, self.bias])
        self.weights.assign_sub(self.learning_rate * dw)
        self.bias.assign_sub(self.learning_rate * db)
        return loss

    def fit(self, history, iterations=20):
        x, y = lagged(history)
        for _ in range(iterations):
            loss = self._update(x, y)
        return float(loss)

    def forecast(self, history):
        last = history[-LAGS:]
        return float(tf.tensordot(self.weights, last, 1) + self.bias)


def main():
    series = make_series()
    model = SalesForecaster()
    errors = []
    for split in range(30, 60, 3):
        loss = model.fit(series[:split])
        prediction = model.forecast(series[:split])
        errors.append(abs(prediction - series[split]))
        print(f"until {split}: loss {loss:.4f}, forecast {prediction:.3f}")
    print(f"MAE {np.mean(errors):.4f}")


if __name__ == "__main__":
    main()
