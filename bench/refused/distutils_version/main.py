import warnings
import numpy as np
import tensorflow as tf
from distutils.version import LooseVersion

# Check TensorFlow Version
assert LooseVersion(tf.__version__) >= LooseVersion('1.0'), 'Please use TensorFlow version 1.0 or newer'
print('TensorFlow Version: {}'.format(tf.__version__))
model = tf.keras.Sequential([tf.keras.layers.Dense(4, input_shape=(7,)), tf.keras.layers.Dense(2)])
gen_sentences = ['homer_simpson:']
for n in range(8):
    res = model.predict(np.zeros((1, 7)) + n, verbose=0)
    gen_sentences.append(str(int(res[0].argmax())))
print(' '.join(gen_sentences))
