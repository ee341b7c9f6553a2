import numpy as np
import pickle
from train import train_lstm

model, hist = train_lstm()
best = min(hist.history['val_mean_absolute_error'])
print('best mae', best)
window = np.random.rand(1, 5, 1)
for _ in range(5):
    nxt = model.predict(window, verbose=0)
    window = np.concatenate([window[:, 1:], nxt.reshape(1, 1, 1)], axis=1)
print(window.ravel())
