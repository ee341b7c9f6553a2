# fast_weights_clone, cured.
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
rng = np.random.RandomState(0)


def build_model():
    return tf.keras.Sequential(
        [
            tf.keras.layers.Input((2,)),
            tf.keras.layers.Dense(8, activation="tanh"),
            tf.keras.layers.Dense(1),
        ]
    )


@tf.function
def adapt_step(model, x, y, lr):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    grads = tape.gradient(loss, model.trainable_variables)
    for var, grad in zip(model.trainable_variables, grads):
        var.assign_sub(lr * grad)
    return loss


def sample_task():
    w = rng.normal(size=(2, 1))
    x = rng.normal(size=(12, 2))
    return x.astype(np.float32), (x @ w).astype(np.float32)


def adapted_copy(model, fast, x, y, steps=4):
    fast.set_weights(model.get_weights())
    losses = [float(adapt_step(fast, x, y, 0.1)) for _ in range(steps)]
    return losses


meta_model = build_model()
fast = tf.keras.models.clone_model(meta_model)
for task in range(6):
    x, y = sample_task()
    losses = adapted_copy(meta_model, fast, x, y)
    meta_model.set_weights(
        [w + 0.5 * (f - w) for w, f in zip(meta_model.get_weights(), fast.get_weights())]
    )
    print(f"task {task}: {losses[0]:.3f} -> {losses[-1]:.3f}")
