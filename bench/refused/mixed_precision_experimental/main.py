import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

tf.keras.mixed_precision.experimental.set_policy('float32')

inputs = keras.Input(shape=(30, 2))
x = layers.Conv1D(8, 3, activation='relu')(inputs)
x = layers.GlobalMaxPool1D()(x)
outputs = layers.Dense(4, activation='softmax', dtype='float32')(x)
model = keras.Model(inputs, outputs)
model.compile(optimizer='adam', loss='sparse_categorical_crossentropy')
model.fit(np.random.rand(32, 30, 2), np.random.randint(0, 4, 32), epochs=1, verbose=0)

gestures = []
stream = np.random.rand(60, 2)
for start in range(0, 30, 5):
    pred = model.predict_on_batch(stream[None, start:start + 30])
    gestures.append(int(np.argmax(pred)))
print(gestures)
