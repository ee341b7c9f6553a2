import numpy as np
from keras.models import Sequential
from keras.layers import Dense
from keras.callbacks import EarlyStopping

X, Y = np.random.rand(30, 4), np.random.randint(0, 2, 30)
model = Sequential([Dense(4, activation='relu', input_shape=(4,)), Dense(1, activation='sigmoid')])
model.compile('adam', 'binary_crossentropy', metrics=['accuracy'])
es = EarlyStopping(monitor='val_accuracy', patience=2, mode='auto')
model.fit(X, Y, validation_split=.3, epochs=2, verbose=0, callbacks=[es])
for k in range(5):
    x = X[k][None]
    y = model.predict(x, verbose=0)
    print(y[0, 0])
