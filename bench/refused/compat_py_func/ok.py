import numpy as np
import tensorflow as tf


def augment(img):
    return np.fliplr(img).astype(np.float32)


def load(img):
    out = tf.numpy_function(augment, [img], tf.float32)
    out.set_shape((10, 10, 1))
    return out


frames = np.random.rand(6, 10, 10, 1).astype(np.float32)
ds = tf.data.Dataset.from_tensor_slices(frames).map(load).batch(1)
pilot = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(1, activation='tanh')])
for x in ds:
    steering = pilot(x)
    print(steering.numpy().item())
