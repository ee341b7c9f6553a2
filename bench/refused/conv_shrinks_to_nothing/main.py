import numpy as np
from digits import DIGITS
from cnn import LeNetDeep

net = LeNetDeep.build(12, 12, 1, 10)
net.fit(DIGITS, np.arange(20) % 10, verbose=0)
for roi in DIGITS[:5]:
    print(net.predict(np.expand_dims(roi, axis=0), verbose=0).argmax(axis=1)[0])
