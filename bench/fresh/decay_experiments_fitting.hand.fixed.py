"""Fitting of curves by gradient descent."""

import tensorflow as tf


class CurveFitter:
    names = ()

    def __init__(self, learning_rate=0.2, iterations=25):
        self.learning_rate = learning_rate
        self.iterations = iterations

    def initial(self, t, y):
        raise NotImplementedError

    def curve(self, t, parameters):
        raise NotImplementedError

    @tf.function(reduce_retracing=True)
    def descend(self, parameters, t, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.curve(t, parameters) - y))
        parameters.assign_sub(self.learning_rate * tape.gradient(loss, parameters))
        return loss

    def fit(self, t, y):
        parameters = tf.Variable(self.initial(t, y))
        for _ in range(self.iterations):
            loss = self.descend(parameters, t, y)
        return dict(zip(self.names, parameters.numpy())), float(loss)


class ExponentialDecay(CurveFitter):
    names = ("amplitude", "rate")

    def initial(self, t, y):
        return [y[0], 0.5]

    def curve(self, t, parameters):
        return parameters[0] * tf.exp(-parameters[1] * t)
