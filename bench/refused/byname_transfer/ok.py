import numpy as np
import keras
from keras import layers

def make(name):
    return keras.Sequential([
        keras.Input((20, 1)),
        layers.Conv1D(4, 3, padding='same', activation='relu', name='enc1'),
        layers.MaxPooling1D(2, name='pool'),
        layers.Conv1D(4, 3, padding='same', activation='relu', name='enc2'),
        layers.UpSampling1D(2, name='up'),
        layers.Conv1D(1, 3, padding='same', name='dec')], name=name)

pre = make('pretrain')
pre.compile('adam', 'mae')
X = np.random.rand(32, 20, 1)
pre.fit(X, X, epochs=1, verbose=0)
pre.save_weights('encoder_weights.weights.h5')

model = make('finetune')
model.load_weights('encoder_weights.weights.h5', skip_mismatch=True)
for l in model.layers[:2]:
    l.trainable = False
model.compile('adam', 'mae')
model.fit(X, X, epochs=1, verbose=0)

# anomaly score for each series
threshold = 0.3
anomalies = []
for idx, ts in enumerate(np.random.rand(8, 20, 1)):
    r = model.predict(ts.reshape(1, 20, 1))
    err = np.abs(r - ts).mean()
    if err > threshold:
        anomalies.append(idx)
print('anomalies', anomalies)
