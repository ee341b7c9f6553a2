import numpy as np
from keras.models import Sequential
from keras.layers import Dense

species = np.array(['setosa', 'virginica', 'versicolor']).astype(np.str)
model = Sequential([Dense(3, activation='softmax', input_dim=4)])
for x in np.random.rand(5, 4):
    x = x.reshape(1, 4)
    b = model.predict(x, verbose=0)
    print(species[b.argmax()])
