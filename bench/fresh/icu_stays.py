# planted: TFR201 every ICU stay has another number of hours and the train step has no signature
# style: custom training loop around a functional Keras model
"""Predict mortality from hourly vital signs, one patient group at a time."""
import numpy as np
import tensorflow as tf
import keras
from keras import layers

keras.utils.set_random_seed(5)
VITALS = ["heart_rate", "map", "spo2", "resp_rate", "lactate"]


def make_stays(n_groups=18, per_group=12, seed=3):
    """Stays of one group have the same length of stay."""
    rng = np.random.default_rng(seed)
    groups = []
    for hours in rng.permutation(np.arange(14, 14 + n_groups)):
        risk = rng.uniform(0.0, 1.0, (per_group, 1, 1))
        drift = np.linspace(0.0, 1.0, hours)[None, :, None] * (risk - 0.4)
        noise = rng.normal(0.0, 0.3, (per_group, hours, len(VITALS)))
        vitals = (drift * rng.uniform(0.8, 1.4, len(VITALS)) + noise).astype("float32")
        died = (risk[:, 0, 0] > 0.55).astype("float32")
        groups.append((vitals, died[:, None]))
    return groups


def build_model():
    inputs = keras.Input((None, len(VITALS)))
    x = layers.Dense(16, activation="tanh")(inputs)
    x = layers.Conv1D(16, 5, activation="relu", padding="same")(x)
    x = layers.GlobalAveragePooling1D()(x)
    outputs = layers.Dense(1)(x)
    return keras.Model(inputs, outputs)


model = build_model()
optimizer = keras.optimizers.Adam(4e-3)
optimizer.build(model.trainable_variables)
loss_fn = keras.losses.BinaryCrossentropy(from_logits=True)


@tf.function
def train_step(vitals, died):
    with tf.GradientTape() as tape:
        logits = model(vitals, training=True)
        loss = loss_fn(died, logits)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply(grads, model.trainable_variables)
    return loss


def fit(groups, epochs):
    curve = []
    for epoch in range(epochs):
        losses = [float(train_step(vitals, died)) for vitals, died in groups]
        curve.append(np.mean(losses))
    return curve


def accuracy(groups):
    hits, total = 0, 0
    for vitals, died in groups[:6]:
        logits = model(vitals, training=False).numpy()
        hits += int(((logits > 0.0) == (died > 0.5)).sum())
        total += len(died)
    return hits / total


groups = make_stays()
curve = fit(groups, epochs=4)
print("groups", len(groups), "hours", sorted(v.shape[1] for v, _ in groups)[0], "to",
      sorted(v.shape[1] for v, _ in groups)[-1])
print("first epoch %.2f" % curve[0])
print("last epoch %.2f" % curve[-1])
print("accuracy %.2f" % accuracy(groups))
