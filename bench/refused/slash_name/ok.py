import numpy as np
from tensorflow.keras import layers, Model

inp = layers.Input((16, 16, 3))
x = inp
for k, n in enumerate([4, 8], 1):
    x = layers.Conv2D(n, 3, padding='same', activation='relu', name='block%d_conv' % k)(x)
    x = layers.MaxPooling2D(name='pool%d' % k)(x)
x = layers.Flatten()(x)
net = Model(inp, layers.Dense(1, activation='sigmoid')(x))

field = np.random.rand(32, 48, 3)
ill = []
for r in range(2):
    for c in range(3):
        tile_img = field[16 * r:16 * r + 16, 16 * c:16 * c + 16]
        logit = net.predict(tile_img[None], verbose=0)
        if logit[0, 0] > .5:
            ill.append((r, c))
print('ill plants at', ill)
