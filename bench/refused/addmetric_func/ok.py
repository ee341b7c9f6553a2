import numpy as np
import keras
from keras.layers import Input, Dense
from keras.models import Model
from keras import regularizers

X = np.random.rand(64, 20)
i = Input((20,))
code = Dense(5, activation='relu', activity_regularizer=regularizers.l1(1e-4))(i)
o = Dense(20, activation='sigmoid')(code)
ae = Model(i, o)

ae.compile('adam', 'mse')
ae.fit(X, X, epochs=2, verbose=0)

scores = []
for x_one in X[:9]:
    rec = ae.predict(x_one.reshape(1, -1))
    scores.append(np.mean((rec - x_one) ** 2))
print(np.array(scores))
