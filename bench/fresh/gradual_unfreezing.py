# planted: TFR602 compile after each layer that is set free; Keras needs it to see the change
# no automatic cure: Keras needs compile to see what is set free
# style: Keras transfer learning with stages
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(77)


def build_backbone():
    return tf.keras.Sequential(
        [
            tf.keras.Input((6,)),
            tf.keras.layers.Dense(8, activation="relu", name="block1"),
            tf.keras.layers.Dense(8, activation="relu", name="block2"),
            tf.keras.layers.Dense(1, name="head"),
        ]
    )


def freeze_below(model, name):
    names = [layer.name for layer in model.layers]
    for index, layer in enumerate(model.layers):
        layer.trainable = index >= names.index(name)


rng = np.random.RandomState(10)
x = rng.randn(64, 6).astype(np.float32)
y = np.tanh(x[:, :1] - x[:, 1:2]).astype(np.float32)

model = build_backbone()
rates = {"head": 0.1, "block2": 0.05, "block1": 0.02}
for stage, lr in rates.items():
    freeze_below(model, stage)
    model.compile(optimizer=tf.keras.optimizers.SGD(lr), loss="mse")
    history = model.fit(x, y, epochs=3, batch_size=32, shuffle=False, verbose=0)
    count = sum(int(np.prod(w.shape)) for w in model.trainable_weights)
    print(stage, "trainable", count, "loss %.4f" % history.history["loss"][-1])
