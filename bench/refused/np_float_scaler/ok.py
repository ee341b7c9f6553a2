import numpy as np
from keras.layers import Dense
from keras.models import Sequential


class MinMax(object):
    def fit_transform(self, a):
        self.lo, self.hi = a.min(0), a.max(0)
        return ((a - self.lo) / (self.hi - self.lo)).astype(float)

    def inverse(self, v):
        return v * (self.hi - self.lo) + self.lo


consumption = np.random.rand(80) * 50 + 200
sc = MinMax()
norm = sc.fit_transform(consumption)
reg = Sequential()
reg.add(Dense(6, input_dim=4, kernel_initializer='normal', activation='relu'))
reg.add(Dense(1, kernel_initializer='normal'))
reg.compile(loss='mean_squared_error', optimizer='adam')
reg.fit(np.array([norm[i:i + 4] for i in range(76)]), norm[4:], verbose=0)
feat = norm[-4:].reshape(1, -1)
for hour in range(6):
    nxt = reg.predict(feat, verbose=0)
    feat = np.hstack([feat[:, 1:], nxt])
    print(hour, sc.inverse(nxt[0, 0]))
