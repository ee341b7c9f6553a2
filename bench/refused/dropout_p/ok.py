import numpy as np
from keras.layers import Input, Dense, Dropout
from keras.models import Model

# regression with a little ensemble per query point
x = np.linspace(-2, 2, 60)[:, None]
y = x ** 3 + np.random.randn(60, 1)
i = Input((1,))
h = Dense(16, activation='relu')(i)
h = Dropout(0.5)(h)
net = Model(i, Dense(1)(h))
net.compile('adam', 'mse')
net.fit(x, y, epochs=2, verbose=0)
for q in [-3., 0., 3.]:
    xq = np.array([[q]])
    draws = np.array([net.predict(xq, verbose=0)[0, 0] for _ in range(5)])
    print('%5.1f  %.3f +- %.3f' % (q, draws.mean(), draws.std()))
