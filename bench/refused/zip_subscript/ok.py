import numpy as np
from keras.models import Sequential
from keras.layers import Dense

X = np.random.rand(16, 3)
Y = (X[:, 0] > .5).astype(int)
pairs = list(zip(X, Y))
train, test = pairs[:10], pairs[10:]
model = Sequential([Dense(4, activation='relu', input_shape=(3,)), Dense(1, activation='sigmoid')])
model.compile('sgd', 'binary_crossentropy')
model.fit(np.array([a for a, _ in train]), np.array([b for _, b in train]), verbose=0)
for x_i, y_i in test:
    c = model.predict(np.asarray(x_i)[None], verbose=0)
    print(y_i, round(c.item(), 2))
