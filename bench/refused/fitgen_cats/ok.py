# Convolutional Neural Network

# Part 1 - Building the CNN
from keras.models import Sequential
from keras.layers import Conv2D
from keras.layers import MaxPooling2D
from keras.layers import Flatten
from keras.layers import Dense
import numpy as np

# Initialising the CNN
classifier = Sequential()
# Step 1 - Convolution
classifier.add(Conv2D(4, (3, 3), input_shape = (16, 16, 3), activation = 'relu'))
# Step 2 - Pooling
classifier.add(MaxPooling2D(pool_size = (2, 2)))
# Step 3 - Flattening
classifier.add(Flatten())
# Step 4 - Full connection
classifier.add(Dense(units = 8, activation = 'relu'))
classifier.add(Dense(units = 1, activation = 'sigmoid'))
# Compiling the CNN
classifier.compile(optimizer = 'adam', loss = 'binary_crossentropy', metrics = ['accuracy'])

# Part 2 - Fitting the CNN to the images
def flow(batch_size):
    while True:
        y = np.random.randint(0, 2, batch_size)
        yield np.random.rand(batch_size, 16, 16, 3) + y[:, None, None, None], y

training_set = flow(8)
test_set = flow(8)
classifier.fit(training_set,
                         steps_per_epoch = 4,
                         epochs = 2,
                         validation_data = test_set,
                         validation_steps = 2)

# Part 3 - Making new predictions
for k in range(6):
    test_image = np.random.rand(16, 16, 3)
    test_image = np.expand_dims(test_image, axis = 0)
    result = classifier.predict(test_image)
    if result[0][0] > 0.5:
        prediction = 'dog'
    else:
        prediction = 'cat'
    print(prediction)
