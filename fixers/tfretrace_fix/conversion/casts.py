"""Where the number meets tensors, and the casts that this takes."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from flake8_tfretrace.program import Function, Parameter, Place
from flake8_tfretrace.program.tracetypes import TensorValue
from tfretrace_fix.annotations import widened
from tfretrace_fix.conversion.comparison import Comparison, Number, text
from tfretrace_fix.edits import Edit, InsertFirst, Replace
from tfretrace_fix.functions import names_of_dtype, sources_of_dtype
from tfretrace_fix.plans import Refusal


@dataclass(frozen=True)
class _Meeting:
    """A number that must have the dtype of a tensor, or a dtype that is known."""

    number: ast.expr
    tensor: ast.expr | None
    dtype: str | None
    place: Place


@dataclass
class Conversion:
    """What has to change in the bodies, and what that does."""

    compared: Comparison
    tensorflow: str
    """The file's name for TensorFlow."""
    edits: dict[ast.AST, Edit] = field(default_factory=dict)
    """By the node that changes."""
    nodes: set[ast.AST] = field(default_factory=set)
    """The loops and conditionals that become part of the graph."""
    arrays: set[str] = field(default_factory=set)
    """The lists that become arrays of TensorFlow, by name."""
    opened: list[ast.expr] = field(default_factory=list)
    """The expressions whose shapes the numbers decide: they are not known while tracing."""
    only_step: bool = False
    """Whether the number is used as the step of ``tf.summary`` and for nothing else."""
    unsafe_because: str | None = None
    _uses: set[ast.Name] = field(default_factory=set)
    _meetings: dict[ast.expr, _Meeting] = field(default_factory=dict)
    _steps: set[ast.expr] = field(default_factory=set)

    def unsafe(self, reason: str) -> None:
        """Note what may change in the results; the first reason is the one told."""
        self.unsafe_because = self.unsafe_because or reason

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
            is_named = isinstance(other, ast.Name) or self._of_same_dtype(other, place) is not None
            # What is given can be float64 as well; what a conditional of the graph makes cannot.
            if kind.dtype is not None or (is_named and self.compared.is_any_given("float32")):
                raise Refusal(
                    f"'{text(number)}' is rounded to float32 before it meets '{text(other)}'"
                )
            # Tensors of two dtypes do not mix.
            self.unsafe(f"it is meant for '{text(other)}' of float32")
            if not is_named:
                return
        dtype = kind.dtype
        if dtype is None and status.is_float and self._is_of_model(other, place):
            # A model computes in float32, unless somebody has chosen another policy.
            self.unsafe(f"it is meant for '{text(other)}' of float32")
            dtype = "float32"
        self._cast(_Meeting(number, other, dtype, place))

    def as_constant(self, number: ast.expr, status: Number, place: Place) -> None:
        """Note that the number meets what makes a tensor of a Python float: a float32 one."""
        if status.dtype == "float64" and not status.is_numpy:
            self._cast(_Meeting(number, None, "float32", place))

    def as_float64(self, number: ast.expr, place: Place) -> None:
        """Note that an integer is computed with as a float, which Python does in 64 bits."""
        self._cast(_Meeting(number, None, "float64", place))

    def _cast(self, meeting: _Meeting) -> None:
        self._meetings[meeting.number] = meeting
        self.compared.assume(meeting.number, TensorValue(meeting.dtype, ()))

    def settle(self, function: Function, parameter: Parameter | None) -> None:
        """Turn what was collected into edits; the number is ``parameter``, if it is one."""
        for given in self.compared.parameters:
            edit = widened(self.compared.program, self.tensorflow, given)
            if edit is not None:
                self.edits[given.node] = edit
        for node, dtype in self.compared.constants.items():
            option = "" if dtype == "int32" else f", {self.tensorflow}.{dtype}"
            self.edits[node] = Replace(node, f"{self.tensorflow}.constant({{old}}{option})")
        name = None if parameter is None else parameter.name
        uses = {use for use in self._uses if use.id == name}
        self.only_step = bool(uses) and uses == self._steps
        if not self.only_step:
            for step in self._steps:
                template = f"{self.tensorflow}.cast({{old}}, {self.tensorflow}.int64)"
                self.edits[step] = Replace(step, template)
        tensor = self._only_tensor(function, uses) if name else None
        if tensor is not None:
            assert isinstance(function.node, ast.FunctionDef)
            code = f"{name} = {self.tensorflow}.cast({name}, {tensor}.dtype)"
            self.edits[function.node] = InsertFirst(function.node, code)
            return
        for meeting in self._meetings.values():
            template = f"{self.tensorflow}.cast({{old}}, {self._dtype(meeting)})"
            self.edits[meeting.number] = Replace(meeting.number, template)

    def _only_tensor(self, function: Function, uses: set[ast.Name]) -> str | None:
        """Return the parameter that all uses meet: then one cast at the start serves all."""
        meetings = self._meetings.values()
        tensors = {m.tensor.id for m in meetings if isinstance(m.tensor, ast.Name)}
        if len(tensors) != 1 or uses != set(self._meetings):
            return None
        if not all(
            isinstance(m.tensor, ast.Name) and m.place.scope is function.body.scope
            for m in meetings
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
        return f"{self.tensorflow}.{meeting.dtype}"

    def _of_same_dtype(self, node: ast.expr, place: Place) -> str | None:
        """Return the name of a tensor in ``node`` that surely has its dtype.

        A number that becomes one has not: it may be cast there.
        """
        for name in names_of_dtype(self.compared.program, node, place):
            models = (self.compared.before, self.compared.after)
            kinds = [model.value(name, place) for model in models]
            if all(isinstance(kind, TensorValue) and kind.numpy is False for kind in kinds):
                return name.id
        return None

    def _is_of_model(self, node: ast.expr, place: Place) -> bool:
        """Whether ``node`` has the dtype of what a layer or model gives."""
        program, value = self.compared.program, self.compared.after.value
        return any(
            program.keras.kind(value(source.func, place)) in ("layer", "model")
            for source in sources_of_dtype(program, node, place)
            if isinstance(source, ast.Call)
        )
