# planted: TFR502 a helper of another module that wraps the model for each batch
# style: two modules
import numpy as np
import tensorflow as tf

import two_modules_scoring as scoring

tf.keras.utils.set_random_seed(12)
model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(4, "relu"), tf.keras.layers.Dense(1)])
candidates = np.random.default_rng(12).normal(size=(25, 3)).astype("float32")

best = -np.inf
for start in range(0, 25, 5):
    scores = scoring.score_batch(model, candidates[start : start + 5])
    best = max(best, float(scores.max()))
    print(start, round(best, 5))
