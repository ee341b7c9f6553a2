import tensorflow as tf
import numpy as np
m = tf.keras.Sequential([
    tf.keras.layers.Input((12, 12, 3)),
    tf.keras.layers.Conv2D(4, 3, activation='relu', name='conv'),
    tf.keras.layers.GlobalAveragePooling2D(),
    tf.keras.layers.Dense(2, activation='softmax')])
m.compile('adam', 'sparse_categorical_crossentropy')
m.fit(np.random.rand(8, 12, 12, 3), np.random.randint(0, 2, 8), verbose=0)
m.save('xray.keras')
