import numpy as np
from tensorflow.keras.models import Model
from tensorflow.keras.layers import Input, Conv2D, Flatten, Dense, Lambda
from tensorflow.keras import backend as K

def W_init(shape, name=None):
    """Initialize weights as in the siamese paper"""
    return np.random.normal(loc=0, scale=1e-2, size=shape).astype('float32')

def b_init(shape, name=None):
    return np.random.normal(loc=0.5, scale=1e-2, size=shape).astype('float32')

left, right = Input((14, 14, 1)), Input((14, 14, 1))
conv = Conv2D(4, (3, 3), activation='relu', kernel_initializer=W_init, bias_initializer=b_init)
flat = Flatten()
l1 = Lambda(lambda t: abs(t[0] - t[1]))([flat(conv(left)), flat(conv(right))])
siamese = Model([left, right], Dense(1, activation='sigmoid')(l1))
siamese.compile('adam', 'binary_crossentropy')

support = np.random.rand(5, 14, 14, 1)
target = np.random.rand(1, 14, 14, 1)
siamese.fit([support, support], np.ones(5), verbose=0)
scores = []
for img in support:
    scores.append(siamese.predict([target, img[None]], verbose=0)[0, 0])
print('one-shot guess', int(np.argmax(scores)))
