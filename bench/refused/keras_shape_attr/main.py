from keras.layers import *
from keras.models import Model
import numpy as np


def squeeze_excite_block(x, ratio=2):
    filters = x._keras_shape[-1]
    se = GlobalAveragePooling2D()(x)
    se = Reshape((1, 1, filters))(se)
    se = Dense(filters // ratio, activation='relu', use_bias=False)(se)
    se = Dense(filters, activation='sigmoid', use_bias=False)(se)
    return multiply([x, se])


ip = Input((8, 8, 3))
x = Conv2D(4, 3, padding='same', activation='relu')(ip)
x = squeeze_excite_block(x)
x = GlobalAveragePooling2D()(x)
net = Model(ip, Dense(3)(x))
net.compile('sgd', 'mse')
for it in range(10):
    style_loss = net.train_on_batch(np.random.rand(2, 8, 8, 3), np.random.rand(2, 3))
    if not it % 5:
        print(it, style_loss)
