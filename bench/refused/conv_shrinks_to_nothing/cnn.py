from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import Conv2D, MaxPooling2D, Flatten, Dense, Activation


class LeNetDeep:
    @staticmethod
    def build(width, height, depth, classes):
        model = Sequential()
        model.add(Conv2D(4, (5, 5), input_shape=(height, width, depth)))
        model.add(Activation('relu'))
        model.add(MaxPooling2D(pool_size=(2, 2), strides=(2, 2)))
        model.add(Conv2D(8, (5, 5)))
        model.add(Activation('relu'))
        model.add(MaxPooling2D(pool_size=(2, 2), strides=(2, 2)))
        model.add(Flatten())
        model.add(Dense(classes, activation='softmax'))
        model.compile(loss='sparse_categorical_crossentropy', optimizer='sgd')
        return model
