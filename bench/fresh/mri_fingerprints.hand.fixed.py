# planted: TFR502 the Bloch simulator wraps its kernel in tf.function each time an atom of the dictionary is asked for
# style: functions in layers, dictionary builder, script
"""A small magnetic resonance fingerprinting dictionary and the matching of voxels."""
import numpy as np
import tensorflow as tf

PULSES = 30
rng = np.random.default_rng(14)
FLIP = tf.constant(np.deg2rad(10.0 + 50.0 * np.abs(np.sin(np.arange(PULSES) / 9.0))), tf.float32)
TR = tf.constant(12.0 + 2.0 * rng.uniform(size=PULSES), tf.float32)


@tf.function
def bloch_kernel(t1, t2, flip, tr, off_resonance):
    """Signal after every pulse for one (T1, T2) and many off-resonances."""
    zero = tf.zeros_like(off_resonance)
    signal = tf.TensorArray(tf.float32, size=tf.shape(flip)[0])
    mx, my, mz = zero, zero, zero - 1.0
    for k in tf.range(tf.shape(flip)[0]):
        c, s = tf.cos(flip[k]), tf.sin(flip[k])
        my, mz = c * my - s * mz, s * my + c * mz
        signal = signal.write(k, tf.sqrt(tf.reduce_mean(mx) ** 2 + tf.reduce_mean(my) ** 2 + 1e-12))
        e1, e2 = tf.exp(-tr[k] / t1), tf.exp(-tr[k] / t2)
        turn = off_resonance * tr[k]
        mx, my = (e2 * (tf.cos(turn) * mx - tf.sin(turn) * my),
                  e2 * (tf.sin(turn) * mx + tf.cos(turn) * my))
        mz = 1.0 + (mz - 1.0) * e1
    return signal.stack()


def simulate_atom(t1, t2):
    off = tf.linspace(-0.02, 0.02, 21)
    t1 = tf.constant(t1, tf.float32)
    t2 = tf.constant(t2, tf.float32)
    return bloch_kernel(t1, t2, FLIP, TR, off)


def build_dictionary(t1_grid, t2_grid):
    labels, atoms = [], []
    for t1 in t1_grid:
        for t2 in t2_grid:
            if t2 >= t1:
                continue
            atom = simulate_atom(t1, t2).numpy()
            atoms.append(atom / np.linalg.norm(atom))
            labels.append((t1, t2))
    return labels, np.array(atoms)


def match(signals, labels, atoms):
    scores = signals @ atoms.T
    return [labels[k] for k in scores.argmax(axis=1)]


def main():
    t1_grid = np.geomspace(250.0, 2500.0, 6)
    t2_grid = np.geomspace(30.0, 400.0, 4)
    labels, atoms = build_dictionary(t1_grid, t2_grid)
    picks = rng.integers(0, len(labels), 40)
    signals = atoms[picks] + rng.normal(0.0, 1e-4, (40, PULSES))
    found = match(signals, labels, atoms)
    hits = sum(found[k] == labels[pick] for k, pick in enumerate(picks))
    print("atoms", len(labels))
    print("mean first sample %.3f" % atoms[:, 0].mean())
    print("T1 of the longest atom %.0f ms" % labels[-1][0])
    print("matched more than half:", hits > 20)


if __name__ == "__main__":
    main()
