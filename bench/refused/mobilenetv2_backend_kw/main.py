import numpy as np
import keras
import tensorflow as tf
from keras.applications.mobilenet_v2 import MobileNetV2

extractor = MobileNetV2(input_shape=(32, 32, 3), alpha=0.35, include_top=False, weights=None, pooling='avg',
                        backend=keras.backend, layers=keras.layers, models=keras.models, utils=keras.utils)


def cosine(a, b):
    return float(np.dot(a, b) / (np.linalg.norm(a) * np.linalg.norm(b) + 1e-9))


reference = extractor.predict(np.zeros((1, 32, 32, 3)), verbose=0)[0]
sims = []
for n in range(4):
    frame = np.random.rand(32, 32, 3).astype('float32')
    feats = extractor.predict(frame.reshape((1,) + frame.shape), verbose=0)[0]
    sims.append(cosine(feats, reference))
print(sims)
