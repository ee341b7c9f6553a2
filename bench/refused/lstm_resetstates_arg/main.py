import numpy as np
from tensorflow.keras import layers, Sequential

rnn = layers.LSTM(5, stateful=True)
stepper = Sequential([layers.Input(batch_shape=(1, 1, 1)), rnn, layers.Dense(2)])


def seed_state():
    rnn.reset_states(states=[np.full((1, 5), .1), np.zeros((1, 5))])


def generate(n, ch=0.5):
    seed_state()
    out = []
    for _ in range(n):
        vals = stepper.predict(np.array([[[ch]]]), batch_size=1, verbose=0)
        ch = vals[0, 0] + np.exp(vals[0, 1] / 2) * np.random.randn() * .1
        out.append(ch)
    return out


print(generate(10))
