import os
import numpy as np
from tensorflow.keras.layers import Input, Dense, Dropout
from tensorflow.keras.models import Model, load_model
from tensorflow.keras.callbacks import ModelCheckpoint

os.makedirs('ckpt', exist_ok=True)
x = np.random.rand(50, 6)
t = np.eye(2)[(x[:, 0] > x[:, 1]).astype(int)]
i = Input((6,))
o = Dense(2, activation='softmax')(Dropout(.2)(Dense(8, activation='relu')(i)))
m = Model(i, o)
m.compile('adam', 'categorical_crossentropy', metrics=['accuracy'])
ck = ModelCheckpoint('ckpt/w.{epoch:02d}-{val_accuracy:.2f}.keras', verbose=0)
m.fit(x, t, validation_split=.2, epochs=2, verbose=0, callbacks=[ck])
best = load_model(os.path.join('ckpt', sorted(os.listdir('ckpt'))[-1]))
for k in range(6):
    print(best.predict(x[k:k + 1], verbose=0).argmax(axis=1))
