import numpy as np
from keras.models import Sequential
from keras.layers import ConvLSTM2D, GlobalAveragePooling2D, Dense, Input

model = Sequential()
model.add(Input((3, 8, 8, 1)))
model.add(ConvLSTM2D(2, (3, 3)))
model.add(GlobalAveragePooling2D())
model.add(Dense(4, activation='softmax'))
model.compile(loss='categorical_crossentropy', optimizer='rmsprop', metrics=['accuracy'])

def g():
    while True:
        yield np.random.rand(2, 3, 8, 8, 1), np.eye(4)[np.random.randint(0, 4, 2)]

score = model.evaluate_generator(g(), 3)
print('Test loss:', score[0])

video = np.random.rand(12, 8, 8, 1)
names = ['walk', 'run', 'jump', 'wave']
for start in range(0, 9, 3):
    clip = video[start:start + 3]
    res = model.predict(np.expand_dims(clip, 0))
    print(start, names[int(res.argmax())])
