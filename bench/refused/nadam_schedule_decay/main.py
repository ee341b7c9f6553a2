import numpy as np
from keras.models import Sequential
from keras.layers import Dense, PReLU
from keras.optimizers import Nadam

eeg = np.random.randn(30, 16)
stage = np.random.randint(0, 4, 30)
nadam = Nadam(0.002, beta_1=0.9, beta_2=0.999, epsilon=1e-08, schedule_decay=0.004)
model = Sequential([Dense(10, input_shape=(16,)), PReLU(), Dense(4, activation='softmax')])
model.compile(nadam, 'sparse_categorical_crossentropy')
model.fit(eeg, stage, verbose=0)
hyp = []
for e in eeg:
    ps = model.predict(e.reshape(1, 16), verbose=0)
    hyp.append('WRSD'[ps.argmax()])
print(''.join(hyp))
