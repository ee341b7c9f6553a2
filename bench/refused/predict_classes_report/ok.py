import numpy as np
from keras.models import Sequential
from keras.layers import Dense, Dropout, Flatten

x_test, y_test = np.random.rand(20, 28, 28), np.random.randint(0, 10, 20)
model = Sequential([Flatten(input_shape=(28, 28)), Dense(16, activation='relu'), Dropout(.2), Dense(10, activation='softmax')])
model.compile('adam', 'sparse_categorical_crossentropy')
model.fit(x_test, y_test, verbose=0)
predicted_classes = model.predict(x_test).argmax(axis=-1)
correct = np.nonzero(predicted_classes == y_test)[0]
print("Found %d correct labels" % len(correct))
for i in range(6):
    img = x_test[i:i + 1]
    digit = model.predict(img, verbose=0)
    print(y_test[i], digit[0].argmax(), digit[0].max())
