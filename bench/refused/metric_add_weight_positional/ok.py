import tensorflow as tf
import numpy as np


class BinaryTruePositives(tf.keras.metrics.Metric):

    def __init__(self, name='binary_true_positives', **kwargs):
        super(BinaryTruePositives, self).__init__(name=name, **kwargs)
        self.true_positives = self.add_weight(name='tp', initializer='zeros')

    def update_state(self, y_true, y_pred, sample_weight=None):
        y_true = tf.cast(y_true, tf.bool)
        y_pred = tf.cast(tf.round(y_pred), tf.bool)
        values = tf.cast(tf.logical_and(tf.equal(y_true, True), tf.equal(y_pred, True)), self.dtype)
        self.true_positives.assign_add(tf.reduce_sum(values))

    def result(self):
        return self.true_positives


features = np.random.rand(32, 5).astype('float32')
labels = np.random.randint(0, 2, (32, 1))
clf = tf.keras.Sequential([tf.keras.layers.Dense(4), tf.keras.layers.Dense(1, activation='sigmoid')])
clf.compile(optimizer='adam', loss='binary_crossentropy', metrics=[BinaryTruePositives()])
clf.fit(features, labels, epochs=1, verbose=0)
pos = 0
for i in range(len(features)):
    row = tf.constant(features[i:i + 1])
    c = float(tf.squeeze(clf(row)))
    pos += c > 0.5
print(pos)
