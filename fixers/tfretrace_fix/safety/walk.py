"""The walk through the bodies that the number reaches: statements and functions."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from flake8_tfretrace.program import Function, Parameter, Place, Program
from flake8_tfretrace.program.tracetypes import PythonValue
from tfretrace_fix.edits import Replace, ReplaceStatement, literal
from tfretrace_fix.plans import Refusal
from tfretrace_fix.safety.conversion import Conversion, Number, State, Status, text
from tfretrace_fix.safety.effects import effects_of_tracing
from tfretrace_fix.safety.expressions import Expressions
from tfretrace_fix.safety.graph import assigned, check_conditional, check_loop


def convert(
    program: Program,
    tensorflow: str,
    function: Function,
    parameter: Parameter,
    dtype: str,
    *,
    is_list: bool = False,
) -> Conversion:
    """Return what it takes for ``parameter`` to be a tensor of ``dtype``, no longer a number.

    ``tensorflow`` is the file's name for TensorFlow. ``is_list``: it was a list of numbers, of
    which shapes may be made.

    Raises:
        Refusal: some use of the parameter needs a Python number.
    """
    state = State(program, tensorflow, function, {}, is_list)
    walk = _Walk(state)
    walk.function(function, {parameter.name: Number(dtype, is_list)})
    walk.expressions.casts.settle(function, parameter.name)
    if state.conversion.unsafe_because is None:
        state.conversion.unsafe_because = effects_of_tracing(program, function)
    return state.conversion


def convert_expressions(
    program: Program,
    tensorflow: str,
    function: Function,
    given: Mapping[ast.expr, Number],
    *,
    shapes: bool = False,
) -> Conversion:
    """Return what it takes for numbers that the body of ``function`` reads to be tensors.

    ``given``: the expressions, and the names that they are unpacked to. ``shapes``: shapes may be
    made of them.

    Raises:
        Refusal: some use of them needs a Python number.
    """
    state = State(program, tensorflow, function, given, shapes)
    walk = _Walk(state)
    walk.function(function, {})
    walk.expressions.casts.settle(function, None)
    return state.conversion


class _Walk:
    """Follows what the number is assigned to, statement by statement."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._entered: dict[Function, dict[str, Number]] = {}
        self.expressions = Expressions(state, self.function)

    def function(self, function: Function, numbers: dict[str, Number]) -> None:
        """Follow the parameters of ``function`` that become ``numbers``."""
        if function in self._entered:
            if self._entered[function] != numbers:
                raise Refusal(f"'{function.name}' is given it in more than one way")
            return
        self._entered[function] = numbers
        state = self._state
        around = state.callers, state.function, state.numbers
        if function is not state.function:
            state.callers, state.function = (*state.callers, state.function), function
        state.numbers = {parameter.name: None for parameter in function.parameters} | numbers
        node = function.node
        if isinstance(node, ast.Lambda):
            self.expressions.plain(node.body, function.body)
        elif isinstance(node, ast.FunctionDef):
            if function.is_generator:
                raise Refusal(f"'{function.name}' is a generator")
            self._block(node.body, function.body)
        else:
            raise Refusal(f"'{function.name}' is not a plain function")
        state.callers, state.function, state.numbers = around

    # statements

    def _block(self, statements: Sequence[ast.stmt], place: Place) -> None:
        for statement in statements:
            self._statement(statement, place)

    def _statement(self, node: ast.stmt, place: Place) -> None:
        status = self.expressions.status
        match node:
            case ast.Expr(value=value):
                status(value, place)
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)) if len(
                targets
            ) == len(values):
                for target, one in zip(targets, [status(v, place) for v in values], strict=True):
                    self._assign(target, one)
            case ast.Assign(targets=targets, value=value):
                new = status(value, place)
                for target in targets:
                    self._assign(target, new)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self._assign(target, status(value, place))
            case ast.AugAssign(target=ast.Name() as target, op=op, value=value):
                current = ast.copy_location(ast.Name(target.id, ast.Load()), target)
                self._assign(target, self.expressions.binary(node, current, op, value, place))
            case ast.Return(value=ast.expr() as value):
                self._return(value, place)
            case ast.For():
                self._for(node, place)
            case ast.While(test=test):
                if self.expressions.test(test, place):
                    check_loop(self._state, node, place)
                self._twice(node.body, self._state.inside(node, "body", place))
                self._block(node.orelse, self._state.inside(node, "orelse", place))
            case ast.If(test=test):
                decided = self.expressions.test(test, place)
                made = check_conditional(self._state, node, place) if decided else {}
                self._branches(node, place)
                held = {name: one for name, one in self._state.numbers.items() if one is not None}
                self._state.numbers |= made | held
            case ast.Assert(test=test):
                if self.expressions.test(test, place):
                    self._assert(node)
            case ast.With(items=items, body=body):
                for item in items:
                    self.expressions.plain(item.context_expr, place)
                self._block(body, place)
            case ast.FunctionDef():
                self._inner(node)
            case ast.Pass() | ast.Break() | ast.Continue() | ast.Import() | ast.ImportFrom():
                pass
            case _:
                self._state.leave(node)

    def _return(self, node: ast.expr, place: Place) -> None:
        """Walk what a function returns: a tf.function makes tensors of numbers in any case."""
        traced = self._state.program.traced_of(place.function)
        if traced and isinstance(node, ast.Tuple):
            for part in node.elts:
                self._return(part, place)
        elif (status := self.expressions.status(node, place)) is not None:
            is_decorated = bool(traced) and all(one.is_decorator for one in traced)
            if not is_decorated or status.is_list or status.is_none:
                raise Refusal(f"the body returns '{text(node)}'")
            self.expressions.casts.as_constant(node, status, place)

    def _assign(self, target: ast.expr, status: Status) -> None:
        if isinstance(target, ast.Name):
            self._state.numbers[target.id] = self._state.given.get(target, status)
            return
        if status is not None:
            raise Refusal(f"the body stores it in '{text(target)}'")
        if isinstance(target, ast.Tuple | ast.List):
            for element in target.elts:
                self._assign(element, None)
        else:
            self._state.leave(target)

    def _inner(self, node: ast.FunctionDef) -> None:
        """Walk a function defined in the body: it may use the number."""
        function = self._state.program.index.by_node[node]
        before = dict(self._state.numbers)
        for parameter in function.parameters:
            self._state.numbers[parameter.name] = None
        self._block(node.body, function.body)
        self._state.numbers = before

    # loops and conditionals

    def _for(self, node: ast.For, place: Place) -> None:
        iterable = node.iter
        if isinstance(iterable, ast.Call) and self._is_python_range(iterable, place):
            if self.expressions.range_bounds(iterable, iterable.args, place):
                template = f"{self._state.tensorflow}.range"
                self._state.conversion.edits[iterable.func] = Replace(iterable.func, template)
                self._assign(node.target, Number("int32"))
                check_loop(self._state, node, place)
            else:
                self._assign(node.target, None)
        else:
            self.expressions.plain(iterable, place)
            self._assign(node.target, None)
        self._twice(node.body, self._state.inside(node, "body", place))
        self._block(node.orelse, self._state.inside(node, "orelse", place))

    def _is_python_range(self, call: ast.Call, place: Place) -> bool:
        return self._state.program.qualified(call.func, place) == "range"

    def _twice(self, body: Sequence[ast.stmt], place: Place) -> None:
        """Walk a loop body; once more if the first pass made other names numbers."""
        before = dict(self._state.numbers)
        self._block(body, place)
        if self._state.numbers != before:
            self._state.numbers = _merged(before, self._state.numbers)
            self._block(body, place)
        self._note_precision(assigned(body) & before.keys())

    def _branches(self, node: ast.If, place: Place) -> None:
        before = dict(self._state.numbers)
        self._block(node.body, self._state.inside(node, "body", place))
        after_body, self._state.numbers = self._state.numbers, before
        self._block(node.orelse, self._state.inside(node, "orelse", place))
        self._state.numbers = _merged(after_body, self._state.numbers)
        if not isinstance(self._state.value(node.test, place), PythonValue):
            self._note_precision(assigned(node.body) | assigned(node.orelse))

    def _note_precision(self, names: set[str]) -> None:
        """Note the floats that a loop or conditional of the graph would have made float32."""
        for name in sorted(names):
            if self._state.numbers.get(name) == Number("float64"):
                self._state.conversion.unsafe(f"'{name}' may be computed with more precision")

    def _assert(self, node: ast.Assert) -> None:
        """Replace an assertion that the number decides by TensorFlow's."""
        if node.msg is not None and not isinstance(node.msg, ast.Constant):
            raise Refusal(f"the message of the assertion is '{text(node.msg)}'")
        self._state.conversion.nodes.add(node)
        self._state.conversion.unsafe("the assertion becomes part of the graph")
        message = "{message}" if node.msg else literal(ast.unparse(node.test))
        self._state.conversion.edits[node] = ReplaceStatement(
            node,
            f"{self._state.tensorflow}.debugging.Assert({{test}}, [{message}])",
            {"test": node.test} | ({"message": node.msg} if node.msg else {}),
        )


def _merged(a: dict[str, Status], b: dict[str, Status]) -> dict[str, Status]:
    """Return what the names hold where two ways through the body meet."""
    merged: dict[str, Status] = {}
    for name in {**a, **b}:
        left, right = a.get(name), b.get(name)
        # TensorFlow makes float32 of a Python float, which does not mix with float64.
        is_mixed = name in a and name in b and Number("float64") in (left, right)
        if left != right and (is_mixed or (left is not None and right is not None)):
            raise Refusal(f"'{name}' has no single type")
        merged[name] = left or right
    return merged
