# phase_factories, cured.
import numpy as np
import tensorflow as tf

PHASES = [
    {"name": "warmup", "lr": 0.01, "l2": 0.0, "steps": 10},
    {"name": "main", "lr": 0.1, "l2": 1e-3, "steps": 20},
    {"name": "decay", "lr": 0.05, "l2": 1e-3, "steps": 10},
    {"name": "polish", "lr": 0.01, "l2": 1e-2, "steps": 10},
]


def build_model():
    init = tf.keras.initializers.GlorotUniform
    return tf.keras.Sequential(
        [
            tf.keras.layers.Input((5,)),
            tf.keras.layers.Dense(10, activation="relu", kernel_initializer=init(1)),
            tf.keras.layers.Dense(3, kernel_initializer=init(2)),
        ]
    )


def make_step(model):
    optimizer = tf.keras.optimizers.SGD()
    optimizer.build(model.trainable_variables)

    @tf.function
    def step(x, y, l2):
        with tf.GradientTape() as tape:
            losses = tf.keras.losses.sparse_categorical_crossentropy(y, model(x), from_logits=True)
            penalty = tf.add_n([tf.nn.l2_loss(w) for w in model.trainable_variables])
            loss = tf.reduce_mean(losses) + l2 * penalty
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        return loss

    return step, optimizer


def main():
    rng = np.random.RandomState(0)
    x = rng.normal(size=(90, 5)).astype(np.float32)
    y = x[:, :3].argmax(1)
    model = build_model()
    step, optimizer = make_step(model)
    for phase in PHASES:
        optimizer.learning_rate = phase["lr"]
        l2 = tf.constant(phase["l2"])
        for i in range(phase["steps"]):
            batch = slice((i % 3) * 30, (i % 3) * 30 + 30)
            loss = step(x[batch], y[batch], l2)
        print(f"{phase['name']:>8s} loss {float(loss):.4f}")


if __name__ == "__main__":
    main()
