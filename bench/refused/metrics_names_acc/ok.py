# K-fold, then leave-one-out check of the final model
import numpy as np
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import Dense, Input
seed = 7
np.random.seed(seed)
X = np.random.rand(60, 8)
Y = (X.sum(axis=1) > 4).astype(int)
folds = np.array_split(np.random.permutation(60), 3)
cvscores = []

def create_model():
	model = Sequential()
	model.add(Input((8,)))
	model.add(Dense(12, activation='relu'))
	model.add(Dense(1, activation='sigmoid'))
	model.compile(loss='binary_crossentropy', optimizer='adam', metrics=['accuracy'])
	return model

for k, test in enumerate(folds):
	train = np.concatenate([f for j, f in enumerate(folds) if j != k])
	model = create_model()
	model.fit(X[train], Y[train], epochs=2, batch_size=10, verbose=0)
	scores = model.evaluate(X[test], Y[test], verbose=0)
	print("%s: %.2f%%" % (model.metrics_names[1], scores[1] * 100))
	cvscores.append(scores[1] * 100)
print("%.2f%% (+/- %.2f%%)" % (np.mean(cvscores), np.std(cvscores)))
acc_i = 1
correct = 0
for i in range(10):
	x_i = X[i:i + 1]
	y_i = Y[i:i + 1]
	r = model.evaluate(x_i, y_i, verbose=0)
	correct += r[acc_i]
	p = model.predict(x_i, verbose=0)
	print(i, p[0, 0], y_i[0])
print('correct', correct)
