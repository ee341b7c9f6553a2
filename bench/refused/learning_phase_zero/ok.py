import numpy as np
import tensorflow as tf
import tensorflow.keras.backend as K

N_FRAMES = 8


def segmentation_net(size=32):
    i = tf.keras.Input((size, size, 3))
    x = tf.keras.layers.Conv2D(4, 3, padding='same')(i)
    x = tf.keras.layers.BatchNormalization()(x)
    x = tf.keras.layers.ReLU()(x)
    return tf.keras.Model(i, tf.keras.layers.Conv2D(1, 1, activation='sigmoid')(x))


K.clear_session()
pass
model = segmentation_net()

covered = []
for n in range(N_FRAMES):
    frame = np.random.randint(0, 255, (32, 32, 3), dtype=np.uint8)
    x = tf.convert_to_tensor(frame[None] / 255., dtype=tf.float32)
    out = model(x)
    mask = (out[0, ..., 0].numpy() > 0.5)
    covered.append(mask.mean())
print(covered)
