import numpy as np
from keras.models import Sequential
from keras.layers import Dense, Dropout

transactions = np.random.randn(90, 6)
fraud = (np.random.rand(90) > .9).astype(int)
m = Sequential()
m.add(Dense(8, activation='relu', input_dim=6))
m.add(Dropout(.2))
m.add(Dense(1, activation='sigmoid'))
m.compile(loss='binary_crossentropy', optimizer='rmsprop')
m.fit(transactions, fraud, class_weight='auto', epochs=1, verbose=0)
blocked = []
for no, tx in enumerate(transactions[:9]):
    s = m.predict(tx[None], verbose=0)
    if s > .5:
        blocked.append(no)
print('blocked', blocked)
