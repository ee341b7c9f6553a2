#%%
import numpy as np
import tensorflow as tf
#%%
WINDOW_SIZE = 5
series = np.sin(np.linspace(0, 12, 80)).astype('float32')
ds = tf.data.Dataset.from_tensor_slices(series)
ds = ds.window(WINDOW_SIZE + 1, shift=1, drop_remainder=True)
ds = ds.flat_map(lambda w: w.batch(WINDOW_SIZE + 1)).map(lambda w: (w[:-1], w[-1:])).batch(16)
#%%
model = tf.keras.models.Sequential([tf.keras.layers.Dense(6, activation='relu', input_shape=[WINDOW_SIZE]), tf.keras.layers.Dense(1)])
model.compile(loss=tf.keras.losses.Huber(), optimizer='sgd')
model.fit(ds, epochs=1, verbose=0)
#%%
forecast = []
for time in range(60, 66):
    forecast.append(model.predict(series[time - 5:time][np.newaxis], verbose=0))
print(np.array(forecast).ravel())
