# planted: TFR502 solve() compiles the mismatch equations of the network again for every loading level
# style: electrical engineering, 4-bus network, Newton with a Jacobian from GradientTape, continuation over loads
import numpy as np
import tensorflow as tf

# from, to, resistance, reactance (p.u.)
LINES = [(0, 1, 0.02, 0.08), (0, 2, 0.03, 0.12), (1, 2, 0.02, 0.10), (2, 3, 0.01, 0.06), (1, 3, 0.04, 0.16)]
LOAD_P = np.array([0.35, 0.50, 0.40])
LOAD_Q = np.array([0.10, 0.20, 0.12])


def admittance(lines, buses=4):
    y = np.zeros((buses, buses), complex)
    for a, b, r, x in lines:
        s = 1 / (r + 1j * x)
        y[a, a] += s
        y[b, b] += s
        y[a, b] -= s
        y[b, a] -= s
    return y


Y = admittance(LINES)
G = tf.constant(Y.real)
B = tf.constant(Y.imag)


def injections(angle, magnitude):
    diff = angle[:, None] - angle[None, :]
    vv = magnitude[:, None] * magnitude[None, :]
    p = tf.reduce_sum(vv * (G * tf.cos(diff) + B * tf.sin(diff)), axis=1)
    q = tf.reduce_sum(vv * (G * tf.sin(diff) - B * tf.cos(diff)), axis=1)
    return p, q


def solve(p_load, q_load, tol=1e-9, max_iter=12):
    """bus 0 is the slack; unknowns are three angles and three magnitudes"""
    p_spec = tf.constant(-p_load)
    q_spec = tf.constant(-q_load)

    @tf.function
    def mismatch_and_jacobian(u):
        with tf.GradientTape() as tape:
            tape.watch(u)
            angle = tf.concat([[0.0], u[:3]], 0)
            magnitude = tf.concat([[1.0], u[3:]], 0)
            p, q = injections(angle, magnitude)
            f = tf.concat([p[1:] - p_spec, q[1:] - q_spec], 0)
        return f, tape.jacobian(f, u, experimental_use_pfor=False)

    u = tf.constant(np.r_[np.zeros(3), np.ones(3)])
    for it in range(max_iter):
        f, jac = mismatch_and_jacobian(u)
        if float(tf.reduce_max(tf.abs(f))) < tol:
            return u.numpy(), it
        u = u - tf.linalg.solve(jac, f[:, None])[:, 0]
    return None, max_iter


def main():
    nose = None
    for level in np.arange(1.0, 6.01, 0.5):
        u, iterations = solve(level * LOAD_P, level * LOAD_Q)
        if u is None or u[3:].min() < 0.5:
            break
        nose = level
        if level == int(level):
            print(f"load x{level:.1f}: lowest voltage {u[3:].min():.3f} at bus {1 + int(u[3:].argmin())}, {iterations} iterations")
    print("last solvable level:", nose)


if __name__ == "__main__":
    main()
