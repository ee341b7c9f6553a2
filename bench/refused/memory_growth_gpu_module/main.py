import tensorflow as tf
import numpy as np
tf.config.gpu.set_per_process_memory_growth(True)
from tensorflow.keras import models, layers

data = (np.random.rand(60, 3) - 0.5) * 10
speed = data @ [0.2, -1.0, 0.4]
model = models.Sequential()
model.add(layers.Dense(6, activation='tanh', input_dim=3))
model.add(layers.Dense(1))
model.compile(loss='mean_absolute_error', optimizer='adagrad')
model.fit(data, speed, batch_size=12, epochs=1, verbose=0)
res = list()
for i in range(len(data[:10])):
    y = model.predict(np.reshape(data[i], (1, 3)), verbose=0)
    res.append(y[0][0] - speed[i])
print(np.std(res))
