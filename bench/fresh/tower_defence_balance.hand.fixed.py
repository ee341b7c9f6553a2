# planted: TFR105 the damage curve is a lambda written at the call in the balancing loop
# style: script, game design, gradient-based balancing of unit stats
import numpy as np
import tensorflow as tf

tf.random.set_seed(0)
WAVES = tf.constant(np.linspace(40.0, 300.0, 16), tf.float32)
UPGRADES = tf.constant([[1.0, 0.5], [1.4, 0.7], [2.1, 0.9], [3.0, 1.0]])

stats = {
    "damage": tf.Variable(6.0),
    "rate": tf.Variable(1.2),
    "slow": tf.Variable(0.3),
}
optimizer = tf.keras.optimizers.Adam(0.05)
optimizer.build(list(stats.values()))


@tf.function
def leak_loss(damage, rate, slow, target, curve):
    """How far the share of enemies that leak is from the designer's wish."""
    with tf.GradientTape() as tape:
        power = damage * rate * UPGRADES[:, 0]
        control = 1.0 - tf.sigmoid(slow * UPGRADES[:, 1])
        dps = curve(power)
        time = 10.0 / (control + 0.2)
        dealt = tf.reduce_sum(dps * time)
        leaked = tf.sigmoid((WAVES - dealt) / 40.0)
        loss = tf.reduce_mean((leaked - target) ** 2)
        loss += 1e-4 * (damage - 6.0) ** 2
    return loss, tape.gradient(loss, [damage, rate, slow])


def balance(rounds, target):
    history = []
    curve = lambda p: p / (1.0 + 0.02 * p)
    for _ in range(rounds):
        loss, grads = leak_loss(
            stats["damage"], stats["rate"], stats["slow"], target, curve)
        optimizer.apply_gradients(zip(grads, stats.values()))
        history.append(float(loss))
    return history


wish = tf.constant(np.linspace(0.02, 0.6, 16), tf.float32)
history = balance(50, wish)
print("loss", round(history[0], 4), "->", round(history[-1], 4))
for name, value in stats.items():
    print(name, round(float(value), 3))
