# planted: TFR101 the barrier is moved with the clock, and the time is a Python float added up by the script
# style: split-step Fourier solver, physics script with units in comments, complex128
import numpy as np
import tensorflow as tf

N = 256
L = 60.0                      # box length, atomic units
x_np = np.linspace(-L / 2, L / 2, N, endpoint=False)
k_np = 2 * np.pi * np.fft.fftfreq(N, L / N)
dx = L / N

x = tf.constant(x_np)
kinetic = tf.constant(0.5 * k_np ** 2)


def packet(x0, p0, width):
    psi = np.exp(-((x_np - x0) ** 2) / (4 * width ** 2) + 1j * p0 * x_np)
    psi /= np.sqrt(np.sum(np.abs(psi) ** 2) * dx)
    return tf.constant(psi, tf.complex128)


def barrier(t, height, omega):
    centre = 2.0 * tf.sin(omega * t)
    wall = tf.exp(-((x - centre) ** 2) / 2.0)
    absorber = 5.0 * (tf.nn.relu(tf.abs(x) - 26.0) / 4.0) ** 2
    return height * wall, absorber


def phase(a):
    return tf.complex(tf.cos(a), -tf.sin(a))


@tf.function
def advance(psi, t, dt, height, omega):
    v, absorb = barrier(t + 0.5 * dt, height, omega)
    half = phase(0.5 * dt * v) * tf.cast(tf.exp(-0.5 * dt * absorb), tf.complex128)
    psi = half * psi
    psi = tf.signal.ifft(phase(dt * kinetic) * tf.signal.fft(psi))
    return half * psi


def probability(psi, where):
    density = np.abs(psi.numpy()) ** 2 * dx
    return float(density[where].sum())


HEIGHT = tf.constant(1.2, tf.float64)
DT = tf.constant(0.1, tf.float64)

for omega in (0.0, 0.4, 1.2):
    psi = packet(-12.0, 1.5, 2.0)
    frequency = tf.constant(omega, tf.float64)
    t = 0.0
    while t < 12.0 - 1e-9:
        psi = advance(psi, tf.constant(t, tf.float64), DT, HEIGHT, frequency)
        t += 0.1
    reflected = probability(psi, x_np < -4)
    passed = probability(psi, x_np > 4)
    norm = probability(psi, slice(None))
    mean = float(np.sum(x_np * np.abs(psi.numpy()) ** 2) * dx) / norm
    print(f"omega {omega:.1f}: reflected {reflected:.3f} transmitted {passed:.3f} norm {norm:.4f} <x> {mean:6.2f}")
