import numpy as np
from keras.applications.mobilenet import MobileNet
from keras.activations import relu6
from keras.layers import Dense, Activation
from keras.models import Model

base = MobileNet(include_top=False, weights=None, alpha=0.25, input_shape=(32, 32, 3), pooling='avg')
h = Dense(8)(base.output)
h = Activation(relu6)(h)
m = Model(base.input, Dense(2, activation='softmax')(h))
m.compile('adam', 'categorical_crossentropy')

alarm = 0
for i in range(5):
    crop = np.random.rand(32, 32, 3) * 2 - 1
    p = m.predict(crop[np.newaxis, ...], verbose=0)
    alarm = alarm + 1 if p[0][1] > 0.5 else 0
    print("mask" if p[0][0] > p[0][1] else "no mask", alarm)
