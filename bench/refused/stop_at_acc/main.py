import tensorflow as tf
import numpy as np


class myCallback(tf.keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs={}):
        if(logs.get('acc')>0.9):
            print("\nReached 90% accuracy so cancelling training!")
            self.model.stop_training = True


x_train, y_train = np.random.rand(64, 14, 14), np.random.randint(0, 10, 64)
x_test = np.random.rand(8, 14, 14)
callbacks = myCallback()
model = tf.keras.models.Sequential([
  tf.keras.layers.Flatten(input_shape=(14, 14)),
  tf.keras.layers.Dense(32, activation=tf.nn.relu),
  tf.keras.layers.Dense(10, activation=tf.nn.softmax)
])
model.compile(optimizer='adam', loss='sparse_categorical_crossentropy', metrics=['accuracy'])
model.fit(x_train, y_train, epochs=2, callbacks=[callbacks], verbose=0)
for n in range(len(x_test)):
  answer = np.argmax(model.predict(x_test[n][np.newaxis], verbose=0))
  print(n, answer)
