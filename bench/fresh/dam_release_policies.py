# planted: TFR106 every restart builds another policy and optimizer and hands both to one traced train step
# style: own training loop with restarts, water engineering
"""Release policies for a reservoir, learned by differentiating through the water balance."""
import keras
import numpy as np
import tensorflow as tf

WEEKS = 4
STORAGE_MAX = 100.0


def inflows(n_years=24, seed=6):
    rng = np.random.default_rng(seed)
    season = 10 + 8 * np.sin(np.arange(WEEKS) / WEEKS * 2 * np.pi)
    return tf.constant(season * rng.lognormal(0, 0.35, (n_years, WEEKS)), tf.float32)


def make_policy(seed):
    init = keras.initializers.GlorotUniform(seed=seed)
    return keras.Sequential([
        keras.Input((2,)),
        keras.layers.Dense(8, activation="tanh", kernel_initializer=init),
        keras.layers.Dense(1, activation="sigmoid", kernel_initializer=keras.initializers.GlorotUniform(seed=seed + 1)),
    ])


def operate(policy, inflow):
    storage = tf.fill([tf.shape(inflow)[0]], 50.0)
    loss = tf.constant(0.0)
    spilled = tf.constant(0.0)
    for week in range(WEEKS):
        features = tf.stack([storage / STORAGE_MAX - 0.5, tf.fill(tf.shape(storage), week / WEEKS)], axis=1)
        release = 20.0 * policy(features)[:, 0]
        storage = storage + inflow[:, week] - release
        spill = tf.nn.relu(storage - STORAGE_MAX)
        short = tf.nn.relu(10.0 - storage)
        storage = tf.clip_by_value(storage, 0.0, STORAGE_MAX)
        loss += tf.reduce_mean((release - 11.0) ** 2 + 0.5 * spill ** 2 + 2.0 * short ** 2)
        spilled += tf.reduce_mean(spill)
    return loss / WEEKS, spilled


@tf.function
def train_step(policy, optimizer, inflow):
    with tf.GradientTape() as tape:
        loss, spilled = operate(policy, inflow)
    grads = tape.gradient(loss, policy.trainable_variables)
    optimizer.apply_gradients(zip(grads, policy.trainable_variables))
    return loss, spilled


def restart(seed, data, epochs=20):
    policy = make_policy(seed)
    optimizer = keras.optimizers.SGD(0.003)
    for _ in range(epochs):
        loss, spilled = train_step(policy, optimizer, data)
    return float(loss), float(spilled)


def main():
    data = inflows()
    outcomes = [restart(seed, data) for seed in range(0, 24, 2)]
    losses = np.array([loss for loss, _ in outcomes])
    print("losses:", [round(float(v), 1) for v in losses[::2]])
    best = int(losses.argmin())
    print(f"best restart {best}: loss {losses[best]:.3f}, spilled {outcomes[best][1]:.3f}")
    print("spread between restarts:", round(float(losses.std()), 3))


if __name__ == "__main__":
    main()
