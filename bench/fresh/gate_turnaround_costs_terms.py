"""The penalty terms that airlines sign, by name."""
import tensorflow as tf

PENALTIES = {}


def penalty(name):
    def register(factory):
        PENALTIES[name] = factory
        return factory
    return register


@penalty("linear")
def linear(rate=12.0, **_):
    return lambda late: rate * late


@penalty("slot")
def slot_loss(fee=900.0, grace=15.0, **_):
    def cost(late):
        return fee * tf.sigmoid((late - grace) / 3.0)
    return cost


@penalty("convex")
def convex(rate=2.0, power=1.5, **_):
    return lambda late: rate * tf.pow(late, power)
