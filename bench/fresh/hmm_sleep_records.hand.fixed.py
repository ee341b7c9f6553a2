# planted: TFR301 TFR101 the length of each night's record is a Python int that bounds the loop of the forward algorithm
# style: biomedical engineer's model class, tf.Module with a small fitting loop
import numpy as np
import tensorflow as tf

STATES = 3
LONGEST = 40


class SleepModel(tf.Module):
    """Hidden Markov model of sleep stages with normal emissions."""

    def __init__(self):
        super().__init__()
        self.start = tf.Variable(tf.zeros([STATES]))
        self.transition = tf.Variable(2.0 * tf.eye(STATES))
        self.mean = tf.Variable([-1.0, 0.0, 1.0])
        self.log_scale = tf.Variable(tf.zeros([STATES]))

    def emission_logs(self, signal):
        z = (signal[:, None] - self.mean) * tf.exp(-self.log_scale)
        return -0.5 * z**2 - self.log_scale - 0.5 * np.log(2 * np.pi)

    @tf.function
    def log_likelihood(self, signal, length):
        emissions = self.emission_logs(signal)
        moves = tf.nn.log_softmax(self.transition, axis=1)
        alpha = tf.nn.log_softmax(self.start) + emissions[0]
        for t in tf.range(1, length):
            alpha = tf.reduce_logsumexp(alpha[:, None] + moves, axis=0) + emissions[t]
        return tf.reduce_logsumexp(alpha)

    def fit(self, nights, epochs, rate=0.003):
        for epoch in range(epochs):
            total = 0.0
            for night in nights:
                # all records are padded to the same size
                padded = np.zeros(LONGEST, np.float32)
                padded[: len(night)] = night
                with tf.GradientTape() as tape:
                    value = self.log_likelihood(padded, tf.constant(len(night)))
                grads = tape.gradient(value, self.trainable_variables)
                for variable, grad in zip(self.trainable_variables, grads):
                    variable.assign_add(rate * grad)
                total += float(value)
            print(f"epoch {epoch + 1}: log likelihood {total / sum(map(len, nights)):.4f} per minute")


def record(rng, minutes):
    levels = np.array([-2.0, 0.5, 2.0])
    state, signal = 0, []
    for _ in range(minutes):
        if rng.random() < 0.15:
            state = int(rng.integers(STATES))
        signal.append(levels[state] + 0.5 * rng.normal())
    return np.array(signal, np.float32)


if __name__ == "__main__":
    rng = np.random.default_rng(42)
    nights = [record(rng, int(rng.integers(15, LONGEST))) for _ in range(8)]
    model = SleepModel()
    model.fit(nights, epochs=3)
    print("means", np.round(model.mean.numpy(), 3).tolist())
    print("stay", np.round(np.diag(tf.nn.softmax(model.transition, axis=1)), 3).tolist())
