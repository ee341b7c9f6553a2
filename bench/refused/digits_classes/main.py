# coding: utf-8
# In[1]:
import numpy as np
import tensorflow as tf
from tensorflow import keras

# In[2]:
np.random.seed(0)
x_train = np.random.rand(120, 8, 8).astype('float32')
y_train = np.random.randint(0, 10, 120)
x_test, y_test = x_train[:20], y_train[:20]

# In[3]:
net = keras.Sequential([
    keras.layers.Flatten(input_shape=(8, 8)),
    keras.layers.Dense(16, activation=tf.nn.relu),
    keras.layers.Dense(10, activation=tf.nn.softmax)
])
net.compile(optimizer='adam', loss='sparse_categorical_crossentropy', metrics=['accuracy'])

# In[4]:
net.fit(x_train, y_train, epochs=2, verbose=0)

# In[5]:
y_hat = net.predict_classes(x_test)
print('right:', (y_hat == y_test).sum(), 'of', len(y_test))

# In[6]:
# look at the ones it got wrong, one at a time
wrong = np.where(y_hat != y_test)[0]
for i in range(12):
    img = x_test[i]
    probs = net.predict(img[None])
    print(i, y_test[i], 'guess', probs[0].argmax(), round(float(probs[0].max()), 3))
