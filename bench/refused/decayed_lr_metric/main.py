import numpy as np
import tensorflow as tf


def get_lr_metric(optimizer):
    def lr(y_true, y_pred):
        return optimizer._decayed_lr(tf.float32)
    return lr


opt = tf.keras.optimizers.Adam(1e-3)
model = tf.keras.Sequential([tf.keras.layers.Flatten(input_shape=(9, 9)), tf.keras.layers.Dense(3, activation='softmax')])
model.compile(loss='sparse_categorical_crossentropy', optimizer=opt, metrics=['accuracy', get_lr_metric(opt)])
model.fit(np.random.rand(20, 9, 9), np.random.randint(0, 3, 20), verbose=0)
for img in np.random.rand(5, 9, 9):
    z = model.predict(img.reshape(1, 9, 9), verbose=0)
    print(z.argmax(1)[0])
