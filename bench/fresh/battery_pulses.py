# planted: TFR201 the current pulses of the test were logged for different durations, every record has its own length
# style: battery lab, tf.Module with an equivalent circuit, fit of all pulses in turn by gradient descent
import numpy as np
import tensorflow as tf


class Circuit(tf.Module):
    """Ohmic resistance and two RC pairs, all in log space."""

    def __init__(self):
        super().__init__()
        self.log_r = tf.Variable(np.log([0.02, 0.01, 0.02]), dtype=tf.float32)
        self.log_tau = tf.Variable(np.log([5.0, 60.0]), dtype=tf.float32)

    def drop(self, current):
        """voltage drop for a current sampled once a second"""
        r = tf.exp(self.log_r)
        decay = tf.exp(-1.0 / tf.exp(self.log_tau))

        def advance(state, i):
            return decay * state + r[1:] * (1.0 - decay) * i

        states = tf.scan(advance, current, initializer=tf.zeros(2))
        return r[0] * current + tf.reduce_sum(states, axis=1)

    @tf.function
    def update(self, current, voltage, rate):
        variables = [self.log_r, self.log_tau]
        with tf.GradientTape() as tape:
            error = 1000.0 * (self.drop(current) - voltage)
            loss = tf.reduce_mean(tf.square(error))
        for v, g in zip(variables, tape.gradient(loss, variables)):
            v.assign_sub(rate * tf.clip_by_norm(g, 1.0))
        return tf.sqrt(loss)


def true_drop(current):
    out, s1, s2 = [], 0.0, 0.0
    d1, d2 = np.exp(-1 / 8.0), np.exp(-1 / 90.0)
    for i in current:
        s1 = d1 * s1 + 0.015 * (1 - d1) * i
        s2 = d2 * s2 + 0.012 * (1 - d2) * i
        out.append(0.025 * i + s1 + s2)
    return np.array(out)


def hppc_records(seed=19):
    rng = np.random.default_rng(seed)
    for amps, on, rest in [(5, 10, 20), (10, 10, 33), (5, 18, 40), (-4, 10, 25), (8, 30, 30), (12, 6, 44), (-6, 18, 36)]:
        current = np.r_[np.zeros(3), np.full(on, amps), np.zeros(rest)]
        voltage = true_drop(current) + rng.normal(0, 2e-4, current.size)
        yield tf.constant(current, tf.float32), tf.constant(voltage, tf.float32)


def main():
    circuit = Circuit()
    records = list(hppc_records())
    for sweep in range(12):
        rate = tf.constant(0.15 * 0.85 ** sweep)
        errors = [float(circuit.update(i, v, rate)) for i, v in records]
        if sweep % 4 == 3:
            print(f"sweep {sweep + 1:2d}: rms error {np.mean(errors):.2f} mV, worst {max(errors):.2f} mV")
    r = np.exp(circuit.log_r.numpy()) * 1000
    tau = np.exp(circuit.log_tau.numpy())
    print("R0 %.1f mOhm, R1 %.1f mOhm, R2 %.1f mOhm" % tuple(r))
    print("tau1 %.1f s, tau2 %.0f s" % tuple(tau))


if __name__ == "__main__":
    main()
