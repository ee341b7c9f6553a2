# planted: TFR501 for each level of noise the measure is defined and decorated in the loop
# style: evaluation script of a team that checks models before they ship
"""How does a digit classifier hold up against noise, blur and dimming?"""

import numpy as np
import tensorflow as tf
from tensorflow import keras

SIDE = 6


def digits(count, rng):
    """Return crude pictures of three digits: 0, 1 and 7."""
    shapes = np.zeros((3, SIDE, SIDE), np.float32)
    shapes[0, 1:5, 1] = shapes[0, 1:5, 4] = shapes[0, 1, 1:5] = shapes[0, 4, 1:5] = 1
    shapes[1, 1:5, 3] = 1
    shapes[2, 1, 1:5] = 1
    shapes[2, 2:5, 4] = 1
    labels = rng.integers(3, size=count)
    pictures = shapes[labels] * rng.uniform(0.6, 1.2, size=(count, 1, 1))
    pictures = pictures + 0.15 * rng.normal(size=pictures.shape)
    return pictures.astype(np.float32), labels.astype(np.int64)


def train(pictures, labels):
    model = keras.Sequential(
        [keras.layers.Input((SIDE, SIDE)), keras.layers.Flatten(), keras.layers.Dense(3)]
    )
    model.compile(
        optimizer=keras.optimizers.Adam(0.02),
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    )
    model.fit(pictures, labels, epochs=4, batch_size=40, shuffle=False, verbose=0)
    return model


def report_noise(model, pictures, labels, grain):
    @tf.function
    def measure(pictures, labels, level):
        logits = model(pictures + level * grain, training=False)
        sure = tf.reduce_max(tf.nn.softmax(logits), axis=1)
        right = tf.cast(tf.argmax(logits, axis=1) == labels, tf.float32)
        return tf.reduce_mean(right), tf.reduce_mean(sure)

    print("noise")
    for level in [0.0, 0.2, 0.4, 0.8, 1.6]:
        right, sure = measure(pictures, labels, tf.constant(level))
        print(f"  {level:.1f}  right {float(right):.4f}  sure {float(sure):.4f}")


def report_dimming(model, pictures, labels):
    print("dimming")
    dims = {"noon": 1.0, "dusk": 0.5, "night": 0.15}
    measure = tf.function(
        lambda p: tf.reduce_mean(
            keras.losses.sparse_categorical_crossentropy(
                labels, model(p, training=False), from_logits=True
            )
        )
    )
    for name, factor in dims.items():
        print(f"  {name:6s} loss {float(measure(factor * pictures)):.4f}")


def main():
    keras.utils.set_random_seed(61)
    rng = np.random.default_rng(61)
    model = train(*digits(200, rng))
    pictures, labels = digits(120, rng)
    grain = rng.normal(size=pictures.shape).astype(np.float32)
    report_noise(model, pictures, labels, grain)
    report_dimming(model, pictures, labels)


if __name__ == "__main__":
    main()
