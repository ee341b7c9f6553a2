import tensorflow as tf
import numpy as np

n_users, n_items = 12, 15


def build():
    u, i = tf.keras.Input((1,)), tf.keras.Input((1,))
    ue = tf.keras.layers.Flatten()(tf.keras.layers.Embedding(n_users, 4)(u))
    ie = tf.keras.layers.Flatten()(tf.keras.layers.Embedding(n_items, 4)(i))
    return tf.keras.Model([u, i], tf.keras.layers.Dot(1)([ue, ie]))


model = build()
model.compile(optimizer=tf.compat.v1.train.AdamOptimizer(0.01), loss='mean_squared_error')
us = np.random.randint(0, n_users, (100, 1))
it = np.random.randint(0, n_items, (100, 1))
model.fit([us, it], np.random.rand(100), epochs=1, verbose=0)

best = {}
for user_id in range(n_users):
    user = np.full((n_items, 1), user_id)
    scores = model.predict([user, np.arange(n_items).reshape(-1, 1)], verbose=0)
    best[user_id] = int(scores.argmax())
print(best)
