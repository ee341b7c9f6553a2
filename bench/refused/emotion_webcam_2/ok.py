from tensorflow.keras.preprocessing.image import ImageDataGenerator
from keras.preprocessing.image import img_to_array
from keras.models import Sequential
from keras.layers import Conv2D, Dense, Flatten, MaxPooling2D
import numpy as np

EMOTIONS = ["angry", "disgust", "scared", "happy", "sad", "surprised", "neutral"]


class VideoCapture(object):
    def __init__(self, index):
        self.left = 6

    def read(self):
        self.left -= 1
        return self.left >= 0, np.random.randint(0, 255, (48, 48), dtype='uint8')

    def release(self):
        pass


def mini_net():
    model = Sequential()
    model.add(Conv2D(4, (3, 3), activation='relu', input_shape=(48, 48, 1)))
    model.add(MaxPooling2D((4, 4)))
    model.add(Flatten())
    model.add(Dense(len(EMOTIONS), activation='softmax'))
    model.compile(optimizer='adam', loss='categorical_crossentropy', metrics=['accuracy'])
    return model


faces = np.random.randint(0, 255, (32, 48, 48, 1)).astype('float32')
emotions = np.eye(7)[np.random.randint(0, 7, 32)]
data_generator = ImageDataGenerator(rescale=1. / 255)
emotion_classifier = mini_net()
emotion_classifier.fit(data_generator.flow(faces, emotions, batch_size=16), epochs=1, verbose=0)

camera = VideoCapture(0)
while True:
    ret, frame = camera.read()
    if not ret:
        break
    roi = frame.astype("float") / 255.0
    roi = img_to_array(roi)
    roi = np.expand_dims(roi, axis=0)
    preds = emotion_classifier.predict(roi, verbose=0)[0]
    label = EMOTIONS[preds.argmax()]
    print(label, np.max(preds))
camera.release()
