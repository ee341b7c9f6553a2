"""What an expression makes of the number: a number still, a tensor, or nothing that works."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from flake8_tfretrace.program import Function, Place
from flake8_tfretrace.program.syntax import bind
from flake8_tfretrace.program.tracetypes import (
    FunctionValue,
    MappingValue,
    PythonValue,
    SequenceValue,
    TensorValue,
    TraceType,
)
from tfretrace_fix.functions import Uses, uses
from tfretrace_fix.plans import Refusal
from tfretrace_fix.safety.casts import Casts
from tfretrace_fix.safety.conversion import DTYPES, Number, State, Status, text

_NUMBERS = frozenset({"int32", "float32"})
"""What TensorFlow makes of Python ints and floats."""
_ASSIGNING = frozenset({"assign", "assign_add", "assign_sub"})


class Expressions:
    """The walk through expressions. ``follow`` walks a function that is given the number."""

    def __init__(self, state: State, follow: Callable[[Function, dict[str, Number]], None]) -> None:
        self._state = state
        self._follow = follow
        self.casts = Casts(state)

    def plain(self, node: ast.expr, place: Place) -> None:
        """Walk an expression whose value must not be the number."""
        if self.status(node, place) is not None:
            raise Refusal(f"the body uses '{text(node)}' as a Python value")

    def test(self, node: ast.expr, place: Place) -> bool:
        """Walk a condition and say whether the number decides it."""
        status = self.status(node, place)
        if status is None:
            return False
        if status.dtype != "bool":
            raise Refusal(f"the body asks for the truth of '{text(node)}'")
        return True

    def status(self, node: ast.expr, place: Place) -> Status:
        """Say what becomes of the value of ``node``."""
        given = self._state.given.get(node)
        if given is not None:
            return given
        match node:
            case ast.Name(id=name):
                status = self._state.numbers.get(name)
                if status is not None:
                    self.casts.use(node)
                return status
            case ast.Constant():
                return None
            case ast.BinOp(left=left, op=op, right=right):
                return self.binary(node, left, op, right, place)
            case ast.UnaryOp(op=op, operand=operand):
                return self._unary(node, op, operand, place)
            case ast.Compare():
                return self._compare(node, place)
            case ast.BoolOp(values=values):
                statuses = [self.status(value, place) for value in values]
                if any(status not in (None, Number("bool")) for status in statuses):
                    raise Refusal(f"the body asks for the truth of '{text(node)}'")
                if not any(statuses):
                    return None
                self._state.needs_autograph()
                return Number("bool")
            case ast.IfExp():
                self._conditional_expression(node, place)
                return None
            case ast.Call():
                self._call(node, self._state.program.index.places.get(node, place))
                return None
            case ast.Subscript():
                return self._subscript(node, place)
            case ast.Lambda():
                self._lambda(node)
                return None
            case ast.JoinedStr():
                formatted = self._state.number_in(node)
                if formatted is not None:
                    raise Refusal(f"the body formats '{formatted}' into a string")
                return None
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                used = self._state.number_in(node)
                if used is not None:
                    raise Refusal(f"a comprehension in the body uses '{used}'")
                return None
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self.plain(child, place)
            elif not isinstance(child, ast.expr_context | ast.operator):
                self._state.leave(child)
        return None

    def _lambda(self, node: ast.Lambda) -> None:
        """Walk a function defined in the body: it may use the number."""
        function = self._state.program.index.by_node[node]
        before = dict(self._state.numbers)
        for parameter in function.parameters:
            self._state.numbers[parameter.name] = None
        self.plain(node.body, function.body)
        self._state.numbers = before

    # operators

    def _unary(self, node: ast.expr, op: ast.unaryop, operand: ast.expr, place: Place) -> Status:
        if isinstance(op, ast.Not):
            if not self.test(operand, place):
                return None
            self._state.needs_autograph()
            return Number("bool")
        status = self.status(operand, place)
        if status is not None and (
            not isinstance(op, ast.USub) or status.is_list or status.dtype == "bool"
        ):
            raise Refusal(f"'{text(node)}' is different for tensors")
        return status

    def binary(
        self,
        node: ast.expr | ast.AugAssign,
        left: ast.expr,
        op: ast.operator,
        right: ast.expr,
        place: Place,
    ) -> Status:
        """Say what becomes of ``left op right``."""
        a, b = self.status(left, place), self.status(right, place)
        if a is None and b is None:
            return None
        if a is None or b is None:
            number, other, status = (left, right, a) if b is None else (right, left, b)
            assert status is not None
            kind = self._state.value(other, place)
            if isinstance(kind, TensorValue):
                if isinstance(op, ast.MatMult):
                    raise Refusal(f"the body multiplies matrices with '{text(number)}'")
                if isinstance(op, ast.Pow) or (isinstance(op, ast.Div) and number is right):
                    self._state.conversion.unsafe(
                        f"'{text(node)}' is rounded differently than with a constant"
                    )
                self.casts.meet(number, status, other, kind, place)
                return None
            kinds = {status.dtype, _python_kind(kind, other)}
        elif a.dtype != b.dtype:
            raise Refusal(f"'{text(node)}' mixes types that tensors do not mix")
        else:
            status, kinds = a, {a.dtype}
        self._must_be_one(node, a, b)
        is_true_division = isinstance(op, ast.Div) and kinds == {"int32"}
        if status.dtype == "int32" and (is_true_division or kinds == {"int32", "float32"}):
            if isinstance(node, ast.AugAssign):
                raise Refusal(f"'{text(node)}' makes a float of an int")
            for side, of_side in ((left, a), (right, b)):
                if of_side is not None:
                    self.casts.as_float64(side, place)
            status, kinds = Number("float64"), {"float64", "float32"}
        return self._arithmetic(node, op, status, kinds)

    def _must_be_one(self, node: ast.AST, *statuses: Status) -> None:
        """Raise Refusal if a list meets what is no tensor: its operators are others."""
        if any(status is not None and status.is_list for status in statuses):
            raise Refusal(f"'{text(node)}' is different for lists")

    def _arithmetic(
        self, node: ast.expr | ast.AugAssign, op: ast.operator, status: Number, kinds: set[str]
    ) -> Number:
        """Return what arithmetic between Python numbers becomes."""
        code, conversion = text(node), self._state.conversion
        if kinds == {"string"} and isinstance(op, ast.Add):
            return status
        if kinds == {"int32"}:
            if isinstance(op, ast.Mult):
                conversion.unsafe(f"'{code}' is computed in 32 bits")
            elif not isinstance(op, ast.Add | ast.Sub | ast.FloorDiv | ast.Mod):
                raise Refusal(f"'{code}' is different for tensors of integers")
            return Number("int32")
        if status.is_float and kinds <= {status.dtype, "float32", "int32"}:
            if status.dtype == "float32":
                raise Refusal(f"'{code}' is computed in float32, where Python computes in float64")
            if not isinstance(op, ast.Add | ast.Sub | ast.Mult | ast.Div):
                conversion.unsafe(f"'{code}' may be rounded differently")
            return status
        raise Refusal(f"'{code}' mixes types that tensors do not mix")

    def _compare(self, node: ast.Compare, place: Place) -> Status:
        if _asks_for_none(node):
            # A tensor is as little None as a number is.
            self.status(node.left, place)
            return None
        sides = [node.left, *node.comparators]
        statuses = [self.status(side, place) for side in sides]
        if not any(statuses):
            return None
        if len(sides) > 2 or isinstance(node.ops[0], ast.In | ast.NotIn | ast.Is | ast.IsNot):
            raise Refusal(f"the body asks for '{text(node)}'")
        at = 0 if statuses[0] is not None else 1
        number, status = sides[at], statuses[at]
        other, other_status = sides[1 - at], statuses[1 - at]
        assert status is not None
        if other_status is None:
            kind = self._state.value(other, place)
            if isinstance(kind, TensorValue):
                self.casts.meet(number, status, other, kind, place)
                return None
            other_kind = _python_kind(kind, other)
        else:
            other_kind = other_status.dtype
        self._must_be_one(node, status, other_status)
        if status.dtype == "float32":
            raise Refusal(f"'{text(node)}' compares in float32, where Python compares in float64")
        if status.dtype in ("bool", "string") and not isinstance(node.ops[0], ast.Eq | ast.NotEq):
            raise Refusal(f"'{text(node)}' orders what TensorFlow does not")
        # A Python number is converted to the dtype that it meets, a tensor is not.
        is_python = other_status is None
        if status.dtype == "int32" and other_kind == "float32" and is_python:
            self.casts.as_float64(number, place)
        elif other_kind != status.dtype and not (
            status.is_float and other_kind in _NUMBERS and is_python
        ):
            raise Refusal(f"'{text(node)}' compares an int with a float")
        return Number("bool")

    def _conditional_expression(self, node: ast.IfExp, place: Place) -> None:
        decided = self.test(node.test, place)
        self.plain(node.body, place)
        self.plain(node.orelse, place)
        if not decided:
            return
        self._state.needs_autograph()
        kinds = [self._state.value(branch, place) for branch in (node.body, node.orelse)]
        dtypes = {kind.dtype for kind in kinds if isinstance(kind, TensorValue)}
        if not all(isinstance(kind, TensorValue) for kind in kinds) or len(dtypes) != 1:
            raise Refusal(f"the branches of '{text(node)}' may differ in dtype")
        self._state.conversion.nodes.add(node)
        self._state.conversion.unsafe("both branches of the conditional become part of the graph")

    def _subscript(self, node: ast.Subscript, place: Place) -> Status:
        whole = self.status(node.value, place)
        if whole is not None and whole.is_list and isinstance(node.slice, ast.Constant):
            return Number(whole.dtype)
        if whole is not None:
            raise Refusal(f"the body uses '{text(node.value)}' as a Python value")
        if isinstance(node.slice, ast.Slice | ast.Tuple):
            name = self._state.number_in(node.slice)
            if name is not None:
                raise Refusal(f"'{name}' decides the shape of '{text(node)}'")
        elif (status := self.status(node.slice, place)) is not None:
            kind = self._state.value(node.value, place)
            if status.is_none:
                raise Refusal(f"'{text(node)}' adds an axis for None")
            if not isinstance(kind, TensorValue) or kind.numpy is not False:
                what = _container(kind)
                raise Refusal(
                    f"the body indexes the {what} '{text(node.value)}' with '{text(node.slice)}'"
                )
        return None

    # calls

    def _call(self, node: ast.Call, place: Place) -> None:
        qualified = self._state.program.qualified(node.func, place) or ""
        arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
        callee = self._state.value(node.func, place)
        if qualified == "tensorflow.cast" and arguments:
            self._constant(arguments[0], place)
            for argument in arguments[1:]:
                self.plain(argument, place)
        elif qualified == "tensorflow.print":
            for argument in arguments:
                status = self.status(argument, place)
                if status is not None and status.is_none:
                    raise Refusal(f"'{text(node)}' prints None, too")
        elif qualified == "tensorflow.range":
            self.range_bounds(node, arguments, place)
        elif qualified.startswith("tensorflow.summary."):
            self._summary(node, place)
        elif isinstance(callee, FunctionValue) and callee.function is not None:
            self.plain(node.func, place)
            self._helper(node, callee.function, callee.bound is not None, place)
        elif isinstance(node.func, ast.Attribute) and node.func.attr in _ASSIGNING and node.args:
            self._assigned(node.func, node.args[0], place)
            for argument in arguments[1:]:
                self.plain(argument, place)
        else:
            self.plain(node.func, place)
            known = uses(self._state.program, node, place) or Uses([], [], [], arguments)
            self._together(node, known.met, place)
            for argument in known.converted:
                self._together(node, _elements(argument), place)
            for argument in known.sizes:
                if self._mentions(argument, place):
                    self._shape(argument, place)
            for argument in known.other:
                if self._mentions(argument, place):
                    raise Refusal(f"the body hands '{text(argument)}' to {text(node.func)}()")

    def _assigned(self, func: ast.Attribute, argument: ast.expr, place: Place) -> None:
        """Walk what a variable is assigned: it must have the dtype of the variable."""
        self.plain(func.value, place)
        status = self.status(argument, place)
        if status is None:
            return
        variable = self._state.value(func.value, place)
        if isinstance(variable, TensorValue) and variable.variable and variable.dtype is not None:
            self.casts.meet(argument, status, func.value, variable, place)
        elif status.is_float and self._is_learning_rate(func.value, place):
            # Keras converts to the dtype of its variable, as it does with a Python float.
            self.casts.as_constant(argument, status, place)
        else:
            raise Refusal(f"the body hands '{text(argument)}' to {text(func)}()")

    def _is_learning_rate(self, node: ast.expr, place: Place) -> bool:
        if not isinstance(node, ast.Attribute) or node.attr != "learning_rate":
            return False
        optimizer = self._state.value(node.value, place)
        return self._state.program.keras.kind(optimizer) == "optimizer"

    def range_bounds(self, node: ast.Call, bounds: Sequence[ast.expr], place: Place) -> bool:
        """Walk the bounds of a range and say whether the number is among them."""
        statuses = [self.status(bound, place) for bound in bounds]
        if any(status not in (None, Number("int32")) for status in statuses):
            raise Refusal(f"'{text(node)}' is not over integers")
        return any(statuses)

    def _shape(self, argument: ast.expr, place: Place) -> None:
        """Check a shape that the number is part of."""
        if not self._state.shapes:
            raise Refusal(f"'{text(argument)}' decides the shape of a tensor")
        for element in _elements(argument):
            kind = self._state.value(element, place)
            status = self.status(element, place)
            is_shape = element is argument or status is None or not status.is_list
            if (
                not is_shape
                or (status is not None and status.dtype != "int32")
                or (isinstance(kind, TensorValue) and kind.dtype not in (None, "int32"))
            ):
                raise Refusal(f"'{text(element)}' is no int32")

    def _mentions(self, argument: ast.expr, place: Place) -> bool:
        """Walk an argument and say whether the number is its value or an element of it."""
        inner = [e.value if isinstance(e, ast.Starred) else e for e in _elements(argument)]
        statuses = [self.status(element, place) for element in inner]
        return any(status is not None for status in statuses)

    def _constant(self, node: ast.expr, place: Place) -> None:
        """Walk an expression that TensorFlow makes a tensor of, whatever it meets."""
        status = self.status(node, place)
        if status is not None:
            self.casts.as_constant(node, status, place)

    def _together(self, node: ast.Call, elements: Sequence[ast.expr], place: Place) -> None:
        """Walk expressions that TensorFlow gives one dtype: that of a tensor among them."""
        statuses = [(element, self.status(element, place)) for element in elements]
        numbers = {element: status for element, status in statuses if status is not None}
        if not numbers:
            return
        others = [(e, self._state.value(e, place)) for e in elements if e not in numbers]
        tensor = next(((e, kind) for e, kind in others if isinstance(kind, TensorValue)), None)
        for element, status in numbers.items():
            if tensor is not None:
                self.casts.meet(element, status, *tensor, place)
                continue
            kinds = {_python_kind(kind, other) for other, kind in others}
            mixes = not kinds <= (_NUMBERS if status.is_float else {status.dtype})
            if mixes or len(set(numbers.values())) > 1:
                raise Refusal(f"'{text(node)}' mixes types that tensors do not mix")
            self.casts.as_constant(element, status, place)

    def _summary(self, node: ast.Call, place: Place) -> None:
        steps = [keyword.value for keyword in node.keywords if keyword.arg == "step"]
        others = [keyword.value for keyword in node.keywords if keyword.arg != "step"]
        for argument in (*node.args, *others):
            self.plain(argument, place)
        for step in steps:
            if self.status(step, place) is not None:
                self.casts.step(step)

    def _helper(self, node: ast.Call, function: Function, bound: bool, place: Place) -> None:
        """Follow the number into a function of the file."""
        parameters = (
            function.parameters[1:] if function.is_method and bound else function.parameters
        )
        for argument, parameter, starred in bind(parameters, node):
            status = self.status(argument, place)
            if status is None:
                continue
            if parameter is None or starred or parameter.kind in ("*", "**"):
                raise Refusal(f"the body hands '{text(argument)}' on to {text(node.func)}()")
            self._follow(function, {parameter.name: status})


def _elements(argument: ast.expr) -> Sequence[ast.expr]:
    """Return the elements of a list or tuple that is written out, or else the expression."""
    return argument.elts if isinstance(argument, ast.List | ast.Tuple) else [argument]


def _asks_for_none(node: ast.Compare) -> bool:
    """Whether a comparison is ``... is None`` or ``... is not None``."""
    match node:
        case ast.Compare(ops=[ast.Is() | ast.IsNot()], comparators=[ast.Constant(value=None)]):
            return True
    return False


def _container(kind: TraceType) -> str:
    if isinstance(kind, SequenceValue):
        return "list"
    return "dict" if isinstance(kind, MappingValue) else "value"


def _python_kind(kind: TraceType, node: ast.expr) -> str:
    """Return the dtype that TensorFlow gives a Python number or string.

    Raises:
        Refusal: it is not known to be one.
    """
    if isinstance(kind, PythonValue):
        dtype = DTYPES.get(kind.kind)
        if dtype is not None and dtype != "bool":
            return dtype
    raise Refusal(f"it is not known what '{text(node)}' is")
