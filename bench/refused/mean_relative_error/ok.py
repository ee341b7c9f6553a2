import csv, io
import numpy as np
import tensorflow as tf

RAW = 'date,close\n' + '\n'.join('2019-01-%02d,%.2f' % (d, 100 + d + (d % 3)) for d in range(1, 29))
rows = list(csv.DictReader(io.StringIO(RAW)))
close = np.array([float(r['close']) for r in rows], dtype='float32')
lo, hi = close.min(), close.max()
scaled = (close - lo) / (hi - lo)
LOOK = 5
X = np.stack([scaled[i:i + LOOK] for i in range(len(scaled) - LOOK)])[..., None]
Y = scaled[LOOK:]

model = tf.keras.models.Sequential()
model.add(tf.keras.layers.SimpleRNN(6, input_shape=(LOOK, 1)))
model.add(tf.keras.layers.Dense(1))
mre = tf.keras.metrics.MeanAbsolutePercentageError()
model.compile(loss='mae', optimizer='rmsprop', metrics=[mre])
model.fit(X, Y, epochs=2, verbose=0)

hist = scaled[-LOOK:].tolist()
for day in range(5):
    nxt = float(model.predict(np.array(hist[-LOOK:]).reshape(1, LOOK, 1), verbose=0)[0, 0])
    hist.append(nxt)
    print('day +%d: %.2f' % (day + 1, nxt * (hi - lo) + lo))
