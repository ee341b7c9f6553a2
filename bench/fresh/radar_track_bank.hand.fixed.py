# planted: TFR105 bound methods of the motion models are passed to the compiled filter for each plot
# style: radar engineer, a bank of models, numpy-ish classes with matrices as properties
import numpy as np
import tensorflow as tf

DT = 1.0


class MotionModel:
    """constant velocity by default, others override turn_rate or noise"""

    turn_rate = 0.0
    q = 0.01

    @property
    def transition(self):
        w = self.turn_rate
        if abs(w) < 1e-9:
            s, c1, c, sn = DT, 0.0, 1.0, 0.0
        else:
            s, c1 = np.sin(w * DT) / w, (1 - np.cos(w * DT)) / w
            c, sn = np.cos(w * DT), np.sin(w * DT)
        return tf.constant([[1, 0, s, -c1], [0, 1, c1, s], [0, 0, c, -sn], [0, 0, sn, c]], tf.float32)

    def predict(self, mean, cov):
        f = self.transition
        return tf.linalg.matvec(f, mean), f @ cov @ tf.transpose(f) + self.q * tf.eye(4)


class LeftTurn(MotionModel):
    turn_rate = 0.12
    q = 0.02


class RightTurn(MotionModel):
    turn_rate = -0.12
    q = 0.02


@tf.function
def filter_plot(mean, cov, plot, predict):
    mean, cov = predict(mean, cov)
    h = tf.eye(2, 4)
    s = h @ cov @ tf.transpose(h) + 0.25 * tf.eye(2)
    gain = cov @ tf.transpose(h) @ tf.linalg.inv(s)
    innovation = plot - mean[:2]
    distance = tf.reduce_sum(innovation * tf.linalg.matvec(tf.linalg.inv(s), innovation))
    log_lik = -0.5 * (distance + tf.math.log(tf.linalg.det(s)))
    return mean + tf.linalg.matvec(gain, innovation), cov - gain @ h @ cov, log_lik


class TrackBank:
    def __init__(self, models):
        self.predictors = [model.predict for model in models]
        self.tracks = [(tf.zeros([4]), 10.0 * tf.eye(4), 0.0) for _ in models]

    def update(self, plot):
        plot = tf.constant(plot, tf.float32)
        for i, predict in enumerate(self.predictors):
            mean, cov, score = self.tracks[i]
            mean, cov, ll = filter_plot(mean, cov, plot, predict)
            # forget slowly so that manoeuvres can win
            self.tracks[i] = (mean, cov, 0.9 * score + float(ll))

    @property
    def winner(self):
        return int(np.argmax([round(t[2], 4) for t in self.tracks]))


def flight(rng):
    position, heading = np.zeros(2), 0.3
    for k in range(45):
        heading += 0.12 if 15 <= k < 30 else 0.0
        position = position + 2.0 * np.array([np.cos(heading), np.sin(heading)])
        yield position + rng.normal(0, 0.4, 2)


bank = TrackBank([MotionModel(), LeftTurn(), RightTurn()])
chosen = []
for plot in flight(np.random.default_rng(31)):
    bank.update(plot)
    chosen.append(bank.winner)
print("straight, left, right:", np.bincount(chosen, minlength=3).tolist())
mean, _, score = bank.tracks[0]
print("final position %.2f %.2f" % tuple(mean[:2].numpy()))
print("score %.3f" % score)
