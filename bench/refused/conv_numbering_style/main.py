'''Style loss between a picture and patches of a video'''
import numpy as np
from keras.models import Model, Sequential
from keras.layers import Conv2D, GlobalAveragePooling2D, Dense

base = Sequential()
base.add(Conv2D(6, (3, 3), activation='relu', padding='same', input_shape=(12, 12, 3)))
base.add(GlobalAveragePooling2D())
base.add(Dense(2, activation='softmax'))
base.compile(loss='sparse_categorical_crossentropy', optimizer='sgd')
base.fit(np.random.rand(16, 12, 12, 3), np.random.randint(0, 2, 16), verbose=0)

layer_name = 'conv2d_1'
extractor = Model(base.inputs, base.get_layer(layer_name).output)


def gram(f):
    f = f.reshape(-1, f.shape[-1])
    return f.T @ f / len(f)


style = gram(extractor.predict(np.random.rand(1, 12, 12, 3), verbose=0))
for n in range(4):
    frame = np.random.rand(12, 12, 3)
    g = gram(extractor.predict(frame[None], verbose=0))
    print(n, float(np.square(g - style).sum()))
