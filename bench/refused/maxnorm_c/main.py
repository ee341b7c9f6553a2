import numpy as np
from keras.models import Sequential
from keras.layers import Dense, Dropout
from keras.constraints import maxnorm

X = np.random.rand(12, 10)
y = np.random.randint(0, 2, 12)

def create_model():
    model = Sequential()
    model.add(Dropout(0.2, input_shape=(10,)))
    model.add(Dense(8, activation='relu', kernel_constraint=maxnorm(3)))
    model.add(Dense(1, activation='sigmoid'))
    model.compile(loss='binary_crossentropy', optimizer='sgd')
    return model

# leave one out
model = create_model()
w0 = model.get_weights()
hit = 0
for i in range(6):
    train, test = np.arange(12) != i, np.arange(12) == i
    model.set_weights(w0)
    model.fit(X[train], y[train], epochs=1, verbose=0)
    r = model.predict(X[test], verbose=0)
    hit += int((r[0, 0] > .5) == y[i])
print(hit / 6.)
