import numpy as np
import tensorflow as tf
from tensorflow.keras import Input, Model
from tensorflow.keras.layers import Conv2D, Lambda, Dense, Flatten

img_in = Input((8, 8, 2), name='img')
x = Conv2D(2, 3, padding='same')(img_in)
x = Lambda(lambda t: tf.nn.space_to_depth(t, 2))(x)

x = Flatten()(x)
model = Model(img_in, Dense(1, activation='sigmoid')(x))

scene = np.random.rand(32, 32, 2)
heat = np.zeros((4, 4))
for a in range(4):
    for b in range(4):
        patch = scene[None, a * 8:a * 8 + 8, b * 8:b * 8 + 8]
        out = model.predict(patch, verbose=0)
        heat[a, b] = out[0, 0]
print(heat)
