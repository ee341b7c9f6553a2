# adaptive_step_size, cured.
import tensorflow as tf


def vector_field(state):
    """The Van der Pol oscillator."""
    x, v = tf.unstack(state)
    return tf.stack([v, 2.0 * (1 - x**2) * v - x])


@tf.function
def heun_euler(state, dt):
    """Return the step of second order and the distance to that of first order."""
    k1 = vector_field(state)
    k2 = vector_field(state + dt * k1)
    second = state + 0.5 * dt * (k1 + k2)
    error = tf.norm(0.5 * dt * (k2 - k1))
    return second, error


def integrate(state, t_end, dt=0.1, tolerance=5e-3):
    """Integrate with steps that keep the error near the tolerance."""
    t, accepted, rejected = 0.0, 0, 0
    while t < t_end:
        dt = min(dt, t_end - t)
        proposal, error = heun_euler(state, tf.constant(dt, tf.float32))
        error = float(error)
        if error <= tolerance:
            state, t = proposal, t + dt
            accepted += 1
        else:
            rejected += 1
        dt *= min(2.0, max(0.3, 0.9 * (tolerance / max(error, 1e-9)) ** 0.5))
    return state, accepted, rejected


def main():
    state = tf.constant([1.0, 0.0])
    for t_end in (0.5, 1.0, 1.5):
        state, accepted, rejected = integrate(state, t_end)
        x, v = state.numpy()
        print(f"{t_end}: x={x:.3f} v={v:.3f} ({accepted} accepted, {rejected} rejected)")


main()
