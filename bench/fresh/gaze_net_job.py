# planted: TFR502 every epoch asks the factory of losses for a new decorated loss with a smaller width
# style: a lab's repository, losses in a registry in their own module
"""Estimate where a person looks from landmarks of the eyes."""

import numpy as np
import tensorflow as tf

from gaze_net_job_losses import angular_error, make_loss

CONFIG = {
    "seed": 88,
    "epochs": 8,
    "batch": 30,
    "rate": 0.01,
    "loss": {"name": "robust_angle", "first_width": 0.8, "shrink": 0.75},
}


def landmarks(count, rng):
    gaze = rng.normal(size=(count, 3))
    gaze[:, 2] = np.abs(gaze[:, 2]) + 1.0
    gaze /= np.linalg.norm(gaze, axis=1, keepdims=True)
    projection = rng.normal(size=(3, 10))
    points = np.tanh(gaze @ projection) + 0.05 * rng.normal(size=(count, 10))
    outliers = rng.random(count) < 0.1
    gaze[outliers] = rng.normal(size=(outliers.sum(), 3))
    return points.astype(np.float32), gaze.astype(np.float32)


def build():
    return tf.keras.Sequential(
        [
            tf.keras.layers.Input((10,)),
            tf.keras.layers.Dense(24, activation="tanh"),
            tf.keras.layers.Dense(3),
        ]
    )


def width_of(epoch):
    options = CONFIG["loss"]
    return options["first_width"] * options["shrink"] ** epoch


def train(model, points, gaze):
    optimizer = tf.keras.optimizers.Adam(CONFIG["rate"])
    for epoch in range(CONFIG["epochs"]):
        criterion = make_loss(CONFIG["loss"]["name"], width=width_of(epoch))
        losses = []
        for start in range(0, len(points), CONFIG["batch"]):
            part = slice(start, start + CONFIG["batch"])
            with tf.GradientTape() as tape:
                loss = criterion(gaze[part], model(points[part], training=True))
            gradients = tape.gradient(loss, model.trainable_variables)
            optimizer.apply_gradients(zip(gradients, model.trainable_variables))
            losses.append(float(loss))
        print(f"epoch {epoch}: width {width_of(epoch):.3f}, loss {np.mean(losses):.4f}")


def main():
    tf.keras.utils.set_random_seed(CONFIG["seed"])
    rng = np.random.default_rng(CONFIG["seed"])
    points, gaze = landmarks(150, rng)
    model = build()
    train(model, points, gaze)
    degrees = np.degrees(angular_error(gaze, model(points)).numpy())
    print("median error in degrees", round(float(np.median(degrees)), 3))


if __name__ == "__main__":
    main()
