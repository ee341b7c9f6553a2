import numpy as np, random
from tensorflow.keras import Sequential
from tensorflow.keras.layers import Dense, Input

model = Sequential([Input((2,)), Dense(6, activation='relu'), Dense(4)])
model.compile('adam', 'mse')
with open('summary.txt', 'w') as f:
    model.summary(print_fn=lambda x: f.write(x + '\n'))

# grid world
goal = (3, 3)
for ep in range(3):
    s = np.array([0., 0.]); steps = 0
    while tuple(s) != goal and steps < 7:
        a = model.predict(s[None], verbose=0).argmax()
        if random.random() < .3:
            a = random.randrange(4)
        s2 = np.clip(s + [(0, 1), (1, 0), (0, -1), (-1, 0)][a], 0, 3)
        q = model.predict(s[None], verbose=0)
        q[0, a] = (1. if tuple(s2) == goal else 0.) + .9 * model.predict(s2[None], verbose=0).max()
        model.fit(s[None], q, verbose=0)
        s = s2; steps += 1
    print(ep, steps)
