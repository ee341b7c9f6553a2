# planted: TFR105 a system's bound method is passed to the integrator at every step
# style: ODE systems as classes, one integrator for all
import tensorflow as tf


class System:
    def derivative(self, state):
        raise NotImplementedError

    def start(self):
        return tf.constant([1.0, 0.0])


class VanDerPol(System):
    def __init__(self, damping):
        self.damping = damping

    def derivative(self, state):
        x, v = tf.unstack(state)
        return tf.stack([v, self.damping * (1.0 - x**2) * v - x])


class Pendulum(System):
    def __init__(self, length, friction=0.1):
        self.ratio = 9.81 / length
        self.friction = friction

    def derivative(self, state):
        angle, speed = tf.unstack(state)
        return tf.stack([speed, -self.ratio * tf.sin(angle) - self.friction * speed])


@tf.function
def heun_step(derivative, state, dt):
    slope = derivative(state)
    guess = state + dt * slope
    return state + dt / 2 * (slope + derivative(guess))


class Integrator:
    def __init__(self, dt=0.05):
        self.dt = dt

    def run(self, system, t_end):
        state, time = system.start(), 0.0
        crossings = 0
        while time < t_end:
            new_state = heun_step(system.derivative, state, self.dt)
            crossings += int(state[0] < 0 <= new_state[0])
            state = new_state
            time += self.dt
        return state.numpy(), crossings


integrator = Integrator()
for label, system in [
    ("van der pol", VanDerPol(0.8)),
    ("pendulum 1 m", Pendulum(1.0)),
    ("pendulum 2 m", Pendulum(2.0)),
]:
    state, crossings = integrator.run(system, t_end=1.5)
    print(f"{label}: {state.round(3)}, {crossings} crossings")
