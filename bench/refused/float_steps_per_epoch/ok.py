import numpy as np
from keras.models import Model
from keras.layers import Input, Conv2D

images, masks = np.random.rand(20, 16, 16, 1), np.random.randint(0, 2, (20, 16, 16, 1)).astype('float32')
batch_size = 6


def batches():
    while 1:
        idx = np.random.randint(0, 20, batch_size)
        yield images[idx], masks[idx]


i = Input((16, 16, 1))
unet = Model(i, Conv2D(1, 3, padding='same', activation='sigmoid')(i))
unet.compile('adam', 'binary_crossentropy')
unet.fit(batches(), steps_per_epoch=len(images) // batch_size, epochs=2, verbose=0)
for k in range(5):
    tile = images[k][None, ...]
    mask = unet.predict(tile, verbose=0)
    print((mask > .5).sum())
