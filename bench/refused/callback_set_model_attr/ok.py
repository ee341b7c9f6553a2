import numpy as np
import keras


class EvalCallback(keras.callbacks.Callback):
    def __init__(self, model, states):
        super(EvalCallback, self).__init__()
        self.set_model(model)
        self.states = states

    def on_epoch_end(self, epoch, logs=None):
        print('mean action', self.model.predict(self.states, verbose=0).mean())


states = np.random.rand(24, 4).astype('float32')
policy = keras.models.Sequential([keras.layers.Dense(8, activation='relu', input_shape=(4,)), keras.layers.Dense(1)])
policy.compile(optimizer='adam', loss='mse')
policy.fit(states, states.sum(1), verbose=0, callbacks=[EvalCallback(policy, states)])
obs = states[0]
for _ in range(6):
    act = policy(np.atleast_2d(obs))
    obs = np.clip(obs + float(act[0, 0]) * .1, 0, 1).astype('float32')
print(obs)
