"""What happens in a traced body when a parameter's Python number becomes a tensor.

TensorFlow converts a Python number to the dtype of the tensor it meets, and a tensor not; loops
and conditionals on a tensor become part of the graph; and some uses need a Python number. The
walk below follows the number through the body and the helpers it is handed to, and collects the
edits that keep the results as they are. Where there are none it says why.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from flake8_tfretrace.program import Function, Parameter, Place, Program
from flake8_tfretrace.program.calls import bind
from flake8_tfretrace.program.tracetypes import (
    FunctionValue,
    MappingValue,
    PythonValue,
    SequenceValue,
    TensorValue,
    TraceType,
)
from tfretrace_fix.edits import Edit, InsertFirst, Replace, ReplaceStatement
from tfretrace_fix.functions import (
    CONVERTING,
    HOST_VALUES,
    KEEPING_TYPE,
    MEETING,
    MUTATING,
    SHAPING,
    STATEFUL_RANDOM,
)


class Refused(Exception):  # noqa: N818 - not an error: the fix is left alone
    """The number cannot become a tensor; the message is a clause that says why."""


@dataclass(frozen=True)
class Number:
    """What was a Python number (or string), and becomes a tensor of no dimensions."""

    dtype: str
    """int32, float32, string, or bool for a comparison of such numbers."""


Status = Number | None
"""None: not derived from the number, or a tensor as it was before."""

_ASSERTIONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "assert_equal",
    ast.NotEq: "assert_none_equal",
    ast.Lt: "assert_less",
    ast.LtE: "assert_less_equal",
    ast.Gt: "assert_greater",
    ast.GtE: "assert_greater_equal",
}


@dataclass
class Conversion:
    """What has to change in the bodies, and what that does."""

    edits: list[Edit] = field(default_factory=list)
    nodes: set[ast.AST] = field(default_factory=set)
    """The loops and conditionals that become part of the graph."""
    only_step: bool = False
    """Whether the number is used as the step of ``tf.summary`` and for nothing else."""
    unsafe_because: str | None = None


def convert(
    program: Program, tensorflow: str, function: Function, parameter: Parameter, dtype: str
) -> Conversion:
    """Return what it takes for ``parameter`` to be a tensor of ``dtype``, no longer a number.

    ``tensorflow`` is the file's name for TensorFlow.

    Raises:
        Refused: some use of the parameter needs a Python number.
    """
    walk = _Walk(program, tensorflow)
    walk.function(function, parameter.name, Number(dtype))
    walk.settle(function, parameter.name)
    conversion = walk.conversion
    if conversion.unsafe_because is None:
        conversion.unsafe_because = effects_of_tracing(program, function)
    return conversion


def effects_of_tracing(program: Program, function: Function) -> str | None:
    """Return what the body does once per trace, and so less often after a fix; or None."""
    for reached in _reached(program, function):
        if reached.attribute_stores:
            target = reached.attribute_stores[0][0]
            return f"tracing sets '{ast.unparse(target)}'"
        for call, place in reached.calls:
            qualified = program.qualified(call.func, place) or ""
            if qualified in STATEFUL_RANDOM and not _has_keyword(call, "seed"):
                return f"each trace starts '{ast.unparse(call.func)}' anew"
            if qualified.startswith(HOST_VALUES):
                return f"each trace calls '{ast.unparse(call.func)}' anew"
    return None


def _reached(program: Program, function: Function) -> Iterator[Function]:
    """Yield ``function``, what it defines, and the functions of the file that it calls."""
    seen = [function]
    for current in seen:
        yield current
        callees = [program.value(call.func, place) for call, place in current.calls]
        called = [c.function for c in callees if isinstance(c, FunctionValue) and c.function]
        seen += [f for f in dict.fromkeys([*current.inner, *called]) if f not in seen]


def _has_keyword(call: ast.Call, name: str) -> bool:
    return any(keyword.arg == name for keyword in call.keywords)


@dataclass(frozen=True)
class _Meeting:
    """A number that meets a tensor of another dtype, or of one that is not known."""

    number: ast.expr
    tensor: ast.expr
    dtype: str | None
    function: Function


class _Walk:
    """The walk through the bodies that the number reaches."""

    def __init__(self, program: Program, tensorflow: str) -> None:
        self.program = program
        self.tensorflow = tensorflow
        self.conversion = Conversion()
        self._places = _places_by_branch(program)
        self._env: dict[str, Status] = {}
        self._function: Function
        self._entered: dict[Function, tuple[str, Number]] = {}
        self._uses: set[ast.Name] = set()
        self._meetings: dict[ast.expr, _Meeting] = {}
        self._steps: set[ast.expr] = set()
        self._edits: dict[ast.AST, Edit] = {}
        self._carried_types: dict[str, TraceType] = {}

    def value(self, node: ast.expr, place: Place) -> TraceType:
        """Return what is known of ``node``; a name that a loop carries keeps its type."""
        if isinstance(node, ast.Name) and node.id in self._carried_types:
            return self._carried_types[node.id]
        return self.program.value(node, place)

    def unsafe(self, reason: str) -> None:
        """Note what may change in the results; the first reason is the one told."""
        self.conversion.unsafe_because = self.conversion.unsafe_because or reason

    # functions

    def function(self, function: Function, name: str, number: Number) -> None:
        """Follow the parameter ``name`` of ``function``, which becomes ``number``."""
        if function in self._entered:
            if self._entered[function] != (name, number):
                raise Refused(f"'{function.name}' is given it in more than one way")
            return
        self._entered[function] = (name, number)
        outer = self._env, getattr(self, "_function", None)
        self._env, self._function = {name: number}, function
        node = function.node
        if isinstance(node, ast.Lambda):
            self.plain(node.body, function.body)
        elif isinstance(node, ast.FunctionDef):
            if function.is_generator:
                raise Refused(f"'{function.name}' is a generator")
            self.block(node.body, function.body)
        else:
            raise Refused(f"'{function.name}' is not a plain function")
        self._env, self._function = outer  # type: ignore[assignment]

    def settle(self, function: Function, name: str) -> None:
        """Turn what was found into edits."""
        own = {use for use in self._uses if use.id == name}
        if own and own == self._steps:
            self.conversion.only_step = True
        else:
            for step in self._steps:
                self._edits[step] = Replace(
                    step,
                    f"{self.tensorflow}.cast({{old}}, {self.tensorflow}.int64)",
                )
        self._cast(function, name, own)
        self.conversion.edits = list(self._edits.values())

    def _cast(self, function: Function, name: str, uses: set[ast.Name]) -> None:
        """Cast where the number meets tensors: once at the start of the body if that serves all."""
        meetings = list(self._meetings.values())
        tensors = {
            meeting.tensor.id for meeting in meetings if isinstance(meeting.tensor, ast.Name)
        }
        once = (
            uses == set(self._meetings)
            and len(tensors) == 1
            and all(isinstance(m.tensor, ast.Name) and m.function is function for m in meetings)
            and isinstance(function.node, ast.FunctionDef)
            and self._is_plain_parameter(function, *tensors)
        )
        if once:
            assert isinstance(function.node, ast.FunctionDef)
            (tensor,) = tensors
            code = f"{name} = {self.tensorflow}.cast({name}, {tensor}.dtype)"
            self._edits[function.node] = InsertFirst(function.node, code)
            return
        for meeting in meetings:
            if isinstance(meeting.tensor, ast.Name):
                dtype = f"{meeting.tensor.id}.dtype"
            elif meeting.dtype is not None:
                dtype = f"{self.tensorflow}.{meeting.dtype}"
            else:
                raise Refused(f"the dtype of '{_text(meeting.tensor)}' is not known")
            template = f"{self.tensorflow}.cast({{old}}, {dtype})"
            self._edits[meeting.number] = Replace(meeting.number, template)

    def _is_plain_parameter(self, function: Function, name: str) -> bool:
        """Whether ``name`` is a parameter that the body does not rebind."""
        bindings = function.body.scope.bindings.get(name, [])
        return [binding.kind for binding in bindings] == ["parameter"]

    # statements

    def block(self, statements: Sequence[ast.stmt], place: Place) -> None:
        for statement in statements:
            self.statement(statement, place)

    def statement(self, node: ast.stmt, place: Place) -> None:
        match node:
            case ast.Expr(value=value):
                self.status(value, place)
            case ast.Assign(targets=targets, value=value):
                status = self.status(value, place)
                for target in targets:
                    self._assign(target, status, place)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self._assign(target, self.status(value, place), place)
            case ast.AugAssign(target=ast.Name() as target, op=op, value=value):
                current = ast.copy_location(ast.Name(target.id, ast.Load()), target)
                self._assign(target, self._binary(node, current, op, value, place), place)
            case ast.Return(value=ast.expr() as value):
                if self.status(value, place) is not None:
                    raise Refused(f"the body returns '{_text(value)}'")
            case ast.For(iter=iterable):
                self._for(node, iterable, place)
            case ast.While(test=test):
                if self._test(test, place):
                    self._loop(node, place)
                self._twice(node.body, self._inside(node, "body", place))
                self.block(node.orelse, self._inside(node, "orelse", place))
            case ast.If(test=test):
                if self._test(test, place):
                    self._conditional(node, place)
                self._branches(node, place)
            case ast.Assert(test=test):
                self._assert(node, test, place)
            case ast.With(items=items, body=body):
                for item in items:
                    self.plain(item.context_expr, place)
                self.block(body, place)
            case ast.FunctionDef():
                self._inner(node)
            case ast.Pass() | ast.Break() | ast.Continue() | ast.Import() | ast.ImportFrom():
                pass
            case _:
                self._untouched(node)

    def _assign(self, target: ast.expr, status: Status, place: Place) -> None:
        if isinstance(target, ast.Name):
            self._env[target.id] = status
            return
        if status is not None:
            raise Refused(f"the body stores it in '{_text(target)}'")
        if isinstance(target, ast.Tuple | ast.List):
            for element in target.elts:
                self._assign(element, None, place)
        else:
            self._untouched(target)

    def _for(self, node: ast.For, iterable: ast.expr, place: Place) -> None:
        inside = self._inside(node, "body", place)
        converted = self._range(iterable, place)
        if converted is None:
            self.plain(iterable, place)
            self._assign(node.target, None, place)
        else:
            self._assign(node.target, converted, place)
            self._loop(node, place)
        self._twice(node.body, inside)
        self.block(node.orelse, self._inside(node, "orelse", place))

    def _range(self, iterable: ast.expr, place: Place) -> Number | None:
        """Return what the loop variable of a Python range over the number becomes."""
        if not isinstance(iterable, ast.Call):
            return None
        if self.program.qualified(iterable.func, place) != "range":
            return None
        statuses = [self.status(argument, place) for argument in iterable.args]
        if not any(statuses):
            return None
        if any(status not in (None, Number("int32")) for status in statuses):
            raise Refused(f"'{_text(iterable)}' is not over integers")
        self._edits[iterable.func] = Replace(iterable.func, f"{self.tensorflow}.range")
        return Number("int32")

    def _twice(self, body: Sequence[ast.stmt], place: Place) -> None:
        """Walk a loop body; once more if the first pass made other names numbers."""
        before = dict(self._env)
        self.block(body, place)
        if self._env != before:
            self._env = self._merged(before, self._env)
            self.block(body, place)

    def _branches(self, node: ast.If, place: Place) -> None:
        before = dict(self._env)
        self.block(node.body, self._inside(node, "body", place))
        after_body, self._env = self._env, before
        self.block(node.orelse, self._inside(node, "orelse", place))
        self._env = self._merged(after_body, self._env)

    def _merged(self, a: dict[str, Status], b: dict[str, Status]) -> dict[str, Status]:
        merged: dict[str, Status] = {}
        for name in {**a, **b}:
            left, right = a.get(name), b.get(name)
            if left is not None and right is not None and left != right:
                raise Refused(f"'{name}' has no single type")
            merged[name] = left or right
        return merged

    def _inner(self, node: ast.FunctionDef | ast.Lambda) -> None:
        """Walk a function defined in the body: it may use the number."""
        function = self.program.index.by_node[node]
        before = dict(self._env)
        for parameter in function.parameters:
            self._env[parameter.name] = None
        if isinstance(node, ast.Lambda):
            self.plain(node.body, function.body)
        else:
            self.block(node.body, function.body)
        self._env = before

    def _untouched(self, node: ast.AST) -> None:
        """Refuse a kind of code that is not looked into, if the number is in it."""
        for inner in ast.walk(node):
            if isinstance(inner, ast.Name) and self._env.get(inner.id) is not None:
                raise Refused(f"the body uses '{inner.id}' in '{_text(node)}'")

    # conditionals

    def _test(self, test: ast.expr, place: Place) -> bool:
        """Walk a condition and say whether the number decides it."""
        status = self.status(test, place)
        if status is None:
            return False
        if status.dtype != "bool":
            raise Refused(f"the body asks for the truth of '{_text(test)}'")
        return True

    def _needs_autograph(self) -> None:
        reason = self.program.unconverted.get(self._function)
        if reason is not None:
            raise Refused(f"AutoGraph does not convert {reason}")

    def _conditional(self, node: ast.If, place: Place) -> None:
        self._needs_autograph()
        self.conversion.nodes.add(node)
        self.unsafe("both branches of the conditional become part of the graph")
        for statement in (*node.body, *node.orelse):
            self._must_fit_in_graph(statement)
        assigned = [_assigned(node.body), _assigned(node.orelse)]
        for name in sorted(assigned[0] | assigned[1]):
            if name in assigned[0] & assigned[1] or self._is_bound_before(name, node, place):
                continue
            raise Refused(f"'{name}' is set in one branch only")
        returns = [_ends_in_return(node.body), _ends_in_return(node.orelse)]
        if any(returns) and not all(returns) and not self._returns_after(node):
            raise Refused("only one branch returns")
        self._branch_types(node, place)

    def _branch_types(self, node: ast.If, place: Place) -> None:
        """Refuse branches that give a name values of different dtypes."""
        inside = [self._inside(node, branch, place) for branch in ("body", "orelse")]
        values: dict[str, list[TraceType]] = {}
        for statements, at in zip((node.body, node.orelse), inside, strict=True):
            for statement in statements:
                if isinstance(statement, ast.Assign):
                    for target in statement.targets:
                        if isinstance(target, ast.Name):
                            value = self.value(statement.value, at)
                            values.setdefault(target.id, []).append(value)
        for name, types in values.items():
            dtypes = {t.dtype for t in types if isinstance(t, TensorValue) and t.dtype}
            if len(dtypes) > 1:
                raise Refused(f"the branches give '{name}' different dtypes")

    def _returns_after(self, node: ast.If) -> bool:
        body = getattr(self._function.node, "body", [])
        return node in body and _ends_in_return(body)

    def _is_bound_before(self, name: str, node: ast.stmt, place: Place) -> bool:
        bindings = place.scope.bindings.get(name, [])
        start = (node.lineno, node.col_offset)
        return any(b.kind == "parameter" or b.end <= start for b in bindings)

    def _assert(self, node: ast.Assert, test: ast.expr, place: Place) -> None:
        if not self._test(test, place):
            return
        simple = isinstance(test, ast.Compare) and len(test.ops) == 1
        if not simple or node.msg is not None:
            raise Refused("the body asserts something about it")
        assert isinstance(test, ast.Compare)
        name = _ASSERTIONS.get(type(test.ops[0]))
        if name is None:
            raise Refused("the body asserts something about it")
        self.conversion.nodes.add(node)
        self.unsafe("the assertion becomes part of the graph")
        self._edits[node] = ReplaceStatement(
            node,
            f"{self.tensorflow}.debugging.{name}({{a}}, {{b}})",
            {"a": test.left, "b": test.comparators[0]},
        )

    # loops

    def _loop(self, node: ast.For | ast.While, place: Place) -> None:
        """Check that TensorFlow can run the loop, with the same results."""
        self._needs_autograph()
        self.conversion.nodes.add(node)
        if node.orelse:
            raise Refused("the loop has an else branch")
        if isinstance(node, ast.While):
            self.unsafe("the loop becomes part of the graph")
        inside = self._inside(node, "body", place)
        for statement in node.body:
            self._must_fit_in_graph(statement)
            for inner in ast.walk(statement):
                if isinstance(inner, ast.Return | ast.Break | ast.Continue):
                    raise Refused(f"the loop contains '{_text(inner).split()[0]}'")
                if isinstance(inner, ast.Call) and self._is_stateful(inner, inside):
                    self.unsafe(f"the loop repeats '{_text(inner.func)}' as one operation")
        for name in sorted(_assigned(node.body)):
            self._carried(name, node, place, inside)

    def _is_stateful(self, call: ast.Call, place: Place) -> bool:
        place = self.program.index.places.get(call, place)
        return self.program.qualified(call.func, place) in STATEFUL_RANDOM

    def _must_fit_in_graph(self, statement: ast.stmt) -> None:
        """Refuse what a loop or branch of the graph cannot do, or would do once only."""
        for node in ast.walk(statement):
            match node:
                case ast.Call(func=ast.Attribute(attr=attribute, value=value)):
                    if attribute in MUTATING:
                        raise Refused(f"the body changes '{_text(value)}' with {attribute}()")
                case ast.Attribute(ctx=ast.Store()):
                    raise Refused(f"the body sets '{_text(node)}'")
                case ast.Subscript(ctx=ast.Store()):
                    raise Refused(f"the body sets an element of '{_text(node.value)}'")
                case ast.Raise() | ast.Try() | ast.Yield() | ast.Global() | ast.Nonlocal():
                    raise Refused(f"the body contains '{_text(node).split()[0]}'")
                case ast.Call(func=ast.Name(id="next" | "print" as name)):
                    raise Refused(f"the body calls {name}() in it")

    def _carried(self, name: str, node: ast.For | ast.While, place: Place, inside: Place) -> None:
        """Check that a name set in the loop has one dtype and shape throughout."""
        target = (
            {n.id for n in ast.walk(node.target) if isinstance(n, ast.Name)}
            if isinstance(node, ast.For)
            else set()
        )
        start, end = (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)
        loads = [
            use
            for use in ast.walk(self._function.node)
            if isinstance(use, ast.Name) and use.id == name and isinstance(use.ctx, ast.Load)
        ]
        after = any((use.lineno, use.col_offset) >= end for use in loads)
        bound_before = self._is_bound_before(name, node, place)
        if name in target:
            if after:
                raise Refused(f"the loop variable '{name}' is used after the loop")
            return
        if not bound_before:
            if after:
                raise Refused(f"'{name}' is first set in the loop and used after it")
            return
        if self._env.get(name) is not None:
            return
        within = [use for use in loads if start <= (use.lineno, use.col_offset) < end]
        updates = _updates(name, node.body)
        if updates is None:
            raise Refused(f"the loop sets '{name}' in a way that is not followed")
        if (
            not after
            and not any(self._sees_outside(use, node, inside) for use in within)
            and (not any(isinstance(update, ast.AugAssign) for update in updates))
        ):
            return
        initial = self.program.evaluator.named(name, place, start)
        for update in updates:
            if not self._keeps_type(name, update, initial, inside):
                raise Refused(f"the loop may change the dtype or shape of '{name}'")
        if isinstance(initial, TensorValue):
            self._carried_types[name] = initial

    def _sees_outside(self, use: ast.Name, node: ast.stmt, inside: Place) -> bool:
        start = (node.lineno, node.col_offset)
        bindings = self.program.bindings(use, inside)
        return any(b.kind == "parameter" or b.end <= start for b in bindings)

    def _keeps_type(
        self, name: str, update: ast.Assign | ast.AugAssign, initial: TraceType, inside: Place
    ) -> bool:
        inside = self._place_of(update, inside)
        if isinstance(update, ast.AugAssign):
            left = ast.copy_location(ast.Name(name, ast.Load()), update.target)
            value: ast.expr = ast.copy_location(ast.BinOp(left, update.op, update.value), update)
        else:
            value = update.value
        if isinstance(initial, TensorValue):
            if self._preserves(value, name, initial, inside):
                return True
            new = self.value(value, inside)
            return (
                isinstance(new, TensorValue)
                and new.dtype == initial.dtype is not None
                and new.constant_shape == initial.constant_shape is not None
            )
        if isinstance(initial, PythonValue) and initial.kind == "float":
            # AutoGraph makes a float32 tensor of it.
            new = self.value(value, inside)
            return isinstance(new, TensorValue) and (new.dtype, new.shape) == ("float32", ())
        return False

    def _preserves(self, node: ast.expr, name: str, initial: TensorValue, place: Place) -> bool:
        """Whether ``node`` has the type of the tensor ``name``, by the way it is computed."""
        match node:
            case ast.Name(id=other):
                return other == name
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self._preserves(operand, name, initial, place)
            case ast.BinOp(left=left, op=op, right=right):
                if isinstance(op, ast.Div) and not (initial.dtype or "").startswith("float"):
                    return False
                if isinstance(op, ast.MatMult):
                    return False
                kept = [self._preserves(side, name, initial, place) for side in (left, right)]
                if all(kept):
                    return True
                if not any(kept):
                    return False
                return self._is_scalar(right if kept[0] else left, place)
            case ast.Call(func=func, args=[first, *_]):
                place = self.program.index.places.get(node, place)
                qualified = self.program.qualified(func, place)
                return qualified in KEEPING_TYPE and self._preserves(first, name, initial, place)
        return False

    def _is_scalar(self, node: ast.expr, place: Place) -> bool:
        match node:
            case ast.Constant():
                return True
            case ast.BinOp(left=left, right=right):
                return self._is_scalar(left, place) and self._is_scalar(right, place)
            case ast.UnaryOp(operand=operand):
                return self._is_scalar(operand, place)
            case ast.Name(id=name) if self._env.get(name) is not None:
                return True
        value = self.value(node, place)
        if isinstance(value, TensorValue):
            return value.shape == ()
        return isinstance(value, PythonValue) and value.is_number

    # expressions

    def plain(self, node: ast.expr, place: Place) -> None:
        """Walk an expression whose value must not be the number."""
        if self.status(node, place) is not None:
            raise Refused(f"the body uses '{_text(node)}' as a Python value")

    def status(self, node: ast.expr, place: Place) -> Status:
        """Say what becomes of the value of ``node``."""
        match node:
            case ast.Name(id=name):
                status = self._env.get(name)
                if status is not None:
                    self._uses.add(node)
                return status
            case ast.Constant():
                return None
            case ast.BinOp(left=left, op=op, right=right):
                return self._binary(node, left, op, right, place)
            case ast.UnaryOp(operand=operand):
                return self.status(operand, place)
            case ast.Compare():
                return self._compare(node, place)
            case ast.BoolOp(values=values):
                statuses = [self.status(value, place) for value in values]
                if any(statuses):
                    if any(status not in (None, Number("bool")) for status in statuses):
                        raise Refused(f"the body asks for the truth of '{_text(node)}'")
                    return Number("bool")
                return None
            case ast.IfExp():
                return self._conditional_expression(node, place)
            case ast.Call():
                return self._call(node, self.program.index.places.get(node, place))
            case ast.Subscript():
                return self._subscript(node, place)
            case ast.Lambda():
                self._inner(node)
                return None
            case ast.JoinedStr():
                for part in ast.walk(node):
                    if isinstance(part, ast.Name) and self._env.get(part.id) is not None:
                        raise Refused(f"the body formats '{part.id}' into a string")
                return None
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                self._comprehension(node)
                return None
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self.plain(child, place)
            elif not isinstance(child, ast.expr_context | ast.operator):
                self._untouched(child)
        return None

    def _comprehension(self, node: ast.expr) -> None:
        for inner in ast.walk(node):
            if isinstance(inner, ast.Name) and self._env.get(inner.id) is not None:
                raise Refused(f"a comprehension in the body uses '{inner.id}'")

    def _binary(
        self,
        node: ast.expr | ast.AugAssign,
        left: ast.expr,
        op: ast.operator,
        right: ast.expr,
        place: Place,
    ) -> Status:
        a, b = self.status(left, place), self.status(right, place)
        if a is None and b is None:
            return None
        if a is None or b is None:
            number, other, status = (left, right, a) if b is None else (right, left, b)
            assert status is not None
            kind = self.value(other, place)
            if isinstance(kind, TensorValue):
                if isinstance(op, ast.MatMult):
                    raise Refused(f"the body multiplies matrices with '{_text(number)}'")
                self._meet(number, status, other, kind, place)
                return None
            kinds = {status.dtype, _python_kind(kind, other)}
        else:
            status, kinds = a, {a.dtype, b.dtype}
        return self._arithmetic(node, op, status, kinds)

    def _arithmetic(
        self, node: ast.expr | ast.AugAssign, op: ast.operator, status: Number, kinds: set[str]
    ) -> Number:
        """Return what arithmetic between Python numbers becomes."""
        text = _text(node)
        if kinds == {"string"} and isinstance(op, ast.Add):
            return status
        if kinds == {"int32"}:
            if isinstance(op, ast.Mult):
                self.unsafe(f"'{text}' is computed in 32 bits")
            elif not isinstance(op, ast.Add | ast.Sub | ast.FloorDiv | ast.Mod):
                raise Refused(f"'{text}' is different for tensors of integers")
            return status
        if "float32" in kinds and kinds <= {"float32", "int32"} and status.dtype == "float32":
            self.unsafe(f"'{text}' is computed in float32, where Python computes in float64")
            return status
        raise Refused(f"'{text}' mixes types that tensors do not mix")

    def _meet(
        self, number: ast.expr, status: Number, other: ast.expr, kind: TensorValue, place: Place
    ) -> None:
        """Note that a number meets a tensor, whose dtype it must have."""
        if kind.dtype == status.dtype:
            return
        numeric = kind.dtype is None or kind.dtype.startswith(("float", "bfloat", "int"))
        if status.dtype not in ("int32", "float32") or not numeric:
            raise Refused(f"'{_text(number)}' meets '{_text(other)}', which is {kind.dtype}")
        if status.dtype == "float32":
            if kind.dtype is not None and kind.dtype.startswith("int"):
                raise Refused(f"'{_text(number)}' meets '{_text(other)}', which is {kind.dtype}")
            self.unsafe(f"'{_text(number)}' is rounded to float32 before it meets '{_text(other)}'")
        self._meetings[number] = _Meeting(number, other, kind.dtype, place.function)

    def _compare(self, node: ast.Compare, place: Place) -> Status:
        if isinstance(node.ops[0], ast.Is | ast.IsNot) and isinstance(
            node.comparators[-1], ast.Constant
        ):
            # A tensor is as little None as a number is.
            return None
        sides = [node.left, *node.comparators]
        statuses = [self.status(side, place) for side in sides]
        if not any(statuses):
            return None
        if len(sides) > 2 or isinstance(node.ops[0], ast.In | ast.NotIn | ast.Is | ast.IsNot):
            raise Refused(f"the body asks for '{_text(node)}'")
        at = 0 if statuses[0] is not None else 1
        number, status, other = sides[at], statuses[at], sides[1 - at]
        assert status is not None
        if statuses[1 - at] is None:
            kind = self.value(other, place)
            if isinstance(kind, TensorValue):
                self._meet(number, status, other, kind, place)
                return None
            other_kind = _python_kind(kind, other)
        else:
            other_kind = statuses[1 - at].dtype  # type: ignore[union-attr]
        if other_kind != status.dtype:
            raise Refused(f"'{_text(node)}' compares an int with a float")
        if other_kind == "float32":
            self.unsafe(f"'{_text(node)}' compares in float32, where Python compares in float64")
        return Number("bool")

    def _conditional_expression(self, node: ast.IfExp, place: Place) -> Status:
        decided = self._test(node.test, place)
        self.plain(node.body, place)
        self.plain(node.orelse, place)
        if decided:
            self._needs_autograph()
            kinds = [self.value(branch, place) for branch in (node.body, node.orelse)]
            dtypes = {kind.dtype for kind in kinds if isinstance(kind, TensorValue)}
            if not all(isinstance(kind, TensorValue) for kind in kinds) or len(dtypes) != 1:
                raise Refused(f"the branches of '{_text(node)}' may differ in dtype")
            self.conversion.nodes.add(node)
            self.unsafe("both branches of the conditional become part of the graph")
        return None

    def _subscript(self, node: ast.Subscript, place: Place) -> Status:
        self.plain(node.value, place)
        if isinstance(node.slice, ast.Slice | ast.Tuple):
            for part in ast.walk(node.slice):
                if isinstance(part, ast.Name) and self._env.get(part.id) is not None:
                    raise Refused(f"'{part.id}' decides the shape of '{_text(node)}'")
            return None
        if self.status(node.slice, place) is not None:
            kind = self.value(node.value, place)
            if not isinstance(kind, TensorValue) or kind.numpy:
                what = (
                    "list"
                    if isinstance(kind, SequenceValue)
                    else "dict"
                    if isinstance(kind, MappingValue)
                    else "value"
                )
                raise Refused(
                    f"the body indexes the {what} '{_text(node.value)}' with '{_text(node.slice)}'"
                )
        return None

    def _call(self, node: ast.Call, place: Place) -> Status:
        qualified = self.program.qualified(node.func, place) or ""
        arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
        if qualified == "tensorflow.cast" and arguments:
            return self._casting(node, arguments, place)
        if qualified in MEETING and len(node.args) >= 2:
            return self._meeting_call(node, place)
        if qualified in CONVERTING:
            for argument in arguments:
                elements = (
                    argument.elts if isinstance(argument, ast.List | ast.Tuple) else [argument]
                )
                for element in elements:
                    self.status(element, place)
            return None
        if qualified == "tensorflow.range":
            for argument in arguments:
                status = self.status(argument, place)
                if status not in (None, Number("int32")):
                    raise Refused(f"'{_text(node)}' is not over integers")
            return None
        if qualified.startswith("tensorflow.summary."):
            return self._summary(node, place)
        callee = self.value(node.func, place)
        if isinstance(callee, FunctionValue) and callee.function is not None:
            return self._helper(node, callee, place)
        self.plain(node.func, place)
        for argument in arguments:
            if self._mentions(argument, place):
                if qualified in SHAPING:
                    raise Refused(f"'{_text(argument)}' decides the shape of a tensor")
                raise Refused(f"the body hands '{_text(argument)}' to {_text(node.func)}()")
        return None

    def _mentions(self, argument: ast.expr, place: Place) -> bool:
        """Walk an argument and say whether the number is its value or an element of it."""
        elements = argument.elts if isinstance(argument, ast.List | ast.Tuple) else [argument]
        inner = [e.value if isinstance(e, ast.Starred) else e for e in elements]
        statuses = [self.status(element, place) for element in inner]
        return any(status is not None for status in statuses)

    def _casting(self, node: ast.Call, arguments: Sequence[ast.expr], place: Place) -> Status:
        status = self.status(arguments[0], place)
        for argument in arguments[1:]:
            self.plain(argument, place)
        if status is not None and status.dtype == "float32":
            result = self.value(node, place)
            if not isinstance(result, TensorValue) or result.dtype != "float32":
                self.unsafe(f"'{_text(arguments[0])}' is rounded to float32 before it is cast")
        return None

    def _meeting_call(self, node: ast.Call, place: Place) -> Status:
        left, right = node.args[:2]
        a, b = self.status(left, place), self.status(right, place)
        for argument in (*node.args[2:], *(keyword.value for keyword in node.keywords)):
            self.plain(argument, place)
        if a is not None and b is not None and a != b:
            raise Refused(f"'{_text(node)}' mixes types that tensors do not mix")
        if (a is None) == (b is None):
            return None
        number, status, other = (left, a, right) if a is not None else (right, b, left)
        assert status is not None
        kind = self.value(other, place)
        if isinstance(kind, TensorValue):
            self._meet(number, status, other, kind, place)
        elif _python_kind(kind, other) != status.dtype:
            raise Refused(f"'{_text(node)}' mixes types that tensors do not mix")
        return None

    def _summary(self, node: ast.Call, place: Place) -> Status:
        steps = [keyword.value for keyword in node.keywords if keyword.arg == "step"]
        others = [keyword.value for keyword in node.keywords if keyword.arg != "step"]
        for argument in (*node.args, *others):
            self.plain(argument, place)
        for step in steps:
            if self.status(step, place) is not None:
                self._steps.add(step)
        return None

    def _helper(self, node: ast.Call, callee: FunctionValue, place: Place) -> Status:
        """Follow the number into a function of the file."""
        function = callee.function
        assert function is not None
        parameters = function.parameters
        if function.is_method and callee.bound is not None:
            parameters = parameters[1:]
        for argument, parameter, starred in bind(parameters, node):
            status = self.status(argument, place)
            if status is None:
                continue
            if parameter is None or starred or parameter.kind in ("*", "**"):
                raise Refused(f"the body hands '{_text(argument)}' on to {_text(node.func)}()")
            self.function(function, parameter.name, status)
        return None

    # places

    def _inside(self, node: ast.AST, branch: str, place: Place) -> Place:
        return self._places.get((node, branch)) or Place(
            place.scope, place, node, branch, place.loops
        )

    def _place_of(self, node: ast.AST, place: Place) -> Place:
        """Return the place of a statement inside ``place``."""
        for (holder, branch), inner in self._places.items():
            statements = getattr(holder, branch, None)
            if isinstance(statements, list) and node in statements:
                return inner
        return place


def _places_by_branch(program: Program) -> dict[tuple[ast.AST, str], Place]:
    """Return the places that the index recorded, by the node whose statements they are."""
    found: dict[tuple[ast.AST, str], Place] = {}
    for function in program.index.functions:
        recorded = [b.place for bindings in function.body.scope.bindings.values() for b in bindings]
        recorded += [place for _, place in (*function.calls, *function.loops)]
        recorded += [place for _, place in (*function.conditionals, *function.returns)]
        for place in recorded:
            for around in place.enclosing():
                found[around.node, around.branch] = around
    return found


def _python_kind(kind: TraceType, node: ast.expr) -> str:
    """Return the dtype that TensorFlow gives a Python number or string.

    Raises:
        Refused: it is not known to be one.
    """
    if isinstance(kind, PythonValue):
        dtype = {"int": "int32", "float": "float32", "str": "string"}.get(kind.kind)
        if dtype is not None:
            return dtype
    raise Refused(f"it is not known what '{_text(node)}' is")


def _assigned(statements: Sequence[ast.stmt]) -> set[str]:
    """Return the names that the statements set, apart from those of inner functions."""
    found: set[str] = set()
    pending: list[ast.AST] = list(statements)
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        if isinstance(node, ast.FunctionDef):
            found.add(node.name)
        elif not isinstance(node, ast.Lambda | ast.ListComp | ast.GeneratorExp):
            pending += ast.iter_child_nodes(node)
    return found


def _updates(name: str, body: Sequence[ast.stmt]) -> list[ast.Assign | ast.AugAssign] | None:
    """Return the assignments to ``name``; None if it is set in another way too."""
    found: list[ast.Assign | ast.AugAssign] = []
    stores = 0
    for statement in body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store):
                stores += 1
            elif (
                isinstance(node, ast.Assign)
                and any(
                    isinstance(target, ast.Name) and target.id == name for target in node.targets
                )
            ) or (isinstance(node, ast.AugAssign) and getattr(node.target, "id", None) == name):
                found.append(node)
    return found if stores == len(found) else None


def _ends_in_return(statements: Sequence[ast.stmt]) -> bool:
    return bool(statements) and isinstance(statements[-1], ast.Return)


def _text(node: ast.AST) -> str:
    text = ast.unparse(node)
    return text if len(text) <= 40 else f"{text[:37]}..."
