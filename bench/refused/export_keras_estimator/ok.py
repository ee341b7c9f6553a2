import numpy as np
import tensorflow as tf

ia = tf.keras.Input((1,), name='a')
ib = tf.keras.Input((1,), name='b')
o = tf.keras.layers.Dense(1)(tf.keras.layers.Concatenate()([ia, ib]))
model = tf.keras.Model({'a': ia, 'b': ib}, o)
model.compile('adam', 'mse')

A = np.random.rand(32, 1); B = np.random.rand(32, 1); Y = A + B
model.fit(tf.data.Dataset.from_tensor_slices(({'a': A, 'b': B}, Y)).batch(8), steps_per_epoch=4, verbose=0)

surface = {}
for a in (0., .5, 1.):
    for b in (0., .5, 1.):
        pr = model.predict(dict(a=np.array([[a]]), b=np.array([[b]])), verbose=0)
        surface[a, b] = float(pr[0, 0])
print(surface)
