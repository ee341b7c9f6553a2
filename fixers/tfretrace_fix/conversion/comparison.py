"""Two abstract interpretations of a body: with Python numbers, and with tensors in their place.

Both are the linter's. An expression becomes a tensor if its value is one in the second and not in
the first; the casts that a fix writes are assumptions of the second.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field

from flake8_tfretrace.program import Binding, Function, Parameter, Place, Program
from flake8_tfretrace.program.tracetypes import (
    BOTTOM,
    PythonValue,
    SequenceValue,
    TensorValue,
    TraceType,
    join,
    python_value,
)
from tfretrace_fix.plans import Refusal

_KINDS = {"int32": "int", "float32": "float", "float64": "float", "string": "str", "bool": "bool"}
"""The Python values that tensors of these dtypes replace."""


@dataclass(frozen=True)
class Number:
    """What was a Python number (or string), and becomes a tensor of no dimensions."""

    dtype: str
    """int32, float32, float64, string, or bool for a comparison of such numbers."""
    is_list: bool = False
    """Whether it was a list of such numbers, and becomes a tensor of one dimension."""
    is_none: bool = field(default=False, compare=False)
    """Whether it is None while tracing, as a dimension can be."""
    is_numpy: bool = field(default=False, compare=False)
    """Whether it was a number of NumPy, of which TensorFlow makes a tensor of its own dtype."""

    is_cast: bool = field(default=False, compare=False)
    """Whether Keras gives it this dtype, whatever it had."""

    @property
    def is_float(self) -> bool:
        """Whether it was a Python float."""
        return self.dtype in ("float32", "float64")

    @property
    def before(self) -> TraceType:
        """What it is in the program as it stands."""
        if self.is_none:
            return python_value(None)
        value = PythonValue(_KINDS[self.dtype])
        return SequenceValue("list", None, value) if self.is_list else value

    @property
    def after(self) -> TensorValue:
        """What it becomes."""
        return TensorValue(self.dtype, (None,) if self.is_list else ())


Given = Parameter | Binding | ast.expr
"""What can be taken to become a tensor."""


class Reinterpreted(Exception):  # noqa: N818 - not an error: what was checked is checked again
    """More is assumed than before, which may change what is known of any expression."""


class Comparison:
    """The program as it is, and with tensors for the numbers ``given``."""

    def __init__(
        self, program: Program, given: Mapping[Given, Number], known: Mapping[Given, TraceType]
    ) -> None:
        self.program = program
        self._known: dict[object, TraceType] = dict(known.items())
        """What parameters are that keep what they are, where no call in the file says it."""
        self._given = dict(given)
        self._mixed: dict[ast.Name, Number] = {}
        """Names that stay Python numbers on some paths."""
        self._assumed: dict[object, TraceType] = {}
        """What expressions are cast to, and what the names that a loop carries are."""
        self.constants: dict[ast.expr, str] = {}
        """The Python numbers that become tensors of a dtype, beside those of other branches."""
        self.choosing: set[Function] = set()
        """The functions in which they stand."""
        self._updated: dict[ast.AugAssign, ast.Name] = {}
        self._computed: dict[ast.expr, Number] = {}
        """What gives numbers, and tensors as it is written with functions of TensorFlow."""
        self._returned: dict[ast.Call, Number] = {}
        """The calls of helpers that give tensors in place of numbers."""
        self.interpret()

    def interpret(self) -> None:
        """Begin the two interpretations."""
        before, after = dict(self._known), dict(self._known)
        for what, number in self._given.items():
            before[what], after[what] = number.before, number.after
        for changed in (self._mixed, self._computed):
            after.update((node, number.after) for node, number in changed.items())
        self.before = self.program.assuming(before)
        self.after = self.program.assuming(after | self._assumed)

    def give(self, parameter: Parameter, number: Number) -> None:
        """Let a parameter of a helper become a tensor, too."""
        if self._given.get(parameter) != number:
            if parameter in self._given:
                raise _no_single_type(parameter)
            self._given[parameter] = number
            raise Reinterpreted

    def know(
        self, parameter: Parameter, argument: ast.expr, place: Place, *, always: bool = False
    ) -> None:
        """Let a parameter of a helper be what it is passed, if that rests on what is known."""
        if not (self._known or always) or parameter in self._given:
            return
        value = join([self._known.get(parameter, BOTTOM), self.after.value(argument, place)])
        if self._known.get(parameter) != value:
            self._known[parameter] = value
            raise Reinterpreted

    def assume(self, what: ast.expr | Binding, value: TraceType) -> None:
        """Take an expression to be cast, or a name to keep its type."""
        if self._assumed.get(what) != value:
            earlier = self._assumed.get(what)
            # What is known of a loop later on may tell the dtype of what the first look met.
            if earlier is not None and getattr(earlier, "dtype", "") is not None:
                raise _no_single_type(what)
            self._assumed[what] = value
            recursion = self.after.recursion
            if isinstance(what, Binding) or recursion.may_have_used(what):
                raise Reinterpreted
            recursion.premises[what] = value

    def make_constant(self, node: ast.expr, dtype: str, place: Place) -> None:
        """Let a Python number become a tensor, as TensorFlow chooses between it and another."""
        self.constants[node] = dtype
        self.choosing.add(place.function)
        self.assume(node, TensorValue(dtype, ()))

    def compute(self, node: ast.expr, dtype: str, *, is_numpy: bool = False) -> None:
        """Let what gave a number give a tensor, as a function of TensorFlow computes it."""
        number = Number(dtype, is_numpy=is_numpy)
        if self._computed.get(node) != number:
            self._computed[node] = number
            raise Reinterpreted

    def returned(self, call: ast.Call, place: Place) -> Number | None:
        """Return what a call of a helper gives in place of a number; None if it is not known."""
        number = _became(call, self.before.value(call, place), self.after.computed(call, place))
        if number is not None:
            self._returned[call] = number
        return number

    @property
    def parameters(self) -> dict[Parameter, Number]:
        """The parameters that are given tensors."""
        return {what: n for what, n in self._given.items() if isinstance(what, Parameter)}

    def is_given(self, node: ast.expr) -> bool:
        """Whether it is given that ``node`` becomes a tensor."""
        return node in self._given

    def number(self, node: ast.expr, place: Place) -> Number | None:
        """Return what ``node`` becomes; None if it stays as it is, or was a tensor before."""
        if node in self._given:
            return self._given[node]
        if node in self.constants:
            return Number(self.constants[node])
        if node in self._computed:
            return self._computed[node]
        if isinstance(node, ast.Call):
            # What its arguments may be is decided there.
            return self._returned.get(node)
        if isinstance(node, ast.Name):
            return self._held(node, place)
        before = self.before.value(node, place)
        return _became(node, before, self.after.computed(node, place))

    def is_any_given(self, dtype: str) -> bool:
        """Whether a number is given that becomes a tensor of a dtype, and could be of another."""
        return any(n.dtype == dtype and not n.is_cast for n in self._given.values())

    def bound(self, binding: Binding) -> Number | None:
        """Return what the value of a binding becomes; None if it stays as it is."""
        if binding in self._given:
            return self._given[binding]
        both = (self.before.variables, self.after.variables)
        return _became(binding, *(names.binding(binding, binding.place) for names in both))

    def _held(self, node: ast.Name, place: Place) -> Number | None:
        """Return what a name becomes that several definitions can reach."""
        reaching = [self.bound(binding) for binding in self.program.bindings(node, place)]
        numbers = dict.fromkeys(number for number in reaching if number is not None)
        if not numbers:
            # A loop or conditional of the graph makes tensors of the numbers that it sets.
            before = self.before.value(node, place)
            if not isinstance(before, PythonValue):
                return None
            return _became(node, before, self.after.computed(node, place))
        number, *others = numbers
        # TensorFlow makes float32 of a Python float, which does not mix with float64.
        if others or (None in reaching and number.dtype == "float64"):
            raise _no_single_type(node)
        if None in reaching and self._mixed.get(node) != number:
            # What is written for a tensor serves a Python number as well.
            self._mixed[node] = number
            raise Reinterpreted
        return number

    def number_in(self, node: ast.AST, place: Place) -> str | None:
        """Return what becomes a tensor in ``node``, as it is written."""
        for inner in ast.walk(node):
            is_read = isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Load)
            if isinstance(inner, ast.expr) and (is_read or self.is_given(inner)):
                if self.number(inner, place) is not None:
                    return text(inner)
        return None

    def updated(self, node: ast.AugAssign) -> ast.Name:
        """Return the name that an augmented assignment reads, as an expression."""
        assert isinstance(node.target, ast.Name)
        if node not in self._updated:
            name = ast.Name(node.target.id, ast.Load())
            self._updated[node] = ast.copy_location(name, node.target)
        return self._updated[node]


def _became(what: ast.expr | Binding, before: TraceType, after: TraceType) -> Number | None:
    """Return the tensor that a value becomes; None if it stays as it is, or was one before."""
    if not isinstance(after, TensorValue):
        return None
    if isinstance(before, TensorValue):
        # NumPy's values get the dtype of the tensors that they meet, as Python numbers do.
        if before.numpy is not True or after.numpy is not False:
            return None
        if after.shape != ():
            raise Refusal(f"a NumPy array is computed with '{_name(what)}', which takes any dtype")
    if after.dtype is None:
        raise _no_single_type(what)
    is_none = isinstance(before, PythonValue) and before.kind == "none"
    is_numpy = isinstance(before, TensorValue)
    return Number(after.dtype, isinstance(before, SequenceValue), is_none, is_numpy)


def _no_single_type(what: Given) -> Refusal:
    return Refusal(f"'{_name(what)}' has no single type")


def _name(what: Given) -> str:
    return text(what) if isinstance(what, ast.expr) else what.name


def text(node: ast.AST) -> str:
    """Return the code of ``node``, shortened for a message."""
    code = ast.unparse(node)
    return code if len(code) <= 40 else f"{code[:37]}..."
