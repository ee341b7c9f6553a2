import zlib
import numpy as np
import keras

train_files = ['train/%03d.jpg' % i for i in range(16)]
test_files = ['test/%03d.jpg' % i for i in range(6)]

def load(fn):
    rs = np.random.RandomState(zlib.crc32(fn.encode()) % 2**31)
    return rs.rand(16, 16, 3)

def gen(files, bs=4):
    while True:
        for i in range(0, len(files), bs):
            yield np.array([load(f) for f in files[i:i + bs]]), np.zeros(bs)

inp = keras.layers.Input((16, 16, 3))
x = keras.layers.Conv2D(6, 3, activation='relu')(inp)
x = keras.layers.GlobalMaxPooling2D()(x)
encoder = keras.models.Model(inp, x)

train_feats = encoder.predict_generator(gen(train_files), steps=4)
print(train_feats.shape)

# nearest neighbour of every test file
for fn in test_files:
    feature = encoder.predict(load(fn)[np.newaxis])
    d = ((train_feats - feature) ** 2).sum(axis=1)
    print(fn, '->', train_files[d.argmin()], d.min())
