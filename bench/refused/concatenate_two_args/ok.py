import numpy as np
from tensorflow.keras.layers import Input, Dense, concatenate
from tensorflow.keras.models import Model


def critic(n_s, n_a):
    s = Input((n_s,))
    a = Input((n_a,))
    h = concatenate([Dense(6, activation='relu')(s), Dense(6, activation='relu')(a)])
    q = Dense(1)(h)
    m = Model([s, a], q)
    m.compile('adam', 'mse')
    return m


if __name__ == '__main__':
    c = critic(3, 1)
    s = np.random.rand(1, 3)
    best = max(np.linspace(-1, 1, 5), key=lambda a: 0)
    for a in np.linspace(-1, 1, 5):
        q = c.predict([s, np.array([[a]])], verbose=0)
        print('%.1f -> %.3f' % (a, q[0, 0]))
