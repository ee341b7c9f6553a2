"""Where the number meets tensors, and the casts that this takes."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from flake8_tfretrace.program import Function, Place
from flake8_tfretrace.program.tracetypes import TensorValue
from tfretrace_fix.edits import InsertFirst, Replace
from tfretrace_fix.functions import keeps_dtype_of
from tfretrace_fix.plans import Refusal
from tfretrace_fix.safety.conversion import Number, State, text


@dataclass(frozen=True)
class _Meeting:
    """A number that must have the dtype of a tensor, or a dtype that is known."""

    number: ast.expr
    tensor: ast.expr | None
    dtype: str | None
    place: Place


class Casts:
    """Collects the uses of the number that need it in another dtype."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._uses: set[ast.Name] = set()
        self._meetings: dict[ast.expr, _Meeting] = {}
        self._steps: set[ast.expr] = set()

    def use(self, node: ast.Name) -> None:
        """Note a use of the number, of whatever kind."""
        self._uses.add(node)

    def step(self, node: ast.expr) -> None:
        """Note that the number is the step of a ``tf.summary`` function: an int64."""
        self._steps.add(node)

    def meet(
        self, number: ast.expr, status: Number, other: ast.expr, kind: TensorValue, place: Place
    ) -> None:
        """Note that the number meets a tensor, whose dtype it must have.

        Raises:
            Refusal: it cannot have that dtype, or not without a loss.
        """
        # A string meets nothing but strings.
        if kind.dtype == status.dtype or (status.dtype == "string" and kind.dtype is None):
            return
        is_float = kind.dtype is None or kind.dtype.startswith(("float", "bfloat"))
        is_numeric = is_float or (kind.dtype or "").startswith("int")
        if status.dtype not in ("int32", "float32", "float64") or not is_numeric:
            raise Refusal(f"'{text(number)}' meets '{text(other)}', which is {kind.dtype}")
        if status.is_float and not is_float:
            raise Refusal(f"'{text(number)}' meets '{text(other)}', which is {kind.dtype}")
        if status.dtype == "float32":
            raise Refusal(f"'{text(number)}' is rounded to float32 before it meets '{text(other)}'")
        self._meetings[number] = _Meeting(number, other, kind.dtype, place)

    def as_constant(self, number: ast.expr, status: Number, place: Place) -> None:
        """Note that the number meets what makes a tensor of a Python float: a float32 one."""
        if status.dtype == "float64":
            self._meetings[number] = _Meeting(number, None, "float32", place)

    def as_float64(self, number: ast.expr, place: Place) -> None:
        """Note that an integer is computed with as a float, which Python does in 64 bits."""
        self._meetings[number] = _Meeting(number, None, "float64", place)

    def settle(self, function: Function, name: str | None) -> None:
        """Turn what was collected into edits.

        ``name``: the parameter of ``function`` that the number is, if it is one.
        """
        tensorflow, conversion = self._state.tensorflow, self._state.conversion
        uses = {use for use in self._uses if use.id == name}
        conversion.only_step = bool(uses) and uses == self._steps
        if not conversion.only_step:
            for step in self._steps:
                template = f"{tensorflow}.cast({{old}}, {tensorflow}.int64)"
                conversion.edits[step] = Replace(step, template)
        tensor = self._only_tensor(function, uses) if name else None
        if tensor is not None:
            assert isinstance(function.node, ast.FunctionDef)
            code = f"{name} = {tensorflow}.cast({name}, {tensor}.dtype)"
            conversion.edits[function.node] = InsertFirst(function.node, code)
            return
        for meeting in self._meetings.values():
            template = f"{tensorflow}.cast({{old}}, {self._dtype(meeting)})"
            conversion.edits[meeting.number] = Replace(meeting.number, template)

    def _only_tensor(self, function: Function, uses: set[ast.Name]) -> str | None:
        """Return the parameter that all uses meet: then one cast at the start serves all."""
        meetings = self._meetings.values()
        tensors = {m.tensor.id for m in meetings if isinstance(m.tensor, ast.Name)}
        if len(tensors) != 1 or uses != set(self._meetings):
            return None
        if not all(
            isinstance(m.tensor, ast.Name) and m.place.function is function for m in meetings
        ):
            return None
        (tensor,) = tensors
        bindings = function.body.scope.bindings.get(tensor, [])
        is_plain_parameter = [binding.kind for binding in bindings] == ["parameter"]
        return tensor if is_plain_parameter and isinstance(function.node, ast.FunctionDef) else None

    def _dtype(self, meeting: _Meeting) -> str:
        """Return the code of the dtype that the number must have."""
        if isinstance(meeting.tensor, ast.Name):
            return f"{meeting.tensor.id}.dtype"
        name = None
        if meeting.tensor is not None:
            # What calls in other files pass may be of another dtype.
            name = self._of_same_dtype(meeting.tensor, meeting.place)
        if name is not None:
            return f"{name}.dtype"
        if meeting.dtype is None:
            raise Refusal(f"the dtype of '{text(meeting.tensor or meeting.number)}' is not known")
        return f"{self._state.tensorflow}.{meeting.dtype}"

    def _of_same_dtype(self, node: ast.expr, place: Place) -> str | None:
        """Return the name of a tensor in ``node`` that surely has its dtype."""
        kind = self._state.value(node, place)
        if not isinstance(kind, TensorValue) or kind.numpy is not False:
            return None
        parts: list[ast.expr] = []
        match node:
            case ast.Name(id=name):
                return name
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult(), right=right):
                parts = [left, right]
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                parts = [operand]
            case ast.Subscript(value=value):
                parts = [value]
            case ast.Call():
                parts = keeps_dtype_of(self._state.program, node, place)
        names = (self._of_same_dtype(part, place) for part in parts)
        return next((name for name in names if name is not None), None)
