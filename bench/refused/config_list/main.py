import numpy as np
from keras.models import Sequential
from keras.layers import Dense, Input

a = Sequential(); a.add(Input((1,))); a.add(Dense(4, activation='tanh')); a.add(Dense(1))
for c in a.get_config():
    print(c['class_name'], c['config'].get('units'))
twin = Sequential.from_config(a.get_config())
twin.set_weights(a.get_weights())
area = 0
for d in np.linspace(0, 1, 10):
    o = twin.predict(np.array([[d]]), verbose=0)
    area += o[0, 0] * .1
print(area)
