# planted: TFR501 a function per class that closes over the class
# style: script, interpretation of a model
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(8)
CLASSES = 5
classifier = tf.keras.Sequential(
    [tf.keras.Input((6,)), tf.keras.layers.Dense(8, activation="tanh"), tf.keras.layers.Dense(CLASSES)]
)
samples = tf.constant(np.random.default_rng(8).normal(size=(3, 6)).astype(np.float32))

for class_index in range(CLASSES):

    @tf.function
    def saliency(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            score = tf.reduce_sum(classifier(x)[:, class_index])
        return tape.gradient(score, x)

    print(class_index, np.round(np.abs(saliency(samples).numpy()).mean(axis=0), 4))
