# planted: TFR501 TFR603 a model, an optimizer and a step per fold
# no automatic cure: model and optimizer must be new for each fold
# style: k-fold
import numpy as np
import tensorflow as tf

X = np.random.default_rng(0).normal(size=(24, 3)).astype(np.float32)
Y = X @ np.array([[1.0], [2.0], [-1.0]], np.float32)
K = 4

scores = []
for fold in range(K):
    tf.keras.utils.set_random_seed(fold)
    held_out = np.arange(24) % K == fold
    model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
    optimizer = tf.keras.optimizers.SGD(0.1)
    optimizer.build(model.trainable_variables)

    @tf.function
    def step(x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(x) - y))
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        return loss

    for _ in range(5):
        step(tf.constant(X[~held_out]), tf.constant(Y[~held_out]))
    scores.append(float(tf.reduce_mean(tf.square(model(X[held_out]) - Y[held_out]))))
    print(fold, round(scores[-1], 5))
print("mean", round(float(np.mean(scores)), 5))
