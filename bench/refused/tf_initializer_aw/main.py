import tensorflow as tf

class SimpleDense(tf.keras.layers.Layer):
    def __init__(self, units=32):
        super(SimpleDense, self).__init__()
        self.units = units

    def build(self, input_shape):
        self.w = self.add_weight(shape=(input_shape[-1], self.units), initializer=tf.random_normal_initializer(), trainable=True)
        self.b = self.add_weight(shape=(self.units,), initializer=tf.zeros_initializer(), trainable=True)

    def call(self, inputs):
        return tf.matmul(inputs, self.w) + self.b

mlp = tf.keras.Sequential([SimpleDense(8), SimpleDense(2)])
x_t = tf.ones((1, 2))
for _ in range(15):
    y = mlp(x_t)
    x_t = tf.tanh(y) + 0.01
tf.print(x_t)
