import numpy as np
from stacked import StackedMLP
x = np.random.rand(20, 4).astype('float32')
net = StackedMLP([8, 4], 2)
net.compile('adam', 'sparse_categorical_crossentropy')
net.fit(x, np.arange(20) % 2, verbose=0)
for v in x[:5]:
    print(net.predict(v[None], verbose=0))
