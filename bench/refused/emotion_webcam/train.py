from keras.models import Sequential
from keras.layers import Conv2D, MaxPooling2D, Flatten, Dense, Dropout, Input
model = Sequential([
    Input((16, 16, 1)),
    Conv2D(4, (3, 3), activation='relu'),
    MaxPooling2D((2, 2)),
    Flatten(),
    Dropout(0.25),
    Dense(7, activation='softmax')])
model.compile('adam', 'categorical_crossentropy', metrics=['accuracy'])
model.save('emotion_model.keras')
