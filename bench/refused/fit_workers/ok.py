import numpy as np
from tensorflow.keras.utils import Sequence
from tensorflow.keras.models import Model
from tensorflow.keras import layers as KL


class Patches(Sequence):
    def __init__(self, n, batch):
        super().__init__()
        self.n, self.batch = n, batch

    def __len__(self):
        return self.n // self.batch

    def __getitem__(self, idx):
        x = np.random.rand(self.batch, 12, 12, 3)
        return x, np.random.rand(self.batch, 5)


i = KL.Input((12, 12, 3))
x = KL.Conv2D(4, 3, strides=2, activation='relu')(i)
x = KL.Flatten()(x)
x = KL.Dense(5, activation='sigmoid')(x)
detector = Model(i, x)
detector.compile('adam', 'mse')
gen = Patches(32, 8)
detector.fit(gen, epochs=1, verbose=0)

# sliding window over a video
H = W = 24
for f in range(2):
    frame = np.random.rand(H, W, 3)
    found = []
    for yy in range(0, H - 11, 12):
        for xx in range(0, W - 11, 12):
            patch = frame[yy:yy + 12, xx:xx + 12]
            boxes = detector.predict(patch.reshape((1,) + patch.shape))
            if boxes[0, 4] > 0.5:
                found.append((xx, yy, boxes[0, :4]))
    print('frame', f, len(found), 'objects')
