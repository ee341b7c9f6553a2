# planted: TFR106 TFR101 every client gets an optimizer of its own that is passed to the local step, and mu changes by round
# style: federated-learning researcher, clinics as clients, Keras model and tf.keras optimizers
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(1)

CLINICS = 4
ROUNDS = 4
LOCAL_STEPS = 3


def clinic_data(clinic, patients=40):
    rng = np.random.default_rng(50 + clinic)
    x = rng.normal(0.3 * clinic, 1.0, (patients, 5)).astype("float32")
    logit = x @ np.array([1.0, -1.0, 0.5, 0.0, 0.2]) - 0.2 * clinic
    y = (logit + rng.logistic(size=patients) > 0).astype("float32")
    return tf.constant(x), tf.constant(y[:, None])


def make_model():
    return tf.keras.Sequential([
        tf.keras.layers.Input((5,)),
        tf.keras.layers.Dense(6, activation="tanh"),
        tf.keras.layers.Dense(1),
    ])


model = make_model()
anchor = [tf.Variable(v) for v in model.trainable_variables]
optimizer = tf.keras.optimizers.SGD(0.3)
optimizer.build(model.trainable_variables)
bce = tf.keras.losses.BinaryCrossentropy(from_logits=True)


@tf.function
def local_step(x, y, mu):
    with tf.GradientTape() as tape:
        loss = bce(y, model(x, training=True))
        drift = tf.add_n([
            tf.reduce_sum((v - a) ** 2) for v, a in zip(model.trainable_variables, anchor)
        ])
        total = loss + 0.5 * mu * drift
    gradients = tape.gradient(total, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


def run_client(clinic, mu):
    x, y = clinic_data(clinic)
    for v, a in zip(model.trainable_variables, anchor):
        v.assign(a)
    mu = tf.constant(mu)
    for _ in range(LOCAL_STEPS):
        loss = local_step(x, y, mu)
    return float(loss), [v.numpy() for v in model.trainable_variables]


def main():
    mu = 1.0
    for number in range(ROUNDS):
        losses, weights = zip(*(run_client(clinic, mu) for clinic in range(CLINICS)))
        for a, parts in zip(anchor, zip(*weights)):
            a.assign(np.mean(parts, axis=0))
        size = np.sqrt(sum(float(tf.reduce_sum(a ** 2)) for a in anchor))
        print(f"round {number}: mu {mu:.3f}, loss {np.mean(losses):.4f}, norm {size:.4f}")
        mu *= 0.5
    print("per clinic", [round(loss, 4) for loss in losses])


if __name__ == "__main__":
    main()
