import tensorflow as tf
import numpy as np

WINDOW = 7
series = np.sin(np.arange(100) / 5).astype(np.float32)
xs = np.stack([series[i:i + WINDOW] for i in range(90)])
ys = np.stack([series[i + WINDOW:i + WINDOW + 1] for i in range(90)])
ds = tf.data.Dataset.from_tensor_slices((xs, ys)).shuffle(50).batch(16)

n_in = ds.output_shapes[0][1]
n_out = ds.output_shapes[1][1]
model = tf.keras.models.Sequential([
    tf.keras.layers.Dense(10, input_shape=[n_in], activation="relu"),
    tf.keras.layers.Dense(n_out)
])
model.compile(loss="mse", optimizer=tf.keras.optimizers.SGD(momentum=0.9))
model.fit(ds, epochs=1, verbose=0)

forecast = []
for time in range(80, 90):
    window = series[time - WINDOW:time][np.newaxis]
    pred = model.predict(window, verbose=0)
    forecast.append(pred[0, 0])
print(np.mean(np.abs(np.array(forecast) - series[80:90])))
