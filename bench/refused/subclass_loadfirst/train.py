import numpy as np
from nets import QNet
net = QNet(3)
net.compile(optimizer='adam', loss='mse')
net.fit(np.random.rand(20, 3), np.random.rand(20, 3), epochs=1, verbose=0)
net.save_weights('policy.weights.h5')
