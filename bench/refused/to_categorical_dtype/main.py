import numpy as np
from tensorflow.keras.utils import to_categorical
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import Conv2D, MaxPool2D, Flatten, Dense

labels_map = {i: c for i, c in enumerate('ABCDE')}
images = np.random.randint(0, 256, (40, 28, 28, 1)) / 255.
labels = to_categorical(np.random.randint(0, 5, 40), num_classes=5, dtype='uint8')

model = Sequential()
model.add(Conv2D(4, (5, 5), input_shape=(28, 28, 1), activation='relu'))
model.add(MaxPool2D(4))
model.add(Flatten())
model.add(Dense(5, activation='softmax'))
model.compile(optimizer='adam', loss='categorical_crossentropy')
model.fit(images, labels, verbose=0)

spelled = ''
for k in range(10):
    hand = np.random.rand(28, 28)
    letter = model.predict(hand.reshape(-1, 28, 28, 1), verbose=0)
    spelled += labels_map[int(letter.argmax(axis=1)[0])]
print(spelled)
