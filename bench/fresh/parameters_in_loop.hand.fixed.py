# parameters_in_loop, cured.
import tensorflow as tf


class Parameters:
    def __init__(self, stiffness, damping, dt):
        self.stiffness = stiffness
        self.damping = damping
        self.dt = dt


@tf.function
def leapfrog(position, velocity, params):
    acceleration = -params.stiffness * position - params.damping * velocity
    velocity = velocity + params.dt * acceleration
    return position + params.dt * velocity, velocity


def simulate(steps):
    position, velocity = tf.constant([1.0, 0.0]), tf.constant([0.0, 0.5])
    params = Parameters(stiffness=4.0, damping=0.1, dt=0.05)
    energies = []
    for _ in range(steps):
        position, velocity = leapfrog(position, velocity, params)
        energies.append(float(tf.reduce_sum(position**2 + velocity**2)))
    return energies


if __name__ == "__main__":
    for energy in simulate(8):
        print(f"{energy:.6f}")
