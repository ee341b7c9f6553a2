# planted: TFR101 the simulation time is a Python float that grows with each step
# style: numerical analyst porting a NumPy script, procedural
import numpy as np
import tensorflow as tf

N = 101
L = 2.0
NU = 0.02
OMEGA = 6.0
DX = L / (N - 1)
DT = 0.2 * DX


def inflow(t):
    return 1.0 + 0.3 * np.sin(OMEGA * t)


def rhs(u):
    # upwind for the convective term, central for the diffusive one
    left, mid, right = u[:-2], u[1:-1], u[2:]
    convection = mid * (mid - left) / DX
    diffusion = NU * (right - 2.0 * mid + left) / DX**2
    return diffusion - convection


def boundaries(interior, t):
    return tf.concat([[inflow(t)], interior, interior[-1:]], axis=0)


@tf.function
def rk2_step(u, t):
    k1 = rhs(u)
    half = boundaries(u[1:-1] + 0.5 * DT * k1, t + 0.5 * DT)
    k2 = rhs(half)
    return boundaries(u[1:-1] + DT * k2, t + DT)


x = np.linspace(0.0, L, N)
u = tf.constant(np.where(x < 0.5, 1.0, 0.5), tf.float32)
t = 0.0
probe = []
for n in range(120):
    u = rk2_step(u, t)
    t += DT
    probe.append(float(u[N // 2]))
    if (n + 1) % 30 == 0:
        print(f"t={t:.3f}  max={float(tf.reduce_max(u)):.4f}  mass={float(tf.reduce_sum(u)) * DX:.4f}")

print("probe mean %.4f, std %.4f" % (np.mean(probe), np.std(probe)))
print("profile", np.round(u.numpy()[::20], 3))
