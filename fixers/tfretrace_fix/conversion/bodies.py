"""The bodies that numbers reach which become tensors, statement by statement."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping, Sequence

from flake8_tfretrace.modules import own_module, users
from flake8_tfretrace.program import Function, Parameter, Place, Program
from flake8_tfretrace.program.keras import FUNCTIONAL
from flake8_tfretrace.program.tracetypes import (
    ObjectValue,
    PythonValue,
    TraceType,
)
from tfretrace_fix.conversion.casts import Conversion
from tfretrace_fix.conversion.comparison import Comparison, Given, Number, Reinterpreted, text
from tfretrace_fix.conversion.control_flow import (
    assigned,
    bound_in,
    check_agreement,
    check_conditional,
    check_loop,
    inside,
)
from tfretrace_fix.conversion.uses import Expressions
from tfretrace_fix.edits import Replace, ReplaceStatement, literal
from tfretrace_fix.effects import effects_of_tracing
from tfretrace_fix.functions import is_gone_over_by_python
from tfretrace_fix.names import unused_imports
from tfretrace_fix.open_shapes import doubt_of_one_trace, doubt_of_opening
from tfretrace_fix.plans import Refusal
from tfretrace_fix.static_shapes import handed_to_keras, static_shape_needs


def convert(
    program: Program,
    tensorflow: str,
    function: Function,
    given: Mapping[Given, Number],
    *,
    are_open: bool = False,
    known: Mapping[Given, TraceType] | None = None,
    helpers: Collection[Function] = (),
) -> Conversion:
    """Return what it takes for numbers that ``function`` is passed, or reads, to be tensors.

    ``tensorflow`` is the file's name for TensorFlow; ``given`` a parameter, or expressions of the
    body and of helpers, and the names that they are unpacked to. ``are_open``: sizes that they
    decide are not known while tracing anyway; ``known``: what parameters are that keep what they
    are; ``helpers``: the functions that it calls in which some of the expressions stand.

    Raises:
        Refusal: some use of them needs a Python number.
    """
    parameter = next((what for what in given if isinstance(what, Parameter)), None)
    numbers = {binding_of(function, what): number for what, number in given.items()}
    compared = Comparison(program, numbers, known or {})
    while True:
        conversion = Conversion(compared, tensorflow)
        bodies = _Bodies(conversion, function, helpers)
        try:
            bodies.follow(function, {})
            bodies.settle()
        except Reinterpreted:
            compared.interpret()
        else:
            break
    if not are_open:
        _check_shapes(conversion, function, bodies)
    conversion.settle(function, parameter)
    if parameter is not None and conversion.unsafe_because is None:
        conversion.unsafe_because = effects_of_tracing(program, function)
    return conversion


def _check_shapes(conversion: Conversion, function: Function, bodies: _Bodies) -> None:
    """Raise Refusal where something needs a shape that is not known while tracing any more."""
    program, opened = conversion.compared.program, conversion.opened
    if not opened:
        return
    whole = text(next(iter(opened)))
    if _doubt_of_sizes(conversion, function) is not None:
        conversion.unsafe(f"the size of '{whole}' is not known while tracing then")
    needs = static_shape_needs(program, function, opened)
    if needs:
        raise Refusal(f"it decides the shape of '{whole}', and {needs[0].reason}")
    for node in bodies.loops:
        # What it carries would have to keep its shape.
        if node not in conversion.nodes:
            raise Refusal(f"it decides the shape of '{whole}', and line {node.lineno} loops")
    if all(isinstance(node, ast.Subscript) and _is_of_rows(node.slice) for node in opened):
        return
    for call, _ in handed_to_keras(program, function, opened):
        # A layer that is not built yet needs the size of the last dimension.
        if not _is_functional(program.value(call.func, program.index.places[call])):
            raise Refusal(f"it decides the shape of '{whole}', and '{text(call.func)}' may need it")


def _doubt_of_sizes(conversion: Conversion, function: Function) -> str | None:
    """Return what may be different where the sizes that numbers decide are open; or None."""
    compared = conversion.compared
    if conversion.nodes:
        return "what a loop or conditional of the graph sets may need the sizes"
    values: dict[Parameter | ast.expr, TraceType] = {
        node: compared.after.value(node, place) for node, place in conversion.opened.items()
    }
    around = doubt_of_one_trace(compared.program, function)
    return around or doubt_of_opening(compared.program, function, values)


def _is_functional(value: TraceType) -> bool:
    """Whether a model was made from its inputs and outputs: what varies is open in it, too."""
    return isinstance(value, ObjectValue) and value.cls is None and value.qualified == FUNCTIONAL


def _is_of_rows(index: ast.expr) -> bool:
    """Whether an index is a slice of the first dimension, and takes others as they are."""
    first, *others = index.elts if isinstance(index, ast.Tuple) else [index]
    is_whole = [isinstance(o, ast.Slice) and not (o.lower or o.upper or o.step) for o in others]
    return isinstance(first, ast.Slice) and all(is_whole)


def binding_of(function: Function, what: Given) -> Given:
    """Return the binding of a name that is a target; anything else as it is."""
    if not isinstance(what, ast.Name) or isinstance(what.ctx, ast.Load):
        return what
    bindings = function.body.scope.bindings[what.id]
    return next(b for b in bindings if any(part is what for part in ast.walk(b.node)))


class _Bodies(Expressions):
    """Checks statements, in the functions that numbers reach."""

    def __init__(
        self, conversion: Conversion, function: Function, helpers: Collection[Function]
    ) -> None:
        super().__init__(conversion, function, helpers)
        self.root = function
        """The function with which it begins."""
        self.entered: dict[Function, dict[Parameter, Number]] = {}
        self.loops: list[ast.For | ast.While] = []
        """The loops that TensorFlow may run, before the fix or after it."""

    def follow(self, function: Function, numbers: dict[Parameter, Number]) -> None:
        if function in self.entered:
            if numbers and self.entered[function] != numbers:
                raise Refusal(f"'{function.name}' is given it in more than one way")
            return
        self.entered[function] = numbers
        for parameter, number in numbers.items():
            self.compared.give(parameter, number)
        around = self.callers, self.function, self.defined
        if function is not self.function:
            self.callers, self.function = (*self.callers, self.function), function
        self.defined = {}
        node = function.node
        if isinstance(node, ast.Lambda):
            self.plain(node.body, function.body)
        elif isinstance(node, ast.FunctionDef):
            if function.is_generator:
                raise Refusal(f"'{function.name}' is a generator")
            self._block(node.body, function.body)
        else:
            raise Refusal(f"'{function.name}' is not a plain function")
        for inner in self.defined:
            self.follow(inner, {})
        self.callers, self.function, self.defined = around

    def settle(self) -> None:
        """Raise Refusal where what computes with tensors then is handed other numbers, too.

        TensorFlow would compute with a Python number in float32. Else the imports go that nothing
        needs any more.
        """
        program = self.compared.program
        others = self.computing.keys() | (self.compared.choosing - {self.root})
        for function in self.returning | others:
            is_other = function in others
            for call, place in program.calls.callers(function):
                if function is self.root or call in self.handed.get(function, ()):
                    continue
                if is_other or place.function in self.entered:
                    raise Refusal(f"line {call.lineno} calls '{function.name}' without a tensor")
            if is_other:
                self._check_uses(function)
        for parameter in self.compared.parameters:
            if self.computing and parameter.default is not None:
                raise Refusal(f"'{parameter.name}' has a default, which is no tensor")
        gone = [call for calls in self.computing.values() for call in calls]
        if all(program.files.is_own(function.body) for function in self.computing):
            for edit in unused_imports(program, gone, self.root.body):
                assert isinstance(edit, ReplaceStatement)
                self.conversion.edits[edit.node] = edit

    def _check_uses(self, function: Function) -> None:
        """Raise Refusal where a function may be called from elsewhere."""
        program, name = self.compared.program, function.name
        called = {call.func for call in self.handed.get(function, ())}
        reading = ast.Attribute if function.is_method else ast.Name | ast.Attribute
        for node in ast.walk(program.tree) if function is not self.root else ():
            if isinstance(node, reading) and node not in called:
                if name == (node.id if isinstance(node, ast.Name) else node.attr):
                    raise Refusal(f"line {node.lineno} does more with '{name}' than call it")
        module = own_module(program.filename, program.source or "")
        offered = name if function.owner is None else function.owner.name
        if module is not None and users(module, {offered}):
            raise Refusal(f"other files of the project use '{offered}'")

    # statements

    def _block(self, statements: Sequence[ast.stmt], place: Place) -> None:
        for statement in statements:
            self._statement(statement, place)

    def _statement(self, node: ast.stmt, place: Place) -> None:
        number = self.number
        match node:
            case ast.Expr(value=value):
                number(value, place)
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)) if len(
                targets
            ) == len(values):
                for target, one in zip(targets, [number(v, place) for v in values], strict=True):
                    self._assign(target, one, place)
            case ast.Assign(targets=targets, value=value):
                new = number(value, place)
                for target in targets:
                    self._assign(target, new, place)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self._assign(target, number(value, place), place)
            case ast.AugAssign(target=ast.Name(), op=op, value=value):
                current = self.compared.updated(node)
                self.binary(node, current, op, value, place)
            case ast.Return(value=ast.expr() as value):
                self._return(value, place)
            case ast.For():
                self._for(node, place)
            case ast.While(test=test):
                if self.test(test, inside(node, "body", place)):
                    self.needs_autograph()
                    check_loop(self.conversion, node, place)
                if not isinstance(self.compared.after.value(test, place), PythonValue):
                    self.loops.append(node)
                self._branches(node, place)
            case ast.If(test=test):
                is_decided = self.test(test, place)
                if is_decided:
                    self.needs_autograph()
                    check_conditional(self.conversion, node, place)
                self._branches(node, place)
                if is_decided:
                    check_agreement(self.conversion, node, place)
            case ast.Assert(test=test):
                if self.test(test, place):
                    self._assert(node)
            case ast.With(items=items, body=body):
                for item in items:
                    self.plain(item.context_expr, place)
                self._block(body, place)
            case ast.FunctionDef():
                self.defined[self.program.index.by_node[node]] = None
            case ast.Pass() | ast.Break() | ast.Continue() | ast.Import() | ast.ImportFrom():
                pass
            case _:
                self._leave(node, place)

    def _leave(self, node: ast.AST, place: Place) -> None:
        """Pass over a kind of code that is not looked into, if no number is in it."""
        name = self.compared.number_in(node, place)
        if name is not None:
            raise Refusal(f"the body uses '{name}' in '{text(node)}'")

    def _return(self, node: ast.expr, place: Place) -> None:
        """Check what a function returns: a tf.function makes tensors of numbers in any case."""
        traced = self.program.traced_of(place.function)
        if traced and isinstance(node, ast.Tuple):
            for part in node.elts:
                self._return(part, place)
        elif (number := self.number(node, place)) is not None:
            is_decorated = bool(traced) and all(one.is_decorator for one in traced)
            is_helper = not traced and place.function in self.handed
            if not (is_decorated or is_helper) or number.is_list or number.is_none:
                raise Refusal(f"the body returns '{text(node)}'")
            if is_helper:
                self.returning.add(place.function)
            else:
                self.conversion.as_constant(node, number, place)

    def _assign(self, target: ast.expr, number: Number | None, place: Place) -> None:
        if isinstance(target, ast.Name):
            return
        if number is not None:
            raise Refusal(f"the body stores it in '{text(target)}'")
        if isinstance(target, ast.Tuple | ast.List):
            for element in target.elts:
                self._assign(element, None, place)
        else:
            self._leave(target, place)

    # loops and conditionals

    def _for(self, node: ast.For, place: Place) -> None:
        iterable, qualified = node.iter, self.program.qualified
        if isinstance(iterable, ast.Call) and qualified(iterable.func, place) == "range":
            if self.range_bounds(iterable, iterable.args, place):
                template = f"{self.conversion.tensorflow}.range"
                self.conversion.edits[iterable.func] = Replace(iterable.func, template)
                self.needs_autograph()
                check_loop(self.conversion, node, place)
        else:
            self.plain(iterable, place)
        value = self.compared.after.value
        if not is_gone_over_by_python(self.program, value, iterable, place):
            self.loops.append(node)
        self._assign(node.target, None, place)
        self._branches(node, place)

    def _branches(self, node: ast.If | ast.For | ast.While, place: Place) -> None:
        self._block(node.body, inside(node, "body", place))
        self._block(node.orelse, inside(node, "orelse", place))
        deciding = node.iter if isinstance(node, ast.For) else node.test
        # What Python decided it computed in 64 bits; the graph would have made float32 of a float.
        if isinstance(self.compared.before.value(deciding, place), PythonValue):
            return
        for name in sorted(assigned([node], place)):
            numbers = [self.compared.bound(b) for b in bound_in([node], name, place)]
            if Number("float64") in numbers:
                self.conversion.unsafe(f"'{name}' may be computed with more precision")

    def _assert(self, node: ast.Assert) -> None:
        """Replace an assertion that a number decides by TensorFlow's."""
        if node.msg is not None and not isinstance(node.msg, ast.Constant):
            raise Refusal(f"the message of the assertion is '{text(node.msg)}'")
        self.conversion.nodes.add(node)
        self.conversion.unsafe("the assertion becomes part of the graph")
        message = "{message}" if node.msg else literal(ast.unparse(node.test))
        self.conversion.edits[node] = ReplaceStatement(
            node,
            f"{self.conversion.tensorflow}.debugging.Assert({{test}}, [{message}])",
            {"test": node.test} | ({"message": node.msg} if node.msg else {}),
        )
