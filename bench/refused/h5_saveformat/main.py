import numpy as np
import tensorflow as tf
tf.random.set_seed(1)

# crossentropy-method agent
class Env:
    n = 0
    def reset(self):
        self.n = 0
        return np.random.randn(4).astype(np.float32)
    def step(self, a):
        self.n += 1
        return np.random.randn(4).astype(np.float32), 1., self.n > 5, {}

model = tf.keras.models.Sequential([
    tf.keras.layers.Dense(8, activation='relu', input_shape=(4,)),
    tf.keras.layers.Dense(2, activation='softmax')])
model.compile(optimizer='adam', loss='sparse_categorical_crossentropy')
model.fit(np.random.randn(16, 4), np.random.randint(0, 2, 16), verbose=0)
model.save_weights('ckpt.weights.h5', save_format='tf')

env = Env()
sessions = []
for s in range(4):
    obs = env.reset(); done = False; O, A, R = [], [], 0
    while not done:
        pred = model(tf.constant(obs.reshape(1, -1)))
        a = np.random.choice(2, p=pred.numpy()[0] / pred.numpy()[0].sum())
        O.append(obs); A.append(a)
        obs, r, done, _ = env.step(a)
        R += r
    sessions.append((R, O, A))
elite = sorted(sessions, key=lambda t: -t[0])[:2]
for R, O, A in elite:
    model.fit(np.array(O), np.array(A), verbose=0)
print([s[0] for s in sessions])
