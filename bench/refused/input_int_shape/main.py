import tensorflow as tf
import numpy as np

class Config(object):
    history = 5
    horizon = 6

inp = tf.keras.layers.Input(shape=(5))
x = tf.keras.layers.Dense(10, activation='relu')(inp)
x = tf.keras.layers.Dense(1)(x)
model = tf.keras.models.Model(inputs=inp, outputs=x)
model.compile(optimizer='adam', loss='mae')

prices = np.abs(np.cumsum(np.random.randn(80))) + 1
X = np.array([prices[i:i + 5] for i in range(70)])
y = prices[5:75]
model.fit(X, y, batch_size=16, epochs=2, verbose=0)

cur = prices[-5:].copy()
out = []
for h in range(Config.horizon):
    next_price = model.predict(cur.reshape(1, 5))
    out.append(next_price[0][0])
    cur = np.roll(cur, -1)
    cur[-1] = next_price[0][0]
print(out)
