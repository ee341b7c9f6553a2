import numpy as np
from model import two_tower

def data(n=64):
    u = np.random.randint(0, 10, size=(n, 1))
    m = np.random.randint(0, 15, size=(n, 1))
    r = ((u + m) % 5 + 1).astype('float32')
    return u, m, r

def train():
    u, m, r = data()
    net = two_tower(10, 15)
    net.compile('adam', 'mse')
    net.fit([u, m], r, epochs=2, verbose=0)
    return net
