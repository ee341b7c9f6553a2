import numpy as np
import tensorflow as tf
from tensorflow.keras import backend as K


class StepDecay(tf.keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        self.model.optimizer.learning_rate.assign(0.01 * 0.5 ** epoch)


actor = tf.keras.models.Sequential([tf.keras.layers.Dense(8, activation='relu', input_shape=(3,)),
                                    tf.keras.layers.Dense(1, activation='tanh')])
actor.compile('adam', 'mse')
demo = np.random.randn(40, 3)
actor.fit(demo, np.sign(demo[:, 0]), epochs=2, verbose=0, callbacks=[StepDecay()])

pos, vel = 0.5, 0.
for _ in range(12):
    obs = np.array([[pos, vel, 1.0]])
    action = actor.predict(obs, verbose=0)
    vel += 0.05 * action[0, 0]
    pos += vel
print(pos)
