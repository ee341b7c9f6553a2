"""What happens in a traced body when a parameter's Python number becomes a tensor.

TensorFlow converts a Python number to the dtype of the tensor it meets, and a tensor not; loops
and conditionals on a tensor become part of the graph; and some uses need a Python number. The
walk follows the number through the body and the helpers it is handed to, and collects the edits
that keep the results as they are. Where there are none it says why.

``walk``: statements and functions; ``expressions``: what a use makes of the number; ``casts``:
where it meets tensors; ``graph``: the loops and conditionals that it decides; ``effects``: what
the body does while it is traced.
"""

from __future__ import annotations

from tfretrace_fix.safety.conversion import Conversion, Number
from tfretrace_fix.safety.effects import effects_of_tracing, output_of_tracing
from tfretrace_fix.safety.walk import convert, convert_expressions

__all__ = [
    "Conversion",
    "Number",
    "convert",
    "convert_expressions",
    "effects_of_tracing",
    "output_of_tracing",
]
