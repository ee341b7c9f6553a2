"""Whether code that makes a function may run once, where it runs again and again.

A tf.function that is made anew is traced anew, and sees then what its body reads from around it:
names, attributes, containers. One that is made once keeps what it saw at its first trace. So it
may be made once only if nothing changes in between that it reads while it is traced.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Collection, Iterator, Sequence

from flake8_tfretrace import knowledge
from flake8_tfretrace.program import Binding, Function, Place, Program, TracedFunction
from flake8_tfretrace.program.library import NAMESPACE, is_of_library
from flake8_tfretrace.program.mutations import changes
from flake8_tfretrace.program.scopes import FunctionNode, Scope, lookup
from flake8_tfretrace.program.tracetypes import (
    ClassValue,
    ContainerValue,
    FunctionValue,
    ObjectValue,
    PythonValue,
    TensorValue,
    TraceType,
)
from tfretrace_fix.effects import effects_of_tracing, output_of_tracing
from tfretrace_fix.mutability import (
    aliases_of_attribute,
    changes_of_variable,
    doubt_of_names_of_attributes,
    is_constant,
)
from tfretrace_fix.plans import Refusal
from tfretrace_fix.programs import is_program
from tfretrace_fix.targets import (
    Code,
    Target,
    check_visible,
    evaluated,
    is_inside,
    module_target,
    reads,
)

_PARTIALS = frozenset({"functools.partial"})
_PURE_CALLS = (
    *_PARTIALS,
    "tensorflow.TensorSpec",
    "tensorflow.RaggedTensorSpec",
    "tensorflow.SparseTensorSpec",
    "tensorflow.function",
)
_COMPUTING = frozenset({"abs", "bool", "float", "int", "len", "max", "min", "round", "str", "sum"})
"""Builtins that compute a value of their arguments, and do nothing else."""
_OPERATIONS = (
    ast.Attribute,
    ast.BinOp,
    ast.BoolOp,
    ast.Compare,
    ast.Constant,
    ast.IfExp,
    ast.Name,
    ast.Subscript,
    ast.Tuple,
    ast.UnaryOp,
    ast.boolop,
    ast.cmpop,
    ast.expr_context,
    ast.operator,
    ast.unaryop,
    ast.keyword,
    ast.Slice,
)
"""What makes a new value of its operands, or gives a part of one."""


def doubt_of_moving(
    program: Program,
    moved: Sequence[Code],
    target: Target,
    traced: Sequence[TracedFunction],
    passed: Sequence[ast.expr] = (),
    given: Collection[str] = (),
    functions: Sequence[Function] = (),
) -> str | None:
    """Return what a move of ``moved`` to ``target`` may change; None if nothing changes.

    ``traced`` are the functions that are then traced less often, ``passed`` those of their
    arguments that will be the moved object, ``given`` the names around that become arguments,
    ``functions`` what else runs in their traces.

    Raises:
        Refusal: the move surely, or very likely, changes what the program does.
    """
    move = _Move(program, moved, target, traced, passed, given, functions)
    # All are looked at: one may be a reason to refuse.
    doubts = [*move.doubts()]
    return doubts[0] if doubts else None


def doubt_of_remembering(
    program: Program,
    factory: Function,
    traced: Sequence[TracedFunction],
    passed: Sequence[ast.expr],
) -> str | None:
    """Return what changes if ``factory`` gives for the same arguments what it gave before.

    ``traced`` are the functions that are then traced less often, ``passed`` the calls of the
    factory that are arguments of these.

    Raises:
        Refusal: something surely changes, or the factory does more than to make functions.
    """
    node = factory.node
    assert isinstance(node, ast.FunctionDef) and factory.place is not None
    target = module_target(program, node)
    moved = [Code(node, factory.place)]
    move = _Move(program, moved, target, traced, passed, (), (), may_raise=True)
    if not move.only_makes(factory):
        raise Refusal(f"'{factory.name}' does more than to make a function")
    doubts = [*move.doubts()]
    return doubts[0] if doubts else None


class _Move:
    """Code that moves, and what then is traced less often."""

    def __init__(
        self,
        program: Program,
        moved: Sequence[Code],
        target: Target,
        traced: Sequence[TracedFunction],
        passed: Sequence[ast.expr],
        given: Collection[str],
        functions: Sequence[Function],
        *,
        may_raise: bool = False,
    ) -> None:
        self.program = program
        self.moved = moved
        self.nodes = [code.node for code in moved]
        self.target = target
        self.traced = traced
        self.arguments = [
            (argument, argument.written_at or site.place)
            for one in traced
            for site in program.sites.own[one]
            for argument in site.arguments
            if argument.node not in passed
        ]
        self.given = given
        """The names of the scope that is left which become arguments."""
        self.reached = program.effects.reached([*self._roots(), *functions])
        """The functions that run while TensorFlow traces."""
        self._captured: set[tuple[Scope, str]] = set()
        self._may_raise = may_raise
        """Whether what is made may raise in place of that: not where it is made before it was."""

    def _roots(self) -> Iterator[Function]:
        """Yield the functions that move, are traced, or are handed to these."""
        functions = [one.function for one in self.traced]
        values = [part for argument, _ in self.arguments for part in _parts(argument.value)]
        for code in self.moved:
            functions += [self.program.index.by_node.get(part) for part in ast.walk(code.node)]
            for name, scope in reads(self.program, code):
                values += _parts(self.program.value(name, _place(code, scope)))
            if isinstance(code.node, ast.expr):
                values.append(self.program.value(code.node, code.place))
                called = (part.func for part in ast.walk(code.node) if isinstance(part, ast.Call))
                values += [self.program.value(func, code.place) for func in called]
        functions += [value.function for value in values if isinstance(value, FunctionValue)]
        yield from filter(None, functions)

    def doubts(self) -> Iterator[str]:
        """Yield what may change.

        Raises:
            Refusal: something does.
        """
        for function in self.reached:
            self._check_effects(function)
            assert function.place is not None and isinstance(function.node, FunctionNode)
            yield from self._reads(Code(function.node, function.place))
        yield from self._attributes()
        for code in self.moved:
            check_visible(self.program, code, self.target, self.nodes, self.given)
            self._definition(code)
            yield from self._reads(code)
        yield from self._calls()
        for name in ("globals", "exec", "eval"):
            if self.program.calls.named(name):
                yield f"the file calls '{name}', which may set any name"
        doubt = doubt_of_names_of_attributes(self.program)
        if doubt is not None:
            yield doubt
        for function in self.reached:
            printing = output_of_tracing(self.program, function)
            if printing is not None:
                yield f"line {printing.lineno} prints when it is traced, and so less often"
        effect = effects_of_tracing(self.program, *self.reached)
        if effect is not None:
            yield effect

    def _calls(self) -> Iterator[str]:
        """Look at the traced functions, and at what they are called with."""
        for traced in self.traced:
            if traced.option("reduce_retracing", "experimental_relax_shapes") is not None:
                yield "shapes are generalised over the calls then"
            if traced.function is None:
                yield f"'{traced.name}' is not defined in this file"
        kinds: dict[object, set[str]] = {}
        for argument, place in self.arguments:
            if isinstance(argument.value, PythonValue):
                kinds.setdefault(argument.parameter, set()).add(argument.value.kind)
            is_plain = all(map(_is_plain, _parts(argument.value)))
            if argument.starred or not (is_plain or self._is_of_traces(argument.node, place)):
                yield f"'{ast.unparse(argument.node)}' may be more than a tensor"
        for given in kinds.values():
            if len(given & {"int", "float", "bool", "number"}) > 1:
                raise Refusal("the calls pass numbers of several types, which share a trace")

    def _is_of_traces(self, node: ast.expr, place: Place) -> bool:
        """Whether an argument is a name of what traced functions return: tensors, as before that.

        So it is in ``state = step(state)``, whatever is known of the body.
        """
        if not isinstance(node, ast.Name):
            return False
        bindings = self.program.bindings(node, place)
        return bool(bindings) and all(map(self._is_of_trace, bindings))

    def _is_of_trace(self, binding: Binding) -> bool:
        """Whether a definition gives a name what a traced function returns, or tensors."""
        if binding.kind == "assign" and isinstance(binding.value, ast.Call):
            callee = self.program.calls.callee(binding.value, binding.place)
            if isinstance(callee, FunctionValue) and callee.traced is not None:
                return True
        value = self.program.evaluator.variables.binding(binding, binding.place)
        return all(isinstance(part, TensorValue) for part in _parts(value))

    # Effects

    def _check_effects(self, function: Function) -> None:
        """Make sure that a function changes nothing around it while it is traced."""
        for name, scope in function.body.scope.outside.items():
            if any(b.place.function is function for b in scope.bindings.get(name, ())):
                raise Refusal(f"'{function.name}' sets '{name}' when it is traced")
        for base, node, _ in changes(function):
            root = _root(base)
            if root is not None:
                owner, bindings = lookup(root, function.body.scope)
                outer = owner is not None and owner.function not in self.reached
                if outer and any(binding.kind != "import" for binding in bindings):
                    text = ast.unparse(node)
                    raise Refusal(f"'{text}' happens only when '{function.name}' is traced")

    def _attributes(self) -> Iterator[str]:
        """Yield what may change an attribute between two traces that read it.

        Raises:
            Refusal: something does.
        """
        for nodes in self.program.syntax.attribute_reads.values():
            for node, function in nodes:
                if function not in self.reached:
                    continue
                if "." in (self.program.qualified(node, function.body) or ""):
                    continue
                place = self.program.syntax.place(function, node)
                for other in self.program.effects.on_attribute(node, place):
                    text = ast.unparse(node)
                    raise Refusal(f"it reads '{text}', which '{other.name}' changes")
                for alias in aliases_of_attribute(self.program, node, place):
                    text = ast.unparse(node)
                    yield f"line {alias.lineno} may change '{text}' under another name"

    def _definition(self, code: Code) -> None:
        """Make sure that what runs at the definition is the same each time."""
        match code.node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() as node:
                wrappers = self.program.wrappers
                for decorator in node.decorator_list:
                    if wrappers.options(decorator, code.place) is None:
                        name = ast.unparse(decorator)
                        raise Refusal(f"the decorator '{name}' runs at each definition")
                    self._pure(decorator, code.place)
                for default in (*node.args.defaults, *node.args.kw_defaults):
                    if isinstance(default, ast.List | ast.Dict | ast.Set):
                        raise Refusal(f"the default '{ast.unparse(default)}' is made anew")
                    if default is not None:
                        self._pure(default, code.place)
            case ast.Assign(value=value):
                self._pure(value, code.place)
            case ast.expr() as value:
                self._pure(value, code.place)
            case _:
                raise Refusal("it is more than a definition")

    def _pure(self, node: ast.expr, place: Place) -> None:
        """Make sure that an expression only makes a value."""
        wrappers = self.program.wrappers
        for part in evaluated(node):
            if isinstance(part, ast.Call):
                qualified = self.program.qualified(part.func, place)
                if qualified in _PURE_CALLS or wrappers.takes_options(part, place):
                    continue
                callee = self.program.value(part.func, place)
                if isinstance(callee, FunctionValue) and self.only_makes(callee.function):
                    continue
                raise Refusal(f"'{ast.unparse(part)}' is called each time")
            if isinstance(part, ast.Attribute) and self.target.in_module and part is not node:
                qualified = self.program.qualified(part, place) or ""
                if _root(part) in self.given:
                    # It runs where that is passed, in the traced body.
                    continue
                if not is_of_library(qualified) and wrappers.options(part, place) is None:
                    raise Refusal(f"'{ast.unparse(part)}' may not be set when the file is imported")
            if isinstance(part, ast.Await | ast.Yield | ast.YieldFrom | ast.NamedExpr):
                raise Refusal(f"'{ast.unparse(part)}' does more than make a value")

    def only_makes(self, function: Function | None) -> bool:
        """Whether a function only computes values, defines functions of them, and returns one.

        What the values are these must leave as it is: they would share it from then on.
        """
        if function is None or not isinstance(function.node, ast.FunctionDef):
            return False
        if function.node.decorator_list:
            return False
        return self._ends_in_made(function.node.body, function.body) and not any(
            _root(base) in function.body.scope.bindings
            for inner in self.program.effects.reached(function.inner)
            for base, _, _ in changes(inner)
        )

    def _ends_in_made(self, block: Sequence[ast.stmt], place: Place) -> bool:
        """Whether statements prepare a function and return it, by whichever branch they go."""
        *statements, last = block
        for statement in statements:
            if isinstance(statement, ast.If) and not statement.orelse:
                if not self._chooses(statement, place):
                    return False
            elif not self._prepares(statement, place):
                return False
        match last:
            case ast.Return(value=value):
                return self._is_made(value, place)
            case ast.If(orelse=[_, *_] as orelse) as choice:
                return self._chooses(choice, place) and self._ends_in_made(orelse, place)
            case ast.Raise():
                return self._may_raise
        return False

    def _chooses(self, node: ast.If, place: Place) -> bool:
        """Whether a computed condition decides on a branch that returns a function."""
        return self._computes(node.test, place) and self._ends_in_made(node.body, place)

    def _is_made(self, node: ast.expr | None, place: Place) -> bool:
        """Whether what a function returns is one that it defines, a lambda, or a partial."""
        if isinstance(node, ast.Call) and self.program.qualified(node.func, place) in _PARTIALS:
            given = [*node.args, *(keyword.value for keyword in node.keywords)]
            return all(self._computes(argument, place) for argument in given)
        return isinstance(node, ast.Name | ast.Lambda)

    def _prepares(self, statement: ast.stmt, place: Place) -> bool:
        """Whether a statement documents, defines a function, or computes a value for a name."""
        match statement:
            case ast.Expr(value=value):
                return isinstance(value, ast.Constant)
            case ast.FunctionDef(decorator_list=decorators):
                options = self.program.wrappers.options
                return all(options(one, place) is not None for one in decorators)
            case ast.Assign(targets=[ast.Name()], value=value):
                return self._computes(value, place)
            case ast.AnnAssign(target=ast.Name(), value=ast.expr() as value):
                return self._computes(value, place)
        return False

    def _computes(self, node: ast.expr, place: Place) -> bool:
        """Whether an expression gives the same at each time, of the same operands."""
        for part in evaluated(node):
            if isinstance(part, ast.Call) and not is_constant(self.program.value(part, place)):
                return False
            if isinstance(part, ast.Call):
                qualified = self.program.qualified(part.func, place) or ""
                known = knowledge.function(qualified)
                if qualified not in _COMPUTING and (known is None or known.random):
                    return False
            elif not isinstance(part, _OPERATIONS):
                return False
        return True

    # Names

    def _reads(self, code: Code) -> Iterator[str]:
        """Look at the names that code reads from around it."""
        for node, scope in reads(self.program, code):
            place = _place(code, scope)
            owner, bindings = lookup(node.id, scope)
            if owner is None:
                # A builtin, or of a star import.
                qualified = self.program.qualified(node, place) or ""
                if not hasattr(builtins, node.id) and not is_of_library(qualified):
                    yield _unknown(node.id)
                continue
            is_moved = bool(bindings) and all(binding.node in self.nodes for binding in bindings)
            is_given = node.id in self.given and owner is self.moved[0].place.scope
            # The names of functions that run then are set anew at each trace.
            if is_moved or is_given or owner.function in self.reached:
                continue
            self._check_bindings(node, owner, bindings, place)
            if (owner, node.id) not in self._captured:
                self._captured.add((owner, node.id))
                yield from self._value(node, owner, bindings, place)

    def _check_bindings(
        self, node: ast.Name, owner: Scope, bindings: Sequence[Binding], place: Place
    ) -> None:
        """Make sure that one definition of a name reaches all traces."""
        name = node.id
        in_module = self.target.in_module
        for binding in bindings:
            if not in_module and is_inside(binding.node, self.target.statement):
                raise Refusal(f"it uses '{name}', which the loop sets")
            if binding.place.function is not owner.function:
                raise Refusal(f"it uses '{name}', which '{binding.place.function.name}' sets")
        several = len(bindings) > 1 and any(b.kind != "import" for b in bindings)
        if several and self.target.below:
            # The function below which it is made is the one that is meant.
            reaching = self.program.bindings(node, place)
            several = [binding.node for binding in reaching] != [self.target.statement]
        if in_module and (several or any(binding.place.loops for binding in bindings)):
            raise Refusal(f"it uses '{name}', which is set more than once")

    def _value(
        self, node: ast.Name, owner: Scope, bindings: Sequence[Binding], place: Place
    ) -> Iterator[str]:
        """Look at what a name holds: it must not change either."""
        if all(binding.kind == "import" for binding in bindings):
            if all(is_of_library(binding.qualified) for binding in bindings):
                return
            is_known = False
        else:
            value = self.program.value(node, place)
            match value:
                case FunctionValue():
                    if not _is_known(value):
                        yield _unknown(node.id)
                    return
                case ContainerValue():
                    is_known = all(is_constant(part) or _is_known(part) for part in value.parts)
                case ObjectValue():
                    kind = self.program.keras.kind(value)
                    stores = self.program.effects.stores("trainable")
                    if kind is not None and stores:
                        raise Refusal(f"line {stores[0].lineno} changes what is trainable")
                    # Of the options of a command, all is in view that sets them.
                    is_own = value.cls is not None or kind is not None
                    is_own = is_own or value.qualified == NAMESPACE
                    is_passed = any(b.kind == "parameter" for b in bindings)
                    is_known = is_own and (self._is_all_in_view or not is_passed)
                case _ if is_constant(value) or isinstance(value, ClassValue):
                    return
                case _:
                    is_known = isinstance(value, TensorValue)
        for use, function, is_certain in changes_of_variable(self.program, node.id, owner):
            if function in self.reached:
                continue
            is_between = self._runs_between(use, function)
            if is_certain and not is_between:
                # It leaves nothing behind that may change the object later.
                continue
            if is_certain:
                raise Refusal(f"it uses '{node.id}', which line {use.lineno} changes")
            yield f"line {use.lineno} may change '{node.id}', which it uses"
        if not is_known:
            yield _unknown(node.id)

    @property
    def _is_all_in_view(self) -> bool:
        """Whether what is passed for a parameter is known of all calls that there are."""
        return is_program(self.program) and not self.program.files.linked

    def _runs_between(self, node: ast.Name, function: Function) -> bool:
        """Whether ``node`` may run between two traces."""
        own = not self.target.in_module and function is self.target.place.function
        return not own or is_inside(node, self.target.statement)


def _root(node: ast.expr) -> str | None:
    """Return the name that an attribute or element is reached by."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def _place(code: Code, scope: Scope) -> Place:
    """Return the place of what code reads in a scope."""
    return code.place if scope is code.place.scope else scope.function.body


def _unknown(name: str) -> str:
    return f"what '{name}' is, and whether it changes, is not known"


def _parts(value: TraceType) -> Iterator[TraceType]:
    """Yield what a container holds, however deep; or the value itself."""
    if not isinstance(value, ContainerValue):
        yield value
        return
    for part in value.parts:
        yield from _parts(part)


def _is_known(value: TraceType) -> bool:
    """Whether a value is a function of which it is known what it runs."""
    if not isinstance(value, FunctionValue):
        return False
    return value.function is not None or is_of_library(value.qualified)


def _is_plain(value: TraceType) -> bool:
    """Whether a value is of a kind that TensorFlow keys by what it is.

    Functions it tells apart by identity: one that is made anew shares no trace.
    """
    return isinstance(value, TensorValue | PythonValue) or _is_known(value)
