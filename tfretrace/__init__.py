"""Run TensorFlow programs and see what was traced, and why."""
