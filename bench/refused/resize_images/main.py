import numpy as np
import tensorflow as tf
from tensorflow.keras.layers import Conv2D, Conv2DTranspose, Input
from tensorflow.keras.models import Model

photos = np.random.randint(0, 255, (10, 50, 40, 3)).astype('float32')
photos = tf.image.resize_images(photos, (24, 24)).numpy() / 255.

i = Input((24, 24, 3))
e = Conv2D(4, 3, strides=2, padding='same', activation='relu')(i)
d = Conv2DTranspose(3, 3, strides=2, padding='same', activation='sigmoid')(e)
ae = Model(i, d)
ae.compile('adam', 'mse')
ae.fit(photos, photos, epochs=1, verbose=0)

anomalies = []
for k, photo in enumerate(photos):
    decoded = ae.predict(np.expand_dims(photo, 0), verbose=0)
    if np.mean((decoded[0] - photo) ** 2) > 0.08:
        anomalies.append(k)
print(anomalies)
