"""Doubly constrained gravity model of trips between zones."""
import tensorflow as tf


@tf.function
def distribute(production, attraction, cost, beta):
    """Furness balancing; returns the trip matrix"""
    deterrence = tf.exp(-beta * cost)
    b = tf.ones_like(attraction)
    a = tf.ones_like(production)
    for _ in tf.range(30):
        a = 1.0 / tf.linalg.matvec(deterrence, b * attraction)
        b = 1.0 / tf.linalg.matvec(deterrence, a * production, transpose_a=True)
    return (a * production)[:, None] * (b * attraction)[None, :] * deterrence


def mean_cost(trips, cost):
    return float(tf.reduce_sum(trips * cost) / tf.reduce_sum(trips))


def length_distribution(trips, cost, edges):
    return [float(tf.reduce_sum(tf.where((cost >= lo) & (cost < hi), trips, 0.0)) / tf.reduce_sum(trips))
            for lo, hi in zip(edges[:-1], edges[1:])]
