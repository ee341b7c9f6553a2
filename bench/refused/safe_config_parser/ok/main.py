import numpy as np
from options import load_options
from net import build

with open('params.ini', 'w') as f:
    f.write('[net]\nhidden = 6\nepochs = 1\n')
opt = load_options('params.ini')
m = build(opt['hidden'])
X = np.random.rand(20, 2)
m.fit(X, X[:, 0] * X[:, 1], epochs=opt['epochs'], verbose=0)
gx = np.linspace(0, 1, 3)
for a in gx:
    print([round(float(m.predict(np.array([[a, b]]), verbose=0)[0, 0]), 2) for b in gx])
