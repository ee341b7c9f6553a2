# planted: TFR505 tf.config.run_functions_eagerly was left on after a debugging session
# style: script, two-headed NLP-like sequence model with own training loop and metrics objects
import numpy as np
import tensorflow as tf
import keras

tf.config.run_functions_eagerly(True)

SEGMENTS = ["intro", "interview", "advert", "news", "music", "letters"]
LENGTH = 12


def listening_sessions(count, seed):
    rng = np.random.default_rng(seed)
    segments = rng.integers(0, len(SEGMENTS), (count, LENGTH)).astype("int32")
    patience = rng.uniform(0.6, 1.4, count)[:, None]
    annoying = np.array([0.1, 0.05, 1.2, 0.3, 0.2, 0.5])[segments]
    repeated = np.concatenate([np.zeros((count, 1)), segments[:, 1:] == segments[:, :-1]], 1)
    skip = (annoying + repeated > patience + rng.normal(0, 0.1, segments.shape)).astype("float32")
    return segments, skip


class SkipModel(keras.Model):
    def __init__(self):
        super().__init__()
        self.embed = keras.layers.Embedding(len(SEGMENTS), 6)
        self.mix = keras.layers.Conv1D(16, 3, padding="causal", activation="relu")
        self.deep = keras.layers.Conv1D(16, 3, padding="causal", dilation_rate=2, activation="relu")
        self.head = keras.layers.Dense(1)

    def call(self, segments):
        h = self.mix(self.embed(segments))
        return self.head(self.deep(h) + h)[..., 0]


keras.utils.set_random_seed(23)
model = SkipModel()
model(np.zeros((1, LENGTH), "int32"))
optimizer = keras.optimizers.Adam(0.01)
optimizer.build(model.trainable_variables)
loss_meter = keras.metrics.Mean()
hit_meter = keras.metrics.BinaryAccuracy(threshold=0.0)


@tf.function
def train_step(segments, skip):
    with tf.GradientTape() as tape:
        logits = model(segments, training=True)
        loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels=skip, logits=logits))
    grads, _ = tf.clip_by_global_norm(tape.gradient(loss, model.trainable_variables), 1.0)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss, logits


segments, skip = listening_sessions(800, seed=23)
batches = tf.data.Dataset.from_tensor_slices((segments, skip)).batch(20, drop_remainder=True)
for epoch in range(3):
    loss_meter.reset_state()
    hit_meter.reset_state()
    for s, k in batches:
        loss, logits = train_step(s, k)
        loss_meter.update_state(loss)
        hit_meter.update_state(k, logits)
    if epoch % 2 == 0:
        print("epoch %d loss %.3f accuracy %.3f" % (epoch, loss_meter.result(), hit_meter.result()))

probe = np.full((1, LENGTH), SEGMENTS.index("interview"), "int32")
for name in ("advert", "letters", "intro"):
    probe[0, 6] = SEGMENTS.index(name)
    chance = tf.sigmoid(model(probe)[0, 6])
    print("skip chance of %-8s %.2f" % (name, chance))
