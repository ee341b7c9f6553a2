import tensorflow as tf


class EmotionCNN(tf.keras.Model):
    def __init__(self, n):
        super(EmotionCNN, self).__init__()
        self.c = tf.keras.layers.Conv2D(4, 3, 2, activation='relu')
        self.f = tf.keras.layers.Flatten()
        self.d = tf.keras.layers.Dense(n)

    def call(self, x, training=False):
        h = self.f(self.c(x))
        if training:
            h = tf.nn.dropout(h, rate=0.3)
        return tf.nn.softmax(self.d(h))
