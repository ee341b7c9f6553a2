"""What a traced body needs for a Python number in it to become a tensor.

TensorFlow converts a Python number to the dtype of the tensor it meets, and a tensor not; loops
and conditionals on a tensor become part of the graph; and some uses need a Python number. The
linter's interpreter evaluates the body, and the helpers that the number is handed to, with the
number and with the tensor: where the two differ, each use is asked what it needs. That gives
the edits that keep the results as they are, or the reason why there are none.

``comparison``: the two interpretations; ``bodies``: statements and functions; ``uses``: what
expressions need; ``control_flow``: the loops and conditionals that the tensors decide; ``casts``:
what is written where they meet other tensors.
"""

from __future__ import annotations

from tfretrace_fix.conversion.bodies import binding_of, convert
from tfretrace_fix.conversion.casts import Conversion
from tfretrace_fix.conversion.comparison import Given, Number

__all__ = ["Conversion", "Given", "Number", "binding_of", "convert"]
