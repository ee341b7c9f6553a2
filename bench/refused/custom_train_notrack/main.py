import tensorflow as tf
import numpy as np


class Linear(tf.keras.layers.Layer):
    def __init__(self, n_in, n_out):
        super(Linear, self).__init__()
        self.w = tf.Variable(tf.random.normal((n_in, n_out), stddev=0.1), trainable=True)
        self.b = tf.Variable(tf.zeros((n_out,)), trainable=True)

    def call(self, inputs):
        return tf.matmul(inputs, self.w) + self.b


class Net(tf.keras.Model):
    def __init__(self):
        super(Net, self).__init__()
        self.l1 = Linear(3, 8)
        self.l2 = Linear(8, 1)

    def call(self, x):
        return self.l2(tf.nn.relu(self.l1(x)))


model = Net()
opt = tf.keras.optimizers.SGD(0.05)
data = np.sin(np.arange(60) / 4.).astype('float32')
X = tf.constant(np.stack([data[i:i + 3] for i in range(50)]))
Y = tf.constant(data[3:53, None])

for epoch in range(5):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(X) - Y))
    grads = tape.gradient(loss, model.trainable_variables)
    opt.apply_gradients(zip(grads, model.trainable_variables))
    print(epoch, float(loss))

seq = [float(v) for v in data[:3]]
for k in range(10):
    y_next = model(tf.reshape(seq[-3:], (1, 3)))
    seq.append(float(y_next[0, 0]))
print(seq)
