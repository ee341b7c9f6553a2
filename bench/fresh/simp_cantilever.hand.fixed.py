"""Sizing of the bars of a determinate cantilever truss with SIMP and continuation in the exponent."""
import numpy as np
import tensorflow as tf

E0, E_MIN = 1.0, 1e-4


class Continuation:
    def __init__(self, start, stop, inc):
        self.p = start
        self.stop = stop
        self.inc = inc

    def advance(self):
        self.p = min(self.stop, self.p + self.inc)


class Cantilever:
    """Bar forces are known because the truss is statically determinate."""

    def __init__(self, bays, load):
        arm = np.arange(bays, 0, -1, dtype=np.float32)
        chords = np.concatenate([load * arm, -load * (arm - 1.0)])
        diagonals = np.full(bays, np.sqrt(2.0) * load, np.float32)
        self.forces = tf.constant(np.concatenate([chords, diagonals]), tf.float32)
        self.lengths = tf.constant(np.concatenate([np.ones(2 * bays), np.full(bays, np.sqrt(2.0))]), tf.float32)

    @tf.function
    def compliance(self, rho, p):
        with tf.GradientTape() as tape:
            tape.watch(rho)
            stiff = E_MIN + rho ** p * (E0 - E_MIN)
            c = tf.reduce_sum(self.forces ** 2 * self.lengths / stiff)
        return c, tape.gradient(c, rho)


class Optimiser:
    def __init__(self, truss, fraction, move=0.1):
        self.truss = truss
        self.fraction = fraction
        self.move = move
        self.schedule = Continuation(1.0, 3.0, 0.125)
        n = int(truss.forces.shape[0])
        self.rho = np.full(n, fraction, np.float32)

    def update(self, grad):
        lengths = self.truss.lengths.numpy()
        lo, hi = 1e-6, 1e6
        new = self.rho
        while hi / lo > 1.0 + 1e-4:
            lam = np.sqrt(lo * hi)
            step = self.rho * np.sqrt(np.maximum(-grad, 0.0) / (lam * lengths))
            new = np.clip(step, self.rho - self.move, self.rho + self.move)
            new = np.clip(new, 0.05, 1.0).astype(np.float32)
            if (new * lengths).sum() > self.fraction * lengths.sum():
                lo = lam
            else:
                hi = lam
        self.rho = new

    def run(self, rounds):
        history = []
        for _ in range(rounds):
            p = tf.constant(self.schedule.p, tf.float32)
            c, grad = self.truss.compliance(tf.constant(self.rho), p)
            self.update(grad.numpy())
            history.append(float(c))
            self.schedule.advance()
        return history


def main():
    truss = Cantilever(bays=8, load=0.2)
    opt = Optimiser(truss, fraction=0.4)
    history = opt.run(24)
    print("bars", len(opt.rho), "rounds", len(history))
    print("first compliance", round(history[0], 2))
    print("last compliance", round(history[-1], 2))
    print("exponent at the end", opt.schedule.p)
    print("volume fraction", round(float((opt.rho * truss.lengths.numpy()).sum() / truss.lengths.numpy().sum()), 2))
    print("thickest bar", round(float(opt.rho.max()), 2))


if __name__ == "__main__":
    main()
