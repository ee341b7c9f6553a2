"""Image operations of the proof sheet."""
import tensorflow as tf

BLUR = tf.constant([[1.0, 2.0, 1.0], [2.0, 4.0, 2.0], [1.0, 2.0, 1.0]]) / 16.0


@tf.function(input_signature=[tf.TensorSpec([None, None, 3], tf.float32)])
def enhance(photo):
    """Unsharp mask and a grey-world white balance."""
    kernel = tf.tile(BLUR[:, :, None, None], [1, 1, 3, 1])
    blurred = tf.nn.depthwise_conv2d(photo[None], kernel, [1, 1, 1, 1], "SAME")[0]
    sharp = photo + 0.7 * (photo - blurred)
    means = tf.reduce_mean(sharp, axis=[0, 1])
    balanced = sharp * (tf.reduce_mean(means) / means)
    low, high = tf.reduce_min(balanced), tf.reduce_max(balanced)
    return (balanced - low) / (high - low), high - low


def crop_square(photo):
    side = min(photo.shape[0], photo.shape[1])
    top = (photo.shape[0] - side) // 2
    left = (photo.shape[1] - side) // 2
    return photo[top:top + side, left:left + side]


def thumbnail(photo, side):
    picture, contrast = enhance(photo)
    return tf.image.resize(crop_square(picture), [side, side]), float(contrast)
