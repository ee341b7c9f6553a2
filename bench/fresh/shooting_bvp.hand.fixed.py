# planted: TFR105 the integrator gets its right-hand side as a bound method, looked up afresh at each shot
# style: numerical analysis, problem classes with an rhs method, secant iteration outside
import numpy as np
import tensorflow as tf


class Pendulum:
    """theta'' = -sin(theta), boundary values at both ends"""
    left, right, span = 0.5, 1.2, 2.0

    def rhs(self, t, y):
        return tf.stack([y[1], -tf.sin(y[0])])


class ForcedBeam:
    left, right, span = 0.0, 0.3, 1.0

    def __init__(self, stiffness):
        self.stiffness = tf.constant(stiffness, tf.float64)

    def rhs(self, t, y):
        load = tf.sin(np.pi * t)
        return tf.stack([y[1], (load - y[0] ** 3) / self.stiffness])


class Bratu:
    left, right, span = 0.0, 0.0, 1.0

    def rhs(self, t, y):
        return tf.stack([y[1], -tf.exp(y[0])])


@tf.function
def integrate(rhs, slope, left, span, n):
    h = span / tf.cast(n, tf.float64)
    y = tf.stack([left, slope])
    for i in tf.range(n):
        t = h * tf.cast(i, tf.float64)
        k1 = rhs(t, y)
        k2 = rhs(t + h / 2, y + h / 2 * k1)
        k3 = rhs(t + h / 2, y + h / 2 * k2)
        k4 = rhs(t + h, y + h * k3)
        y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    return y


class Shooter:
    def __init__(self, problem, n=40):
        self.problem = problem
        self.rhs = problem.rhs
        self.n = tf.constant(n)
        self.left = tf.constant(problem.left, tf.float64)
        self.span = tf.constant(problem.span, tf.float64)
        self.shots = 0

    def miss(self, slope):
        self.shots += 1
        end = integrate(self.rhs, tf.constant(slope, tf.float64), self.left, self.span, self.n)
        return float(end[0]) - self.problem.right

    def solve(self, a=0.0, b=1.0, tol=1e-8):
        fa, fb = self.miss(a), self.miss(b)
        while abs(fb) > tol and self.shots < 30:
            a, b, fa = b, b - fb * (b - a) / (fb - fa), fb
            fb = self.miss(b)
        return b, fb


def main():
    for problem in (Pendulum(), ForcedBeam(0.8), ForcedBeam(2.0), Bratu()):
        shooter = Shooter(problem)
        slope, miss = shooter.solve()
        ok = "hit" if abs(miss) < 1e-8 else "missed"
        print(f"{type(problem).__name__:10s} slope {slope:8.5f}  {ok} with {shooter.shots} shots")


main()
