import numpy as np
from net import Mini

net = Mini(input_shape=(16, 16, 3))
top = []
for k in range(8):
    im = np.random.rand(1, 16, 16, 3) - .5
    preds = net.predict(im, verbose=0)
    top.append(int(preds.argmax()))
print(top)
