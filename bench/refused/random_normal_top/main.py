import tensorflow as tf

G = tf.keras.models.Sequential([tf.keras.layers.Dense(9, activation='tanh', input_dim=5)])
fixed = tf.random_normal([6, 5], stddev=0.5)
frames = []
for k in range(6):
    z = fixed[k][None]
    img = G(z, training=False)
    frames.append(tf.reshape(img, (3, 3)))
print(tf.stack(frames).shape)
