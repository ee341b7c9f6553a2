import tensorflow as tf

codes = tf.range(24)
x = tf.reshape(tf.cast(codes, tf.float32), (8, 3)) / 24.
net = tf.keras.Sequential()
net.add(tf.keras.layers.Dense(5, activation='relu', input_shape=(3,)))
net.add(tf.keras.layers.Dense(1))
outs = []
for i in range(8):
    batch = x[i:i + 1]
    m = net(batch)
    outs.append(float(m[0, 0]))
print(outs)
