"""Top-hat wakes after Jensen, and the power curve."""
import tensorflow as tf

ROTOR = 120.0
DECAY = 0.05


@tf.function
def farm_power(turbines, heading, speed):
    xy = tf.stack(turbines)
    gap = xy[:, None, :] - xy[None, :, :]
    along = tf.reduce_sum(gap * heading, axis=-1)
    across = tf.abs(gap[..., 0] * heading[1] - gap[..., 1] * heading[0])
    radius = ROTOR / 2 + DECAY * tf.nn.relu(along)
    shaded = tf.cast((along > 1.0) & (across < radius), tf.float32)
    deficit = shaded * 0.55 * tf.square(ROTOR / 2 / radius)
    effective = speed * (1.0 - tf.sqrt(tf.reduce_sum(tf.square(deficit), axis=1)))
    return tf.reduce_sum(5.0 * tf.clip_by_value(tf.pow(effective / 12.0, 3.0), 0.0, 1.0))
