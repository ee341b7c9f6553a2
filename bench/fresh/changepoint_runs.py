# planted: TFR201 TFR101 the vector of run lengths grows by one with each reading, and the reading itself is a float
# style: plant engineer's monitoring prototype, Bayesian online change-point detection
import numpy as np
import tensorflow as tf

HAZARD = 1.0 / 25.0
MU0, KAPPA0, ALPHA0, BETA0 = 0.0, 1.0, 1.0, 1.0


def student_log_prob(x, mu, kappa, alpha, beta):
    scale2 = beta * (kappa + 1.0) / (alpha * kappa)
    df = 2.0 * alpha
    return (
        tf.math.lgamma((df + 1.0) / 2.0)
        - tf.math.lgamma(df / 2.0)
        - 0.5 * tf.math.log(np.pi * df * scale2)
        - 0.5 * (df + 1.0) * tf.math.log1p((x - mu) ** 2 / (df * scale2))
    )


@tf.function
def observe(x, log_joint, mu, kappa, alpha, beta):
    predictive = student_log_prob(x, mu, kappa, alpha, beta)
    growth = log_joint + predictive + np.log(1.0 - HAZARD)
    change = tf.reduce_logsumexp(log_joint + predictive + np.log(HAZARD))
    joint = tf.concat([[change], growth], 0)
    joint -= tf.reduce_logsumexp(joint)
    new_mu = tf.concat([[MU0], (kappa * mu + x) / (kappa + 1.0)], 0)
    new_beta = tf.concat([[BETA0], beta + kappa * (x - mu) ** 2 / (2.0 * (kappa + 1.0))], 0)
    new_kappa = tf.concat([[KAPPA0], kappa + 1.0], 0)
    new_alpha = tf.concat([[ALPHA0], alpha + 0.5], 0)
    return joint, new_mu, new_kappa, new_alpha, new_beta


class ChangePointMonitor:
    def __init__(self):
        self.state = (
            tf.zeros([1]),
            tf.constant([MU0]),
            tf.constant([KAPPA0]),
            tf.constant([ALPHA0]),
            tf.constant([BETA0]),
        )
        self.lengths = []

    def update(self, reading):
        self.state = observe(reading, *self.state)
        self.lengths.append(int(tf.argmax(self.state[0])))
        return self.lengths[-1]


def readings():
    rng = np.random.default_rng(5)
    for level, spread, count in [(0.0, 0.4, 22), (3.0, 0.3, 18), (1.0, 0.8, 20)]:
        for value in rng.normal(level, spread, count):
            yield round(float(value), 3)


if __name__ == "__main__":
    monitor = ChangePointMonitor()
    alarms = []
    previous = 0
    for minute, reading in enumerate(readings()):
        run = monitor.update(reading)
        if run < previous - 5:
            alarms.append(minute)
        previous = run
    print("alarms at", alarms)
    print("run lengths", monitor.lengths[::6])
    probabilities = tf.exp(monitor.state[0]).numpy()
    top = probabilities.argsort()[::-1][:3]
    print("likely runs", [(int(i), round(float(probabilities[i]), 4)) for i in top])
    print("mean now", round(float(tf.reduce_sum(probabilities * monitor.state[1])), 4))
