import numpy as np
import tensorflow as tf
from tensorflow.keras.layers import *
from tensorflow.keras.models import *

def unet_small():
    i = Input((16, 16, 1))
    c1 = Conv2D(4, 3, padding='same', activation='relu')(i)
    p = MaxPooling2D()(c1)
    c2 = Conv2D(8, 3, padding='same', activation='relu')(p)
    u = UpSampling2D()(c2)
    m = concatenate([u, c1])
    return Model(i, Conv2D(1, 1, activation='sigmoid')(m))

net = unet_small()
opt = tf.keras.optimizers.Adam(1e-3)

net.compile(opt, 'binary_crossentropy')
scans = np.random.rand(8, 16, 16, 1)
net.fit(scans, (scans > .5).astype('float32'), batch_size=4, verbose=0)
areas = []
for s in scans:
    areas.append((net.predict(s[None], verbose=0) > 0.5).sum())
print(areas)
