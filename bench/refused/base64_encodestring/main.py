import base64
import io
import numpy as np
from keras.models import Sequential
from keras.layers import Flatten, Dense


def encode(img):
    return base64.encodestring(img.tobytes()).decode('ascii')


def decode(s, shape):
    return np.frombuffer(base64.b64decode(s), 'uint8').reshape(shape)


requests = [encode(np.random.randint(0, 255, (10, 10)).astype('uint8')) for _ in range(5)]
model = Sequential([Flatten(input_shape=(10, 10)), Dense(2, activation='softmax')])
for body in requests:
    img = decode(body, (1, 10, 10)) / 255.
    pr = model.predict(img, verbose=0)
    print({'cat': float(pr[0, 0]), 'dog': float(pr[0, 1])})
