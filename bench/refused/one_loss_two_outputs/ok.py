import numpy as np
from keras.layers import Dense, Input
from keras.models import Model

i = Input((9,))
h = Dense(12, activation='relu')(i)
net = Model(i, [Dense(9, activation='softmax', name='pi')(h), Dense(1, activation='tanh', name='v')(h)])
net.compile(loss=['mse', 'mse'], loss_weights=[1., .5], optimizer='adam')
B = np.random.choice([-1, 0, 1], (20, 9)).astype('float32')
net.fit(B, [np.random.rand(20, 9), np.random.rand(20, 1)], verbose=0)
for board in B[:6]:
    b = board[np.newaxis]
    p, v = net.predict(b, verbose=0)
    print(p[0].argmax(), v[0, 0])
