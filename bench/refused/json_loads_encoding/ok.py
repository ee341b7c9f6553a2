import json
import numpy as np
from keras.models import Sequential
from keras.layers import Dense, Dropout

raw = '{"questions": ["where is it", "who is it", "when was it"], "kinds": ["LOC", "HUM", "NUM"]}'
data = json.loads(raw)
vocab = sorted({w for q in data['questions'] for w in q.split()})
net = Sequential([Dense(6, input_shape=(len(vocab),), activation='relu'), Dropout(.1), Dense(3, activation='softmax')])
for q in data['questions'] * 2:
    v = np.array([[q.split().count(w) for w in vocab]])
    ans = net.predict(v, verbose=0)
    print(q, '?', data['kinds'][ans.argmax()])
