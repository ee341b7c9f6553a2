import numpy as np
from keras.models import load_model
CNN = load_model('signs.keras')
_, w, h, _ = CNN.layers[0].input_shape
history = []
word = ''
cap = (np.random.rand(30, 30) for _ in range(12))
while True:
    frame = next(cap, None)
    if frame is None: break
    x = frame[:w, :h]
    pred = CNN.predict(x.reshape((1,) + (w, h, 1)))
    letter = 'ABCDEF'[int(np.argmax(pred))]
    history.append(letter)
    if history[-3:] == [letter] * 3:
        word += letter
        history = []
print('word:', word)
