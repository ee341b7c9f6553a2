import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

plates = ['AB12', 'CA21', 'B1C2', 'A2B1']
characters = sorted(set(''.join(plates)))
char_to_num = layers.StringLookup(vocabulary=characters, num_oov_indices=0, mask_token=None)
vocab_size = char_to_num.vocabulary_size()

X = np.random.rand(4, 6, 12)
Y = np.array([char_to_num(tf.strings.unicode_split(p, 'UTF-8')).numpy() for p in plates])
i = layers.Input((6, 12))
h = layers.Dense(4 * vocab_size)(layers.Flatten()(i))
o = layers.Softmax()(layers.Reshape((4, vocab_size))(h))
ocr = tf.keras.Model(i, o)
ocr.compile('adam', 'sparse_categorical_crossentropy')
ocr.fit(X, Y, verbose=0)
for img in X:
    ids = ocr.predict(img[None], verbose=0).argmax(-1)[0]
    print(''.join(characters[k] for k in ids))
