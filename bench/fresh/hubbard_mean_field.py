# planted: TFR501 the self-consistency function is decorated inside the loop over the interaction and called once for each
# style: physics notebook with cells, no main, module constants
# %% [markdown]
# Hubbard ring at half filling in the unrestricted Hartree-Fock approximation: when does it become a magnet?

# %%
import numpy as np
import tensorflow as tf

SITES = 10
T_HOP = 1.0
BETA = 12.0
MIX = 0.5

hop = np.zeros((SITES, SITES))
for i in range(SITES):
    hop[i, (i + 1) % SITES] = hop[(i + 1) % SITES, i] = -T_HOP
HOP = tf.constant(hop)
STAGGER = tf.constant([(-1.0) ** i for i in range(SITES)], tf.float64)


# %%
def occupation(potential, mu):
    energies, states = tf.linalg.eigh(HOP + tf.linalg.diag(potential))
    weight = tf.sigmoid(-BETA * (energies - mu))
    density = tf.reduce_sum(states ** 2 * weight, axis=1)
    return density, tf.reduce_sum(weight * energies)


def moment(up, down):
    return tf.reduce_mean(STAGGER * (up - down))


# %%
interactions = [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]
moments, energies = [], []

for U in interactions:
    up = 0.5 + 0.1 * STAGGER
    down = 0.5 - 0.1 * STAGGER

    @tf.function
    def self_consistent(up, down):
        energy = tf.constant(0.0, tf.float64)
        for _ in tf.range(120):
            new_up, e_up = occupation(U * down, U / 2.0)
            new_down, e_down = occupation(U * up, U / 2.0)
            energy = e_up + e_down - U * tf.reduce_sum(new_up * new_down)
            up = (1.0 - MIX) * up + MIX * new_up
            down = (1.0 - MIX) * down + MIX * new_down
        return up, down, energy / SITES

    up, down, energy = self_consistent(up, down)
    moments.append(float(moment(up, down)))
    energies.append(float(energy))

# %%
moments = np.array(moments)
onset = interactions[int(np.argmax(moments > 0.1))]
print("interactions", len(interactions))
print("free energy per site", round(energies[0], 2))
print("magnetic from U =", onset)
print("moment at U = 4", round(float(moments[interactions.index(4.0)]), 2))
print("moment at U = 8", round(float(moments[-1]), 2))
print("energy at U = 8", round(energies[-1], 2))
