# planted: TFR101 a dict of schedules is evaluated at each step and unpacked as keyword arguments of the compiled step
# style: self-supervised learning, schedules as functions in a dict, **kwargs everywhere
import math

import numpy as np
import tensorflow as tf


def linear(start, stop, steps):
    return lambda i: start + (stop - start) * min(1.0, i / steps)


def half_cosine(start, stop, steps):
    return lambda i: stop + (start - stop) * 0.5 * (1 + math.cos(math.pi * min(1.0, i / steps)))


def constant(value):
    return lambda i: value


STEPS = 70
SCHEDULES = dict(
    lr=half_cosine(0.3, 0.01, STEPS),
    ema=linear(0.9, 0.99, STEPS),
    teacher_temp=linear(0.04, 0.07, 30),
    student_temp=constant(0.1),
)


def at(step):
    return {name: tf.constant(schedule(step), tf.float32) for name, schedule in SCHEDULES.items()}


class Projector(tf.Module):
    def __init__(self, seed, dims=8, out=6):
        super().__init__()
        rng = np.random.default_rng(seed)
        self.w = tf.Variable(rng.normal(0, dims**-0.5, (dims, out)), dtype=tf.float32)
        self.b = tf.Variable(tf.zeros([out]))

    def __call__(self, x):
        return tf.math.l2_normalize(tf.tanh(x @ self.w + self.b), axis=-1)


student, teacher = Projector(3), Projector(3)
centre = tf.Variable(tf.zeros([6]), trainable=False)


@tf.function
def distil(view_a, view_b, *, lr, ema, teacher_temp, student_temp):
    logits = teacher(view_a)
    target = tf.nn.softmax((logits - centre) / teacher_temp)
    with tf.GradientTape() as tape:
        log_p = tf.nn.log_softmax(student(view_b) / student_temp)
        loss = -tf.reduce_mean(tf.reduce_sum(target * log_p, axis=-1))
    grads = tape.gradient(loss, student.trainable_variables)
    for v, g in zip(student.trainable_variables, grads):
        v.assign_sub(lr * g)
    for t, s in zip(teacher.trainable_variables, student.trainable_variables):
        t.assign(ema * t + (1.0 - ema) * s)
    centre.assign(0.9 * centre + 0.1 * tf.reduce_mean(logits, axis=0))
    return loss


def views(rng, n=32):
    x = rng.normal(size=(n, 8)) + 2.0 * np.eye(8)[rng.integers(0, 3, n)]
    jitter = lambda: (x + rng.normal(0, 0.2, x.shape)).astype("float32")
    return jitter(), jitter()


rng = np.random.default_rng(14)
losses = []
for step in range(STEPS):
    losses.append(float(distil(*views(rng), **at(step))))

print("steps %d" % len(losses))
print("loss %.3f -> %.3f" % (np.mean(losses[:5]), np.mean(losses[-5:])))
print("centre norm %.3f" % float(tf.norm(centre)))
