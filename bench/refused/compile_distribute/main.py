import numpy as np
import tensorflow as tf

strategy = tf.distribute.get_strategy()

def build():
    a = tf.keras.layers.Input(shape=(8,))
    b = tf.keras.layers.Dense(6, activation='relu')(a)
    c = tf.keras.layers.Dense(3, activation='softmax')(b)
    return tf.keras.models.Model(inputs=a, outputs=c)

model = build()
model.compile(optimizer=tf.keras.optimizers.RMSprop(0.001), loss='categorical_crossentropy', distribute=strategy)
x = np.random.rand(24, 8)
model.fit(x, np.eye(3)[np.arange(24) % 3], verbose=0)
votes = [0, 0, 0]
for row in x[:7]:
    votes[model.predict(row[None, :], verbose=0).argmax()] += 1
print(votes)
