import numpy as np
import tensorflow as tf


class MixupModel(tf.keras.Model):
    def train_step(self, data):
        x, y = data
        lam = tf.random.uniform(())
        x = lam * x + (1 - lam) * tf.reverse(x, [0])
        y = lam * y + (1 - lam) * tf.reverse(y, [0])
        with tf.GradientTape() as tape:
            y_pred = self(x, training=True)
            loss = self.compiled_loss(y, y_pred, regularization_losses=self.losses)
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        return {'loss': loss}


i = tf.keras.Input((6,))
clf = MixupModel(i, tf.keras.layers.Dense(2, activation='softmax')(i))
clf.compile('adam', 'categorical_crossentropy')
clf.fit(np.random.rand(32, 6).astype('float32'), np.eye(2, dtype='float32')[np.random.randint(0, 2, 32)], epochs=2, verbose=0)

# perturb until the class changes
x_adv, eps = np.random.rand(6), .05
start = clf.predict(x_adv[None], verbose=0).argmax()
for k in range(12):
    x_adv = x_adv + eps * np.sign(clf.predict(x_adv[None], verbose=0)[0].mean() - 0.5)
print(start, x_adv)
