import numpy as np
from keras.callbacks import ReduceLROnPlateau, EarlyStopping
from keras.layers import Conv2D, Input
from keras.models import Model

noisy = np.random.rand(24, 16, 16, 1)
clean = np.round(noisy)
i = Input((None, None, 1))
o = Conv2D(1, 3, padding='same', activation='sigmoid')(Conv2D(4, 3, padding='same', activation='relu')(i))
model = Model(i, o)
model.compile(optimizer='adam', loss='binary_crossentropy')
h = model.fit(noisy, clean, epochs=2, verbose=0, validation_split=.25,
              callbacks=[ReduceLROnPlateau(factor=.5, patience=1), EarlyStopping(patience=4)])
for e, (l, lr) in enumerate(zip(h.history['loss'], h.history['learning_rate'])):
    print('epoch', e, 'loss', l, 'lr', lr)

# whole page, patch by patch
page = np.random.rand(32, 48)
result = np.zeros_like(page)
for r in range(0, 32, 16):
    for c in range(0, 48, 16):
        patch = page[r:r + 16, c:c + 16].reshape(1, 16, 16, 1)
        out = model.predict(patch, verbose=0)
        result[r:r + 16, c:c + 16] = out[0, :, :, 0]
print(result.mean())
