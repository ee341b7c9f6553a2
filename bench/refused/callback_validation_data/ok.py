import numpy as np
from tensorflow.keras.callbacks import Callback
from tensorflow.keras.layers import Conv1D, Dense, GlobalAveragePooling1D
from tensorflow.keras.models import Sequential


class F1Metrics(Callback):
    def on_train_begin(self, logs={}):
        self.val_f1s = []

    def on_epoch_end(self, epoch, logs={}):
        val_predict = (np.asarray(self.model.predict(self.validation_data[0], verbose=0))).round()
        val_targ = self.validation_data[1]
        tp = (val_predict * val_targ).sum()
        self.val_f1s.append(2 * tp / (val_predict.sum() + val_targ.sum() + 1e-7))


X = np.random.randn(48, 20, 2)
y = np.random.randint(0, 2, (48, 1))
net = Sequential([Conv1D(4, 5, input_shape=(20, 2)), GlobalAveragePooling1D(), Dense(1, activation='sigmoid')])
net.compile(loss='binary_crossentropy', optimizer='adam')
metrics = F1Metrics()
metrics.validation_data = (X[32:], y[32:])
net.fit(X[:32], y[:32], validation_data=(X[32:], y[32:]), epochs=1, callbacks=[metrics], verbose=0)
print(metrics.val_f1s)

for signal in X[32:40]:
    pr = net.predict(signal[None], verbose=0)
    print('ictal' if pr > .5 else 'normal')
