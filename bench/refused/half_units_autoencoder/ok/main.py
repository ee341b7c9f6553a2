import numpy as np
from model import build_autoencoder
from data import load_vibration

WINDOW = 16
x = load_vibration(80, WINDOW)
ae, encoder = build_autoencoder(WINDOW, 12)
ae.compile(optimizer='adadelta', loss='mse')
ae.fit(x, x, epochs=2, batch_size=16, shuffle=True, verbose=0)

threshold = 0.5
anomalies = []
for i in range(len(x[:6])):
    rec = ae.predict(x[i:i + 1], verbose=0)
    err = np.mean((rec - x[i]) ** 2)
    if err > threshold:
        anomalies.append(i)
print('anomalies at', anomalies)
