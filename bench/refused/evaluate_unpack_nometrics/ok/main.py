import numpy as np
from model import mlp
from data import iris_like

Xtr, ytr, Xte, yte = iris_like()
clf = mlp()
clf.fit(Xtr, ytr, epochs=2, verbose=0)
loss, acc = clf.evaluate(Xte, yte, verbose=0)
print('Accuracy: %.2f%%' % (acc * 100))
conf = np.zeros((3, 3), int)
for x, y in zip(Xte, yte):
    conf[y, clf.predict(x.reshape(1, -1), verbose=0).argmax()] += 1
print(conf)
