import numpy as np
from tensorflow import keras

lat = keras.Input((2,))
y = keras.layers.Dense(9, activation='sigmoid')(lat)
y = keras.layers.Reshape((3, 3))(y)
dec = keras.Model(lat, y)
dec.save('decoder.keras', save_format='tf')
dec = keras.models.load_model('decoder.keras')
canvas = []
for i in range(6):
    z = dec.predict(np.random.randn(1, 2), verbose=0)
    canvas.append(z[0])
print(np.hstack(canvas).shape)
