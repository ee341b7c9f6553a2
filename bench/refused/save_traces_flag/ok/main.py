import numpy as np
import tensorflow as tf
from gan import Generator

g = Generator()
g(tf.zeros((1, 4)))
g.save('generator.keras')
g2 = Generator()
g2(tf.zeros((1, 4)))
g2.set_weights(g.get_weights())
samples = []
for seed in range(5):
    z = np.random.RandomState(seed).randn(1, 4)
    samples.append(g2.predict(z, verbose=0))
print(np.concatenate(samples).shape)
