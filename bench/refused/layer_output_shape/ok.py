#!/usr/bin/env python
import numpy as np
from tensorflow.keras import layers, models

BATCH, STEPS = 8, 12

train_model = models.Sequential([
    layers.Conv2D(4, (3, 3), activation='relu', input_shape=(14, 14, 1)),
    layers.MaxPooling2D((2, 2)),
    layers.Conv2D(8, (3, 3), activation='relu'),
    layers.Flatten(),
    layers.Dense(10, activation='softmax'),
])
for layer in train_model.layers:
    print('%-20s %s' % (layer.name, layer.output.shape))

train_model.compile(optimizer='sgd', loss='sparse_categorical_crossentropy')

images = np.random.rand(100, 14, 14, 1).astype('float32')
labels = np.random.randint(0, 10, 100)
history = []
for step in range(STEPS):
    idx = np.random.permutation(100)[:BATCH]
    x, y = images[idx], labels[idx]
    step_loss = train_model.train_on_batch(x, y)
    history.append(float(step_loss))
print('first %.3f last %.3f' % (history[0], history[-1]))
