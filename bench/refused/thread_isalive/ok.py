import threading
import queue
import numpy as np
from keras import Sequential
from keras.layers import Dense

q = queue.Queue()


def grabber():
    for _ in range(6):
        q.put(np.random.rand(5))


th = threading.Thread(target=grabber, daemon=True)
th.start()
print('camera thread running:', th.is_alive())
th.join()
model = Sequential([Dense(3, activation='softmax', input_shape=(5,))])
while not q.empty():
    label = model.predict_on_batch(q.get()[None])
    print(label.argmax())
