import cPickle as pickle
import numpy as np
from keras.models import Sequential
from keras.layers import Dense

people = pickle.loads(pickle.dumps({'ann': np.random.rand(8), 'ben': np.random.rand(8)}))
encoder = Sequential([Dense(4, input_shape=(8,))])
codes = {}
for name in people:
    p = people[name].reshape(1, -1)
    emb = encoder.predict(p, verbose=0)
    codes[name] = emb[0]
print(codes)
