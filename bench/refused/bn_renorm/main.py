import numpy as np
import tensorflow as tf

z = tf.keras.layers.Input((6,))
x = tf.keras.layers.Dense(4 * 4 * 4)(z)
x = tf.keras.layers.Reshape((4, 4, 4))(x)
x = tf.keras.layers.BatchNormalization(fused=True)(x)
x = tf.keras.layers.ReLU()(x)
x = tf.keras.layers.Conv2DTranspose(1, 4, strides=2, padding='same', activation='tanh')(x)
gnet = tf.keras.Model(z, x)
frames = []
a, b = tf.random.normal((1, 6)), tf.random.normal((1, 6))
for w in np.linspace(0, 1, 12):
    noise = (1 - w) * a + w * b
    g = gnet(noise, training=False)
    frames.append(g[0, :, :, 0].numpy())
print(np.array(frames).shape)
