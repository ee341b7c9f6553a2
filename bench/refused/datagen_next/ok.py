import numpy as np
from tensorflow.keras.preprocessing.image import ImageDataGenerator
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import Conv2D, Flatten, Dense

X, Y = np.random.rand(20, 10, 10, 3), np.eye(2)[np.random.randint(0, 2, 20)]
flow = ImageDataGenerator(rescale=1.).flow(X, Y, batch_size=5, seed=1)
imgs, labels = next(flow)
print(imgs.shape, labels.shape)
model = Sequential([Conv2D(2, 3, input_shape=(10, 10, 3)), Flatten(), Dense(2, activation='softmax')])
model.compile('adam', 'categorical_crossentropy')
model.fit(flow, verbose=0)
for pic in imgs:
    pic = np.expand_dims(pic, axis=0)
    guess = model.predict(pic, verbose=0)
    print(guess[0])
