import tensorflow as tf
import numpy as np


class AutoEncoder(tf.keras.Model):
    def __init__(self):
        super(AutoEncoder, self).__init__()
        self.enc = tf.keras.layers.Dense(4, activation='relu')
        self.dec = tf.keras.layers.Dense(10)

    def call(self, x):
        return self.dec(self.enc(x))


model = AutoEncoder()
optimizer = tf.keras.optimizers.Adam()
train_loss = tf.keras.metrics.Mean(name='train_loss')
data = np.random.rand(40, 10).astype(np.float32)


@tf.function
def train_step(batch):
    with tf.GradientTape() as tape:
        l = tf.reduce_mean(tf.square(model(batch) - batch))
    grads = tape.gradient(l, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    train_loss(l)
    return l


for epoch in range(2):
    # Reset the metrics at the start of the next epoch
    train_loss.reset_states()
    for n in range(40):
        loss = train_step(data[n:n + 1])
    print('Epoch {}, Loss: {}'.format(epoch + 1, train_loss.result()))
