import numpy as np
import keras
from keras import callbacks
from nets import small_cnn
from monitor import TrainingMonitor

X = np.random.rand(20, 10, 10, 1)
y = np.random.randint(0, 2, 20)
net = small_cnn((10, 10, 1))
net.fit(X, y, validation_split=0.2, epochs=2, verbose=0, callbacks=[TrainingMonitor('loss.json')])
for i, sample in enumerate(X[:5]):
    p = net.predict(sample[np.newaxis, ...], verbose=0)
    print(i, p.squeeze())
