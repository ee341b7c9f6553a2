import numpy
from keras.models import Sequential
from keras.layers import Dense
from keras.utils import np_utils

# fix random seed for reproducibility
seed = 7
numpy.random.seed(seed)

X = numpy.random.rand(60, 4).astype(float)
encoded_Y = numpy.random.randint(0, 3, 60)
dummy_y = np_utils.to_categorical(encoded_Y)

model = Sequential()
model.add(Dense(8, input_dim=4, activation='relu'))
model.add(Dense(3, activation='softmax'))
model.compile(loss='categorical_crossentropy', optimizer='adam', metrics=['accuracy'])
model.fit(X, dummy_y, epochs=2, batch_size=5, verbose=0)

correct = 0
for row, label in zip(X, encoded_Y):
    scan = row.reshape(1, 4)
    prediction = model.predict(scan, verbose=0)
    if prediction.argmax() == label:
        correct += 1
print("%d of %d" % (correct, len(X)))
