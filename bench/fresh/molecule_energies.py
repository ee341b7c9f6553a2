# planted: TFR201 molecules have different numbers of atoms, the dict of arrays goes into the compiled energy as it is
# style: computational chemist, dicts of arrays, XYZ strings, relaxations in a loop
import numpy as np
import tensorflow as tf

EPS = {"H": 0.3, "C": 1.0, "N": 1.1, "O": 1.2}
SIG = {"H": 1.0, "C": 1.5, "N": 1.4, "O": 1.35}
ELEMENTS = sorted(EPS)
eps_table = tf.constant([EPS[e] for e in ELEMENTS])
sig_table = tf.constant([SIG[e] for e in ELEMENTS])


def random_xyz(rng, atoms):
    """XYZ text as it comes out of the generator of conformers"""
    lines = [str(atoms), "generated"]
    side = int(np.ceil(atoms ** (1 / 3)))
    grid = np.stack(np.meshgrid(*[np.arange(side)] * 3, indexing="ij"), -1).reshape(-1, 3)[:atoms] * 1.7
    for p in grid + rng.normal(0, 0.1, (atoms, 3)):
        lines.append("%s %.5f %.5f %.5f" % ((ELEMENTS[rng.integers(len(ELEMENTS))],) + tuple(p)))
    return "\n".join(lines)


def parse_xyz(text):
    rows = [line.split() for line in text.splitlines()[2:]]
    return {
        "kind": tf.constant([ELEMENTS.index(r[0]) for r in rows]),
        "xyz": tf.constant([[float(v) for v in r[1:]] for r in rows]),
    }


@tf.function
def energy_and_forces(molecule):
    xyz, kind = molecule["xyz"], molecule["kind"]
    with tf.GradientTape() as tape:
        tape.watch(xyz)
        delta = xyz[:, None] - xyz[None]
        n = tf.shape(xyz)[0]
        d2 = tf.reduce_sum(delta * delta, -1) + tf.eye(n)
        e = tf.gather(eps_table, kind)
        s = tf.gather(sig_table, kind)
        eps = tf.sqrt(e[:, None] * e[None])
        sig = 0.5 * (s[:, None] + s[None])
        r6 = (sig * sig / d2) ** 3
        pair = 4.0 * eps * (r6 * r6 - r6) * (1.0 - tf.eye(n))
        energy = 0.5 * tf.reduce_sum(pair)
    return energy, -tape.gradient(energy, xyz)


def relax(molecule, steps=12, cap=0.05):
    for _ in range(steps):
        energy, forces = energy_and_forces(molecule)
        move = np.clip(0.02 * forces.numpy(), -cap, cap)
        molecule = dict(molecule, xyz=molecule["xyz"] + move)
    return float(energy), float(tf.reduce_max(tf.abs(forces)))


rng = np.random.default_rng(55)
energies = {}
for size in range(6, 30):
    molecule = parse_xyz(random_xyz(rng, size))
    energies[size], force = relax(molecule)
print("molecules", len(energies))
print("energy per atom of the largest %.3f" % (energies[29] / 29))
print("of the smallest %.3f" % (energies[6] / 6))
