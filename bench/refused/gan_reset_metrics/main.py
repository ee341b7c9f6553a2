import tensorflow as tf
import numpy as np
keras = tf.keras

np.random.seed(42)
X = np.random.rand(32, 8, 8, 1).astype('float32')

gen = keras.Sequential([keras.layers.Dense(64, input_shape=(5,), activation='sigmoid'), keras.layers.Reshape((8, 8, 1))])
disc = keras.Sequential([keras.layers.Flatten(input_shape=(8, 8, 1)), keras.layers.Dense(8, activation='selu'),
                         keras.layers.Dense(1, activation='sigmoid')])
disc.compile('rmsprop', 'binary_crossentropy')

# let the discriminator see one batch of each class first
disc.train_on_batch(X[:8], np.ones((8, 1)), reset_metrics=False)
disc.train_on_batch(np.random.rand(8, 8, 8, 1), np.zeros((8, 1)))

disc.trainable = False
gan = keras.Sequential([gen, disc])
gan.compile('rmsprop', 'binary_crossentropy')

for i in range(6):
    g_loss = gan.train_on_batch(np.random.randn(8, 5), np.ones((8, 1)))
    print(i, g_loss)
