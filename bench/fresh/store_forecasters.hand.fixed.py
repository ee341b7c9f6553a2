# planted: TFR506 every store gets its own forecaster object and so its own trace of the traced update method
# style: classes, one small model per store held in a dict, plain tf.Variable weights, supermarket tills
import numpy as np
import tensorflow as tf

DAYS, LAGS = 84, 7


def predict_day(weights, past, day):
    lags, weekday, bias = weights
    return tf.tensordot(lags, past, 1) + weekday[day % 7] + bias


@tf.function
def update_weights(weights, past, day, sales, rate, decay):
    with tf.GradientTape() as tape:
        error = predict_day(weights, past, day) - sales
        loss = tf.square(error) + decay * tf.add_n([tf.reduce_sum(w ** 2) for w in weights])
    for w, g in zip(weights, tape.gradient(loss, weights)):
        w.assign_sub(rate * tf.clip_by_norm(tf.convert_to_tensor(g), 1.0))
    return error


class StoreForecaster:
    """Autoregression with weekday effects, trained online day by day."""

    def __init__(self, name, rate=0.02, decay=0.001):
        self.name = name
        self.rate, self.decay = rate, decay
        self.lags = tf.Variable(tf.fill([LAGS], 1.0 / LAGS))
        self.weekday = tf.Variable(tf.zeros([7]))
        self.bias = tf.Variable(0.0)

    def parameters(self):
        return [self.lags, self.weekday, self.bias]

    def update(self, past, day, sales):
        return update_weights(self.parameters(), past, day, sales, self.rate, self.decay)


class Chain:
    def __init__(self, count, seed):
        rng = np.random.default_rng(seed)
        self.sales = {}
        for number in range(count):
            week = rng.normal(0, 0.4, 7)
            trend = rng.normal(0, 0.004)
            level = rng.uniform(0.5, 2.0)
            noise = rng.normal(0, 0.1, DAYS)
            days = np.arange(DAYS)
            self.sales["store%02d" % number] = (level + week[days % 7] + trend * days + noise).astype("float32")
        self.forecasters = {name: StoreForecaster(name) for name in self.sales}

    def run_store(self, name):
        sales, forecaster = self.sales[name], self.forecasters[name]
        errors = []
        for day in range(LAGS, DAYS):
            past = tf.constant(sales[day - LAGS:day])
            errors.append(forecaster.update(past, tf.constant(day), tf.constant(sales[day])))
        return np.abs(np.array(errors))

    def run(self):
        return {name: self.run_store(name) for name in sorted(self.sales)}


def main():
    chain = Chain(18, seed=41)
    errors = chain.run()
    table = np.array(list(errors.values()))
    print("stores", len(errors), "days", table.shape[1])
    print("mean error first two weeks %.3f last two weeks %.3f" % (table[:, :14].mean(), table[:, -14:].mean()))
    worst = max(errors, key=lambda name: errors[name][-14:].mean())
    print("hardest store", worst, "error %.3f" % errors[worst][-14:].mean())
    best = min(errors, key=lambda name: errors[name][-14:].mean())
    print("easiest store", best, "error %.3f" % errors[best][-14:].mean())


if __name__ == "__main__":
    main()
