import numpy as np
from keras import Sequential
from keras.layers import Conv2D, MaxPool2D, Flatten, Dense, Input

GENRES = 'blues classical country disco'.split()

model = Sequential()
model.add(Input((16, 12, 1)))
model.add(Conv2D(4, (3, 3), activation='relu'))
model.add(MaxPool2D())
model.add(Flatten())
model.add(Dense(len(GENRES), activation='softmax'))
model.compile('rmsprop', 'categorical_crossentropy', metrics=['accuracy'])

x = np.random.rand(20, 16, 12, 1)
y = np.eye(4)[np.random.randint(0, 4, 20)]
model.fit(x, y, epochs=2, verbose=0)

song = np.random.rand(16, 96)
votes = np.zeros(4)
for k in range(0, 96, 12):
    spec = song[:, k:k + 12]
    out = model.predict(spec[np.newaxis, ..., np.newaxis], verbose=0)
    votes += out[0]
print(GENRES[votes.argmax()], votes)
