import itertools
import numpy as np
from keras.models import Sequential
from keras.layers import Dense

# the four different states of the XOR gate
training_data = [[0, 0], [0, 1], [1, 0], [1, 1]]

# the four expected results in the same order
target_data = [[0], [1], [1], [0]]

model = Sequential()
model.add(Dense(16, input_dim=2, activation='relu'))
model.add(Dense(1, activation='sigmoid'))
model.compile(loss='mean_squared_error', optimizer='adam', metrics=['binary_accuracy'])
model.fit(training_data, target_data, epochs=3, verbose=0)

for bits in itertools.product([0, 1], repeat=2):
    o = model.predict(np.array([list(bits)]), verbose=0)
    print(bits, o.round())
