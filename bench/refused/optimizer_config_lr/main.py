import numpy as np
from tensorflow import keras

net = keras.models.Sequential()
net.add(keras.layers.Dense(5, activation="elu", input_shape=(2,)))
net.add(keras.layers.Dense(1))
net.compile("sgd", "mse")
name = "pinn_lr%g" % net.optimizer.get_config()['lr']
print(name)
t, state = 0., np.array([1., 0.])
for n in range(10):
    e_new = net.predict_on_batch(state[None])
    state = state + 0.1 * np.array([state[1], -state[0]]) + 0.01 * e_new[0]
    t += 0.1
print(t, state)
