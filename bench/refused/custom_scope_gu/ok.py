import numpy as np
import keras
from keras import layers
from keras.models import load_model
from keras.utils import CustomObjectScope


def swish2(x):
    return x * keras.ops.sigmoid(1.5 * x)


m = keras.Sequential([layers.Input((4,)), layers.Dense(6, activation=swish2), layers.Dense(4)])
m.compile('adam', 'mse')
m.save('swish.keras')

with CustomObjectScope({'swish2': swish2}):
    best = load_model('swish.keras')

state = np.random.rand(1, 4)
traj = [state]
for _ in range(9):
    step_out = best.predict(state, verbose=0)
    state = state + 0.1 * step_out
    traj.append(state)
print(np.vstack(traj))
