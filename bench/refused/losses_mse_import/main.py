import numpy as np
from keras.layers import Dense, Input
from keras.models import Model
from keras.losses import mse, binary_crossentropy

i = Input((10,))
h = Dense(4, activation='relu')(i)
vae = Model(i, Dense(10, activation='sigmoid')(h))
vae.compile(optimizer='adam', loss=mse)
X = np.random.rand(20, 10)
vae.fit(X, X, epochs=1, verbose=0)
for d in X[:6]:
    d = d.reshape(1, 10)
    r = vae.predict(d, verbose=0)
    print(float(np.abs(r - d).sum()))
