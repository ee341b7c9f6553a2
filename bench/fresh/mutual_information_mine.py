# planted: TFR106 a statistics network and optimizer are built per correlation and passed to one traced step
# style: notebook-like script with cells
# %% [markdown]
# # MINE: estimating mutual information of correlated Gaussians
# For each correlation we train a statistics network T(x, y) on the Donsker-Varadhan bound.

# %%
import numpy as np
import tensorflow as tf

STEPS = 40
BATCH = 256
CORRELATIONS = [round(0.07 * k, 2) for k in range(1, 14)]


# %%
def statistics_network(width=24, seed=5):
    init = tf.keras.initializers.GlorotNormal(seed=seed)
    return tf.keras.Sequential([
        tf.keras.Input((2,)),
        tf.keras.layers.Dense(width, activation="elu", kernel_initializer=init),
        tf.keras.layers.Dense(width, activation="elu", kernel_initializer=init),
        tf.keras.layers.Dense(1, kernel_initializer=init),
    ])


def sample_pairs(rho, n, rng):
    x = rng.standard_normal(n)
    y = rho * x + np.sqrt(1 - rho ** 2) * rng.standard_normal(n)
    return np.stack([x, y], 1).astype("float32")


# %%
def dv_bound(net, joint, marginal):
    t_joint = tf.reduce_mean(net(joint))
    t_marginal = tf.reduce_logsumexp(net(marginal)) - tf.math.log(float(BATCH))
    return t_joint - t_marginal


@tf.function
def ascend(net, optimizer, joint, marginal):
    with tf.GradientTape() as tape:
        loss = -dv_bound(net, joint, marginal)
    grads = tape.gradient(loss, net.trainable_variables)
    optimizer.apply_gradients(zip(grads, net.trainable_variables))
    return -loss


# %%
def estimate(rho):
    rng = np.random.default_rng(int(1000 * rho))
    net = statistics_network()
    optimizer = tf.keras.optimizers.SGD(0.3)
    optimizer.build(net.trainable_variables)
    tail = []
    for step in range(STEPS):
        joint = sample_pairs(rho, BATCH, rng)
        marginal = np.stack([joint[:, 0], rng.permutation(joint[:, 1])], 1)
        bound = ascend(net, optimizer, joint, marginal)
        if step >= STEPS - 10:
            tail.append(float(bound))
    return float(np.mean(tail))


# %%
table = {}
for rho in CORRELATIONS:
    table[rho] = estimate(rho)

# %%
for rho in CORRELATIONS[::3]:
    exact = -0.5 * np.log(1 - rho ** 2)
    print(f"rho {rho:.2f}: exact {exact:.3f}  MINE {table[rho]:.3f}")
print("largest estimate at rho", max(table, key=table.get))
