import tensorflow as tf
from tensorflow.keras import layers


def espcn(scale=3, channels=1):
    inputs = tf.keras.Input(shape=(None, None, channels))
    x = layers.Conv2D(8, 5, activation='relu', padding='same')(inputs)
    x = layers.Conv2D(4, 3, activation='relu', padding='same')(x)
    x = layers.Conv2D(channels * (scale ** 2), 3, padding='same')(x)
    outputs = layers.Lambda(lambda t: tf.nn.depth_to_space(t, scale))(x)
    return tf.keras.Model(inputs, outputs)
