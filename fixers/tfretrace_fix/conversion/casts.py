"""Where the number meets tensors, and the casts that this takes."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from flake8_tfretrace.program import Binding, Function, Parameter, Place
from flake8_tfretrace.program.tracetypes import UNKNOWN, ObjectValue, TensorValue
from tfretrace_fix.annotations import widened
from tfretrace_fix.conversion.comparison import Comparison, Number, text
from tfretrace_fix.edits import Edit, InsertFirst, Replace
from tfretrace_fix.functions import names_of_dtype, sources_of_dtype
from tfretrace_fix.plans import Refusal

_READING = (ast.Name, ast.Attribute, ast.Subscript, ast.Constant, ast.expr_context)
"""What is in an expression that only reads, and can be written twice."""
_OF_KERAS = ("layer", "model")


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
    opened: dict[ast.expr, Place] = field(default_factory=dict)
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
            is_named = _is_read(other) or self._of_same_dtype(other, place) is not None
            # What is given can be float64 as well; what a conditional of the graph makes cannot.
            if kind.dtype is not None or (is_named and self.compared.is_any_given("float32")):
                raise Refusal(
                    f"'{text(number)}' is rounded to float32 before it meets '{text(other)}'"
                )
            if not is_named and not self._is_of_model(other, place):
                # Tensors of two dtypes do not mix.
                raise Refusal(f"the dtype of '{text(other)}' is not known")
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

    def as_dtype(self, number: ast.expr, dtype: str, place: Place) -> None:
        """Note that the number is made a tensor of a dtype that is written there."""
        self._cast(_Meeting(number, None, dtype, place))

    def as_float64(self, number: ast.expr, place: Place) -> None:
        """Note that an integer is computed with as a float, which Python does in 64 bits."""
        self.as_dtype(number, "float64", place)

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
        source = None
        if meeting.tensor is not None:
            # What calls in other files pass may be of another dtype.
            source = self._of_same_dtype(meeting.tensor, meeting.place)
            if source is None and meeting.dtype is None and _is_read(meeting.tensor):
                source = ast.unparse(meeting.tensor)
        if source is not None:
            return f"{source}.dtype"
        if meeting.dtype is None:
            raise Refusal(f"the dtype of '{text(meeting.tensor or meeting.number)}' is not known")
        return f"{self.tensorflow}.{meeting.dtype}"

    def _of_same_dtype(self, node: ast.expr, place: Place) -> str | None:
        """Return the name of a tensor that is ``node``, or in it and surely has its dtype.

        A number that becomes one has not: it may be cast there.
        """
        if isinstance(node, ast.Name):
            return node.id
        for name in names_of_dtype(self.compared.program, node, place):
            models = (self.compared.before, self.compared.after)
            kinds = [model.value(name, place) for model in models]
            if all(isinstance(kind, TensorValue) and kind.numpy is False for kind in kinds):
                return name.id
        return None

    def _is_of_model(self, node: ast.expr, place: Place) -> bool:
        """Whether ``node`` has the dtype of what a layer or model gives."""
        return any(
            self._gives_that_of_model(source, around)
            for source, around in sources_of_dtype(self.compared.program, node, place)
        )

    def is_computed_of_model(self, node: ast.expr, place: Place) -> bool:
        """Whether ``node`` has that dtype by way of local names and functions of the file, too."""
        seen: set[ast.expr] = set()
        pending = [(node, place)]
        while pending:
            node, place = pending.pop()
            seen.add(node)
            for source, around in sources_of_dtype(self.compared.program, node, place):
                if self._gives_that_of_model(source, around):
                    return True
                pending += [one for one in self._behind(source, around) if one[0] not in seen]
        return False

    def _gives_that_of_model(self, source: ast.Name | ast.Call, place: Place) -> bool:
        if isinstance(source, ast.Call):
            return self._is_result(source, place)
        return self._is_weight(source, place)

    def _behind(
        self, source: ast.Name | ast.Call, place: Place
    ) -> Iterator[tuple[ast.expr, Place]]:
        """Yield the one expression that a name is set to, or that a function returns."""
        program = self.compared.program
        if isinstance(source, ast.Call):
            function = program.calls.target(source)
            if function is not None and len(function.returns) == 1:
                ((returned, around),) = function.returns
                if returned.value is not None:
                    yield returned.value, around
            return
        match program.bindings(source, place):
            case [Binding(kind="assign", path=(), value=ast.expr() as value) as binding]:
                yield value, binding.place

    def _is_result(self, call: ast.Call, place: Place) -> bool:
        """Whether a call is one of a layer or model."""
        callee = self.compared.after.value(call.func, place)
        return self.compared.program.keras.kind(callee) in _OF_KERAS

    def _is_weight(self, node: ast.Name, place: Place) -> bool:
        """Whether a name goes over the variables of a layer or model."""
        bindings = self.compared.program.bindings(node, place)
        return bool(bindings) and all(map(self._is_over_weights, bindings))

    def _is_over_weights(self, binding: Binding) -> bool:
        keras, listed = self.compared.program.keras, binding.value
        if binding.kind != "loop" or binding.path or not isinstance(listed, ast.Attribute):
            return False
        owner = self.compared.after.value(listed.value, binding.place)
        if not isinstance(owner, ObjectValue) or keras.kind(owner) not in _OF_KERAS:
            return False
        return keras.variables_of(owner, listed.attr) is not UNKNOWN


def _is_read(node: ast.expr) -> bool:
    """Whether an expression only reads what is there, so that it can be written twice."""
    is_path = isinstance(node, ast.Name | ast.Attribute | ast.Subscript)
    return is_path and all(isinstance(part, _READING) for part in ast.walk(node))
