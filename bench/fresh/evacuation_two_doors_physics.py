"""Integrator and contact forces for walking crowds."""
import tensorflow as tf

BODY = 0.35


def repulsion(where):
    apart = where[:, None] - where[None]
    distance = tf.sqrt(tf.reduce_sum(apart**2, -1) + 1e-6)
    strength = tf.exp((BODY - distance) / 0.3)
    strength = strength * (1.0 - tf.eye(tf.shape(where)[0]))
    return tf.reduce_sum(strength[..., None] * apart / distance[..., None], axis=1)


@tf.function
def advance(force, where, speed, dt):
    acceleration = force(where, speed)
    speed.assign_add(dt * acceleration)
    where.assign(tf.clip_by_value(where + dt * speed, 0.0, 10.0))
    apart = tf.norm(where[:, None] - where[None] + 1e-6, axis=-1)
    return tf.reduce_sum(tf.cast(apart < 2 * BODY, tf.float32)) / 2.0
