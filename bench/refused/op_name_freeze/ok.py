import time
import numpy as np
from tensorflow import keras

x_test = np.random.rand(20, 10, 10, 1)

inp = keras.layers.Input((10, 10, 1))
x = keras.layers.Conv2D(4, kernel_size=(3, 3), activation='relu')(inp)
x = keras.layers.Flatten()(x)
x = keras.layers.Dense(10, activation='softmax')(x)
model = keras.models.Model(inp, x)
model.compile(loss=keras.losses.categorical_crossentropy, optimizer='adam')

# names for the freeze script
with open('node_names.txt', 'w') as f:
    f.write(','.join([model.input.name, model.output.name]))

times = []
for i in range(15):
    t0 = time.time()
    y = model.predict(x_test[i:i + 1], verbose=0)
    times.append(time.time() - t0)
print('mean latency %.1f ms' % (1000 * np.mean(times[3:])))
