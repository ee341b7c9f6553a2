"""Run TensorFlow programs and see what was traced, and why."""

from tfretrace.recorder import Recording, record

__all__ = ["Recording", "record"]
