'''Bottleneck features + nearest neighbour retrieval'''
import numpy as np
import keras
from keras.models import Model, Sequential
from keras.layers import Dense, Dropout, Flatten, Conv2D, MaxPooling2D

num_classes = 3
x_train = np.random.rand(30, 12, 12, 3)
y_train = keras.utils.to_categorical(np.random.randint(num_classes, size=30), num_classes)

model = Sequential()
model.add(Conv2D(4, (3, 3), activation='relu', input_shape=(12, 12, 3)))
model.add(MaxPooling2D(pool_size=(2, 2)))
model.add(Flatten())
model.add(Dense(10, activation='relu'))
model.add(Dropout(0.25))
model.add(Dense(num_classes, activation='softmax'))
model.compile(loss='categorical_crossentropy', optimizer='adam', metrics=['accuracy'])
model.fit(x_train, y_train, batch_size=10, epochs=1, verbose=0)

# first fully connected layer as the embedding
feature_model = Model(inputs=model.inputs, outputs=model.get_layer('dense_1').output)
gallery = feature_model.predict(x_train, verbose=0)

queries = np.random.rand(4, 12, 12, 3)
for q in queries:
    f = feature_model.predict(np.expand_dims(q, axis=0), verbose=0)
    dist = np.linalg.norm(gallery - f, axis=1)
    print('closest:', dist.argmin())
