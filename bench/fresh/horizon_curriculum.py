# planted: TFR301 TFR101 the number of steps to imitate grows with the epoch and bounds a Python range in the compiled step
# style: learned-dynamics researcher, attribute-style config, class Model with scan-like loop
import numpy as np
import tensorflow as tf


class cfg:
    seed = 64
    epochs = 18
    per_epoch = 3
    hidden = 16
    start, growth = 1, 1
    lr = 0.01
    dt = 0.1


def true_field(s):
    x, v = s[..., :1], s[..., 1:]
    return np.concatenate([v, -np.sin(x) - 0.1 * v], -1)


def trajectories(n, length, rng):
    s = rng.uniform(-1.5, 1.5, (n, 2))
    out = [s]
    for _ in range(length):
        mid = s + 0.5 * cfg.dt * true_field(s)
        s = s + cfg.dt * true_field(mid)
        out.append(s)
    return np.stack(out, 1).astype(np.float32)


class Field(tf.Module):
    def __init__(self):
        rng = np.random.default_rng(cfg.seed)
        self.w1 = tf.Variable(rng.normal(0, 0.7, (2, cfg.hidden)), dtype=tf.float32)
        self.b1 = tf.Variable(tf.zeros([cfg.hidden]))
        self.w2 = tf.Variable(rng.normal(0, 0.1, (cfg.hidden, 2)), dtype=tf.float32)

    def __call__(self, s):
        return tf.tanh(s @ self.w1 + self.b1) @ self.w2


field = Field()


@tf.function
def train_step(path, horizon):
    with tf.GradientTape() as tape:
        state = path[:, 0]
        loss = 0.0
        for i in range(horizon):
            state = state + cfg.dt * field(state)
            loss += tf.reduce_mean(tf.square(state - path[:, i + 1]))
        loss /= horizon
    variables = field.trainable_variables
    for v, g in zip(variables, tape.gradient(loss, variables)):
        v.assign_sub(cfg.lr * tf.clip_by_norm(g, 5.0) / cfg.dt)
    return loss


rng = np.random.default_rng(cfg.seed + 1)
data = tf.constant(trajectories(48, cfg.start + cfg.growth * cfg.epochs, rng))
horizon = cfg.start
log = []
for epoch in range(cfg.epochs):
    for _ in range(cfg.per_epoch):
        loss = train_step(data, horizon)
    log.append(float(loss))
    horizon += cfg.growth

print("horizons %d..%d" % (cfg.start, horizon - cfg.growth))
print("loss at horizon 1: %.5f" % log[0])
print("loss at the end: %.4f" % log[-1])
