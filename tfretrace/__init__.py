"""Run TensorFlow programs and see what was traced, and why."""

from tfretrace.guard import TooManyTracesError, max_traces
from tfretrace.recorder import Recording, record

__all__ = ["Recording", "TooManyTracesError", "max_traces", "record"]
