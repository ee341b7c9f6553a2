import string
import numpy as np
from keras.models import Sequential
from keras.layers import Dense

table = str.maketrans('', '', string.punctuation)
texts = ['Hello, world!', "It's fine.", 'What? No!']
clean = [t.lower().translate(table) for t in texts]
alpha = string.ascii_lowercase
model = Sequential([Dense(1, activation='sigmoid', input_shape=(26,))])
for c in clean:
    v = np.array([[c.count(a) for a in alpha]], dtype=float)
    y = model.predict(v, verbose=0)
    print(c, y[0, 0])
