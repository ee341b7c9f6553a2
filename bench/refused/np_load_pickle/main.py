import numpy as np
import os
from keras.models import Sequential
from keras.layers import Dense

here = os.path.dirname(os.path.abspath(__file__))
training = np.load(os.path.join(here, 'training_data.npy'))
print(len(training), 'frames of gameplay')
X = np.array([i[0] for i in training]).reshape(-1, 30)
Y = np.array([i[1] for i in training])

model = Sequential([Dense(8, activation='relu', input_shape=(30,)), Dense(3, activation='softmax')])
model.compile(loss='categorical_crossentropy', optimizer='adam')
model.fit(X, Y, epochs=1, verbose=0)


def straight(): print('W')
def left(): print('A')
def right(): print('D')


for k in range(6):
    screen = np.random.rand(6, 5)
    tag = model.predict(np.asarray(screen).reshape(1, 30), verbose=0)[0]
    [left, straight, right][int(np.argmax(tag))]()
