import numpy as np
from keras.models import Sequential
from keras.layers import Dense
from keras.wrappers.scikit_learn import KerasRegressor


def larger_model():
    model = Sequential()
    model.add(Dense(13, input_dim=13, kernel_initializer='normal', activation='relu'))
    model.add(Dense(6, kernel_initializer='normal', activation='relu'))
    model.add(Dense(1, kernel_initializer='normal'))
    model.compile(loss='mean_squared_error', optimizer='adam')
    return model


houses, price = np.random.rand(30, 13), np.random.rand(30)
est = larger_model()
est.fit(houses, price, verbose=0)
for row in houses[:6]:
    row = row.reshape(1, -1)
    one = est.predict(row, verbose=0)
    print(one[0, 0])
