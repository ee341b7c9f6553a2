import numpy as np
import tensorflow as tf

X = np.random.rand(48, 5).astype('float32')
Y = (X @ np.random.rand(5, 1)).astype('float32')
net = tf.keras.Sequential()
net.add(tf.keras.layers.Dense(4, activation='relu', input_shape=(5,)))
net.add(tf.keras.layers.Dense(1))
optimizer = tf.keras.optimizers.Adam()
net.compile(loss='mse', optimizer=optimizer)
net.fit(X, Y, epochs=2, verbose=0)
for var in net.trainable_variables:
    m = optimizer._momentums[optimizer._get_variable_index(var)]
    print(var.name, 'momentum norm %.4f' % tf.norm(m).numpy())
preds = []
for i in range(8):
    preds.append(net.predict(X[i].reshape(1, -1), verbose=0)[0][0])
print(np.corrcoef(preds, Y[:8, 0])[0, 1])
