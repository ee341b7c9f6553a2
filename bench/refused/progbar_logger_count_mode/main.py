import numpy as np
from keras import callbacks, layers, models

net = models.Sequential([layers.Embedding(15, 4), layers.GlobalAveragePooling1D(), layers.Dense(1, activation='sigmoid')])
net.compile('adam', 'binary_crossentropy')
cbs = [callbacks.ProgbarLogger(count_mode='steps')]
X = np.random.randint(0, 15, (20, 6))
net.fit(X, np.random.randint(0, 2, 20), epochs=1, verbose=0, callbacks=cbs)
for one in X[:7]:
    one = one[None]
    k = net.predict(one, verbose=0)
    print('spam' if k[0][0] > 0.5 else 'ham')
