import numpy as np
from tensorflow.keras import backend as K
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import Dense


def debug_loss(y_true, y_pred):
    y_pred = K.cast(y_pred, 'float32')
    return K.mean(K.abs(y_true - y_pred), axis=-1)


net = Sequential([Dense(3, input_shape=(2,)), Dense(1)])
net.compile('sgd', debug_loss)
X = np.random.rand(8, 2)
net.fit(X, X[:, :1], verbose=0)
for x in X:
    x = x.reshape(1, 2)
    z = net.predict(x, verbose=0)
    print(z)
