# planted: TFR103 a dictionary of the weights of layers, rebuilt with other floats in each stage
# style: neural style transfer, tf.keras feature extractor, globals
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(1)
inputs = tf.keras.Input((16, 16, 3))
block1 = tf.keras.layers.Conv2D(4, 3, padding="same", activation="relu", name="block1")(inputs)
block2 = tf.keras.layers.Conv2D(6, 3, strides=2, activation="relu", name="block2")(block1)
extractor = tf.keras.Model(inputs, {"block1": block1, "block2": block2})
extractor.trainable = False

rng = np.random.RandomState(1)
content = tf.constant(rng.uniform(size=(1, 16, 16, 3)).astype(np.float32))
style = tf.constant(rng.uniform(size=(1, 16, 16, 3)).astype(np.float32) ** 3)
image = tf.Variable(content)


def gram_matrix(features):
    flat = tf.reshape(features, [-1, tf.shape(features)[-1]])
    return tf.matmul(flat, flat, transpose_a=True) / tf.cast(tf.shape(flat)[0], tf.float32)


style_targets = {name: gram_matrix(value) for name, value in extractor(style).items()}
content_target = extractor(content)["block2"]


def layer_weights(stage):
    return {"block1": 40.0 / (1 + stage), "block2": 20.0 + 5.0 * stage}


@tf.function
def transfer_step(weights, content_weight=0.5):
    with tf.GradientTape() as tape:
        features = extractor(image)
        loss = content_weight * tf.reduce_mean((features["block2"] - content_target) ** 2)
        for name, target in style_targets.items():
            difference = gram_matrix(features[name]) - target
            loss += weights[name] * tf.reduce_sum(difference**2)
    image.assign_sub(0.05 * tape.gradient(loss, image))
    image.assign(tf.clip_by_value(image, 0.0, 1.0))
    return loss


for stage in range(6):
    weights = layer_weights(stage)
    for _ in range(4):
        loss = transfer_step(weights)
    print(f"stage {stage}: loss {1e3 * float(loss):.3f} (x 1e-3)")
