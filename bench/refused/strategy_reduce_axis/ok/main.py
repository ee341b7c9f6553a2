import numpy as np
import tensorflow as tf
from dist import DistTrainer

x = np.random.rand(32, 5).astype('float32')
y = x.sum(1, keepdims=True)
trainer = DistTrainer()
loss = trainer.epoch(tf.data.Dataset.from_tensor_slices((x, y)).batch(8))
print('epoch loss', float(loss))
for i in range(4):
    print(i, trainer.model(x[i:i + 1]).numpy())
