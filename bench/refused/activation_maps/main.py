# %% [markdown]
# Looking at what the layers see
# %%
import numpy as np
import tensorflow as tf
from tensorflow.keras import backend as K
from tensorflow.keras.layers import Conv2D, Dense, Flatten, Input, MaxPooling2D
from tensorflow.keras.models import Model
# %%
inp = Input(shape=(16, 16, 1), name='frame')
x = Conv2D(4, 3, activation='relu', name='conv1')(inp)
x = MaxPooling2D()(x)
x = Conv2D(4, 3, activation='relu', name='conv2')(x)
x = Flatten()(x)
out = Dense(3, activation='softmax')(x)
clf = Model(inp, out)
clf.compile('adam', 'sparse_categorical_crossentropy')
# %%
X = np.random.rand(32, 16, 16, 1).astype('float32')
Y = np.random.randint(0, 3, 32)
clf.fit(X, Y, epochs=1, verbose=0)
# %%
get_maps = K.function([clf.input], [clf.get_layer('conv2').output])
maps = get_maps([X[:1]])[0]
print(maps.shape)
# %%
labels = []
for img in X[:8]:
    probs = clf.predict(img[None, ...], verbose=0)
    labels.append(int(np.argmax(probs)))
print(labels)
