import numpy as np
from tensorflow.keras import backend as K
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import Conv2D, Flatten, Dense, Input

def build():
    m = Sequential([Input((10, 10, 1)), Conv2D(4, 3, activation='relu'), Flatten(), Dense(5, activation='softmax')])
    m.compile('adam', 'categorical_crossentropy')
    return m

def saliency(m, img):
    score = K.max(m(img), axis=-1)
    grads = K.gradients(score, [img])[0]
    return np.abs(np.array(grads)).max(axis=-1)

m = build()
imgs = np.random.rand(6, 10, 10, 1).astype('float32')
m.fit(imgs, np.eye(5)[np.random.randint(0, 5, 6)], verbose=0)
print('saliency peak', saliency(m, K.constant(imgs[:1])).max())

for i, img in enumerate(imgs):
    pred = m.predict(img[np.newaxis], verbose=0)
    print(i, pred.argmax())
