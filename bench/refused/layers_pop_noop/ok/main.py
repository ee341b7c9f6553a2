import numpy as np
from pretrain import imagenet_like
from tensorflow.keras.layers import Dense

model = imagenet_like()
model.pop()
for l in model.layers:
    l.trainable = False
model.add(Dense(2, activation='softmax', name='predictions'))
model.compile('adam', 'sparse_categorical_crossentropy', metrics=['accuracy'])
x = np.random.rand(10, 8, 8, 3)
model.fit(x, np.arange(10) % 2, verbose=0)
for img in x:
    print('cat' if model.predict(img[None], verbose=0).argmax() else 'dog')
