"""Static analysis of ``tf.function`` retracing."""

__version__ = "0.1.0"
