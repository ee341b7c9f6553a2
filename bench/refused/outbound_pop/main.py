import numpy as np
from keras.models import Model
from keras.layers import Input, Conv2D, Flatten, Dense

def small_vgg():
    i = Input((16, 16, 3))
    x = Conv2D(4, (3, 3), activation='relu', name='block1_conv1')(i)
    x = Conv2D(4, (3, 3), strides=2, activation='relu', name='block1_conv2')(x)
    x = Flatten(name='flatten')(x)
    x = Dense(8, activation='relu', name='fc1')(x)
    x = Dense(10, activation='softmax', name='predictions')(x)
    return Model(i, x)

base = small_vgg()
# cut off the classifier
extractor = Model(base.inputs, base.layers[-2].get_output_at(0))

gallery = {}
imgs = {'img%02d' % k: np.random.rand(16, 16, 3) for k in range(8)}
for name in sorted(imgs):
    im = imgs[name]
    feat = extractor.predict(im.reshape(1, 16, 16, 3)).ravel()
    gallery[name] = feat / (np.linalg.norm(feat) + 1e-8)

query = gallery['img00']
print(sorted(gallery, key=lambda n: -gallery[n].dot(query))[:3])
