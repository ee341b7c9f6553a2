import numpy as np
from tensorflow import keras

def crop(vol, size):
    idx = [slice((d - s) // 2, (d - s) // 2 + s) for d, s in zip(vol.shape, size)]
    return vol[tuple(idx)]

vols = [np.random.rand(10, 10, 10) for _ in range(4)]
X = np.stack([crop(v, (6, 6, 6)) for v in vols])[..., None]
net = keras.models.Sequential([keras.layers.Conv3D(2, 3, activation='relu', input_shape=(6, 6, 6, 1)),
                               keras.layers.Flatten(), keras.layers.Dense(1)])
net.compile('adam', 'mse')
net.fit(X, np.arange(4), verbose=0)
for i in range(len(vols)):
    age = net.predict(X[i:i + 1], verbose=0)
    print('patient %d: %.1f' % (i, age.item()))
