import numpy as np
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import Dense, BatchNormalization

X = np.random.rand(70, 8)
y = (X.sum(axis=1) > 4).astype(int)
model = Sequential([Dense(12, activation='relu', input_shape=(8,)), BatchNormalization(), Dense(1, activation='sigmoid')])
model.compile(loss='binary_crossentropy', optimizer='adam', metrics=['accuracy'])
model.fit(X[:50], y[:50], epochs=1, batch_size=10, verbose=0)
scores = dict(zip(model.metrics_names, model.evaluate(X[50:], y[50:], verbose=0)))
print('Test accuracy: %.2f%%' % (scores['accuracy'] * 100))
for i in range(50, 58):
    sample = X[i].reshape(1, -1)
    single = model.predict(sample, verbose=0)
    print('%s => %d (expected %d)' % (X[i][:2].tolist(), single[0, 0] > .5, y[i]))
