import numpy as np
import tensorflow as tf

np.random.seed(3)
N, T = 64, 16
ecg = np.random.randn(N, T, 1).astype('float32')
lab = (ecg[:, :4, 0].mean(axis=1) > 0).astype('float32')

model = tf.keras.Sequential([
    tf.keras.layers.Input((T, 1)),
    tf.keras.layers.Conv1D(4, 3, activation='relu'),
    tf.keras.layers.Flatten(),
    tf.keras.layers.Dense(1, activation='sigmoid'),
])
model.compile('adam', 'binary_crossentropy', metrics=['accuracy'])
model.fit(ecg, lab, epochs=2, verbose=0)

alarm = 0
buffer = list(ecg[0, :, 0])
for tick in range(15):
    buffer = buffer[1:] + [np.random.randn()]
    row = np.array(buffer, dtype='float32').reshape(1, T, 1)
    prob = model.predict(row, verbose=0)[0, 0]
    alarm = alarm + 1 if prob > .5 else 0
    if alarm >= 3:
        print('tick', tick, 'ALARM', prob)
