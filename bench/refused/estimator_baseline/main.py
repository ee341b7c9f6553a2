import numpy as np
import tensorflow as tf
from baseline import linear_baseline
from model import wide_net

rng = np.random.RandomState(0)
X = rng.rand(60, 4).astype('float32')
y = (X.sum(1) > 2).astype('int32')

print('baseline accuracy', linear_baseline(X, y))
net = wide_net(4)
net.fit(X, y, epochs=2, verbose=0)
for customer in X[:6]:
    churn = net.predict(customer.reshape(1, 4), verbose=0)[0][0]
    print('churn %.2f' % churn)
