# planted: TFR101 the regularisation and the line-search factor are Python floats that the optimiser keeps changing
# style: control engineer's iterative LQR for a pendulum, one class with tf.function methods
import numpy as np
import tensorflow as tf

DT = 0.1
HORIZON = 15
GOAL = tf.constant([np.pi, 0.0], tf.float32)
Q = tf.constant([[0.1, 0.0], [0.0, 0.01]])
QF = tf.constant([[20.0, 0.0], [0.0, 2.0]])
R = tf.constant([[0.02]])


def dynamics(x, u):
    theta, speed = x[0], x[1]
    torque = 6.0 * tf.tanh(u[0])
    speed = speed + DT * (torque - 4.0 * tf.sin(theta) - 0.1 * speed)
    return tf.stack([theta + DT * speed, speed])


def linearise(x, u):
    by_theta = -4.0 * DT * tf.cos(x[0])
    by_speed = 1.0 - 0.1 * DT
    by_u = 6.0 * DT * (1.0 - tf.tanh(u[0]) ** 2)
    a = tf.stack([tf.stack([1.0 + DT * by_theta, DT * by_speed]), tf.stack([by_theta, by_speed])])
    b = tf.stack([tf.stack([DT * by_u]), tf.stack([by_u])])
    return a, b


def quadratic(x, matrix):
    return 0.5 * tf.tensordot(x, tf.linalg.matvec(matrix, x), 1)


class IterativeLQR:
    def __init__(self, start):
        self.start = tf.constant(start, tf.float32)
        self.mu = 1.0
        self.us = tf.zeros([HORIZON, 1])

    @tf.function
    def backward(self, xs, us, mu):
        vx = tf.linalg.matvec(QF, xs[HORIZON] - GOAL)
        vxx = QF
        gains, offsets = [], []
        for t in reversed(range(HORIZON)):
            a, b = linearise(xs[t], us[t])
            regular = vxx + mu * tf.eye(2)
            qx = tf.linalg.matvec(Q, xs[t] - GOAL) + tf.linalg.matvec(a, vx, transpose_a=True)
            qu = tf.linalg.matvec(R, us[t]) + tf.linalg.matvec(b, vx, transpose_a=True)
            quu = R + tf.transpose(b) @ regular @ b
            qux = tf.transpose(b) @ regular @ a
            k = -qu / quu[0]
            gain = -qux / quu
            offsets.append(k)
            gains.append(gain)
            vx = qx + tf.linalg.matvec(qux, k, transpose_a=True)
            vxx = Q + tf.transpose(a) @ vxx @ a + tf.transpose(qux) @ gain
            vxx = 0.5 * (vxx + tf.transpose(vxx))
        return tf.stack(offsets[::-1]), tf.stack(gains[::-1])

    @tf.function
    def forward(self, xs, us, offsets, gains, factor):
        x = self.start
        cost = 0.0
        new_xs, new_us = [x], []
        for t in range(HORIZON):
            u = us[t] + factor * offsets[t] + tf.linalg.matvec(gains[t], x - xs[t])
            cost += quadratic(x - GOAL, Q) + quadratic(u, R)
            x = dynamics(x, u)
            new_us.append(u)
            new_xs.append(x)
        return tf.stack(new_xs), tf.stack(new_us), cost + quadratic(x - GOAL, QF)

    def solve(self, iterations):
        nothing = tf.zeros([HORIZON, 1]), tf.zeros([HORIZON, 1, 2])
        xs, us, cost = self.forward(tf.zeros([HORIZON + 1, 2]), self.us, *nothing, tf.constant(1.0))
        for iteration in range(iterations):
            offsets, gains = self.backward(xs, us, tf.constant(self.mu))
            factor = 1.0
            while factor > 0.05:
                new_xs, new_us, new_cost = self.forward(xs, us, offsets, gains, tf.constant(factor))
                if new_cost < cost:
                    xs, us, cost = new_xs, new_us, new_cost
                    self.mu *= 0.6
                    break
                factor *= 0.6
            else:
                self.mu *= 3.0
            print(f"{iteration}: cost {float(cost):.3f} mu {self.mu:.3f} factor {factor:.3f}")
        return xs, us


solver = IterativeLQR([0.3, 0.0])
xs, us = solver.solve(5)
print("angles", np.round(xs.numpy()[::5, 0], 2))
print("inputs", np.round(us.numpy()[::5, 0], 2))
