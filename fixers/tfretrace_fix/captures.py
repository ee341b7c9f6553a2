"""Whether code that makes a function may run once, where it runs again and again.

A tf.function that is made anew is traced anew, and sees then what its body reads from around it:
names, attributes, containers. One that is made once keeps what it saw at its first trace. So it
may be made once only if nothing changes in between that it reads while it is traced.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from flake8_tfretrace.program import Binding, Function, Place, Program, TracedFunction
from flake8_tfretrace.program.mutations import MUTATING, changes
from flake8_tfretrace.program.scopes import FunctionNode, Scope, lookup
from flake8_tfretrace.program.tracetypes import (
    ClassValue,
    FunctionValue,
    MappingValue,
    ObjectValue,
    PythonValue,
    SequenceValue,
    TensorValue,
    TraceType,
)
from tfretrace_fix.bodies import own_nodes
from tfretrace_fix.effects import effects_of_tracing
from tfretrace_fix.functions import READING, WRITING, is_library
from tfretrace_fix.plans import Refusal
from tfretrace_fix.targets import Code, Target, check_visible, evaluated, is_inside, reads

_PURE_CALLS = (
    "functools.partial",
    "tensorflow.TensorSpec",
    "tensorflow.RaggedTensorSpec",
    "tensorflow.SparseTensorSpec",
    "tensorflow.function",
)
_READERS = (
    ast.Attribute,
    ast.BinOp,
    ast.BoolOp,
    ast.Compare,
    ast.Expr,
    ast.For,
    ast.FormattedValue,
    ast.If,
    ast.Subscript,
    ast.UnaryOp,
    ast.While,
    ast.comprehension,
)
"""What holds a name directly and leaves its object as it is."""


def doubt_of_moving(
    program: Program,
    moved: Sequence[Code],
    target: Target,
    traced: Sequence[TracedFunction],
    passed: Sequence[ast.expr] = (),
    given: Collection[str] = (),
) -> str | None:
    """Return what a move of ``moved`` to ``target`` may change; None if nothing changes.

    ``traced`` are the functions that are then traced less often, ``passed`` those of their
    arguments that will be the moved object, ``given`` the names around that become arguments.

    Raises:
        Refusal: the move surely, or very likely, changes what the program does.
    """
    scope = moved[0].place.scope if moved else None
    examination = _Examination(program, target, [code.node for code in moved], given, scope)
    for code in moved:
        examination.moved(code)
    for function in traced:
        examination.traced(function, passed)
    return next(examination.all_doubts(), None)


@dataclass
class _Examination:
    program: Program
    target: Target
    nodes: list[ast.stmt | ast.expr]
    """What is moved."""
    given: Collection[str] = ()
    """The names of the scope that it leaves which become arguments."""
    scope: Scope | None = None
    doubts: list[str] = field(default_factory=list)
    _seen: dict[Function, None] = field(default_factory=dict)
    _captured: set[str] = field(default_factory=set)

    # What is looked at

    def moved(self, code: Code) -> None:
        """Look at code that will run at the target."""
        for part in ast.walk(code.node):
            function = self.program.index.by_node.get(part)
            if function is not None:
                self._function(function)
        check_visible(self.program, code, self.target, self.nodes, self.given)
        self._definition(code)
        for name, scope in reads(self.program, code):
            owner, bindings = lookup(name.id, scope)
            if owner is None:
                self._unbound(name, scope.function.body)
                continue
            if self._is_moved(bindings) or self._is_given(name.id, owner):
                continue
            inside = scope is not code.place.scope
            self._name(name, owner, bindings, scope.function.body if inside else code.place)
        if isinstance(code.node, ast.expr):
            value = self.program.value(code.node, code.place)
            if isinstance(value, FunctionValue) and value.function is not None:
                self._function(value.function)

    def all_doubts(self) -> Iterator[str]:
        """Yield what may change."""
        yield from self.doubts
        for name in ("globals", "exec", "eval"):
            if self.program.calls.named(name):
                yield f"the file calls '{name}', which may set any name"
        for function in self._seen:
            effect = effects_of_tracing(self.program, function)
            if effect is not None:
                yield effect

    def traced(self, traced: TracedFunction, passed: Sequence[ast.expr]) -> None:
        """Look at a function that will be traced less often, and at what it is called with."""
        if traced.option("reduce_retracing", "experimental_relax_shapes") is not None:
            self.doubts.append("shapes are generalised over the calls then")
        if traced.function is None:
            self.doubts.append(f"'{traced.name}' is not defined in this file")
        else:
            self._function(traced.function)
        kinds: dict[object, set[str]] = {}
        for site in self.program.sites.own[traced]:
            for argument in site.arguments:
                if argument.node in passed:
                    continue
                if isinstance(argument.value, PythonValue):
                    kinds.setdefault(argument.parameter, set()).add(argument.value.kind)
                if argument.starred or not self._is_plain(argument.value):
                    self.doubts.append(f"'{ast.unparse(argument.node)}' may be more than a tensor")
        for given in kinds.values():
            if len(given & {"int", "float", "bool", "number"}) > 1:
                raise Refusal("the calls pass numbers of several types, which share a trace")

    def _function(self, function: Function) -> None:
        """Look at a function that runs while TensorFlow traces."""
        if function in self._seen:
            return
        self._seen[function] = None
        for name, owner in function.body.scope.outside.items():
            if any(b.place.function is function for b in owner.bindings.get(name, ())):
                raise Refusal(f"'{function.name}' sets '{name}' when it is traced")
        self._changes_nothing(function)
        node, place = function.node, function.place
        assert place is not None and isinstance(node, FunctionNode)
        for name_node, scope in reads(self.program, Code(node, place)):
            owner_scope, bindings = lookup(name_node.id, scope)
            if owner_scope is None:
                self._unbound(name_node, scope.function.body)
                continue
            # The names of functions that are looked at themselves are set anew at each trace.
            if owner_scope.function in self._seen:
                continue
            if not self._is_moved(bindings) and not self._is_given(name_node.id, owner_scope):
                self._name(name_node, owner_scope, bindings, scope.function.body)
        self._state(function)
        for inner in function.inner:
            self._function(inner)

    def _changes_nothing(self, function: Function) -> None:
        """Make sure that a function leaves the containers around it as they are."""
        for base, node in changes(function):
            while isinstance(base, ast.Attribute | ast.Subscript):
                base = base.value
            if isinstance(base, ast.Name):
                owner, bindings = lookup(base.id, function.body.scope)
                outer = owner is not None and owner.function not in self._seen
                if outer and any(binding.kind != "import" for binding in bindings):
                    text = ast.unparse(node)
                    raise Refusal(f"'{text}' happens only when '{function.name}' is traced")

    def _state(self, function: Function) -> None:
        """Look at what a function reads of objects, and calls of their methods."""
        for node in own_nodes(function):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                if self._qualified(node, function) is None:
                    self._attribute(node)
        for call, place in function.calls:
            callee = self.program.calls.callee(call, place)
            if isinstance(callee, FunctionValue) and callee.function is not None:
                self._function(callee.function)
            elif isinstance(callee, ClassValue):
                for method in callee.cls.methods.values():
                    self._function(method)

    def _qualified(self, node: ast.Attribute, function: Function) -> str | None:
        qualified = self.program.qualified(node, function.body)
        return qualified if qualified is not None and "." in qualified else None

    # Questions

    def _is_moved(self, bindings: Sequence[Binding]) -> bool:
        return bool(bindings) and all(binding.node in self.nodes for binding in bindings)

    def _is_given(self, name: str, owner: Scope) -> bool:
        return owner is self.scope and name in self.given

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
                if isinstance(callee, FunctionValue) and _only_makes(callee.function):
                    continue
                raise Refusal(f"'{ast.unparse(part)}' is called each time")
            if isinstance(part, ast.Attribute) and self.target.in_module and part is not node:
                qualified = self.program.qualified(part, place) or ""
                if not is_library(qualified) and wrappers.options(part, place) is None:
                    raise Refusal(f"'{ast.unparse(part)}' may not be set when the file is imported")
            if isinstance(part, ast.Await | ast.Yield | ast.YieldFrom | ast.NamedExpr):
                raise Refusal(f"'{ast.unparse(part)}' does more than make a value")

    # Names

    def _name(
        self, node: ast.Name, owner: Scope, bindings: Sequence[Binding], place: Place
    ) -> None:
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
        if name not in self._captured:
            self._captured.add(name)
            self._value(node, owner, place)

    def _value(self, node: ast.Name, owner: Scope, place: Place) -> None:
        """Look at what a name holds: it must not change either."""
        bindings = owner.bindings.get(node.id, [])
        if all(binding.kind == "import" for binding in bindings):
            if not all(is_library(binding.qualified) for binding in bindings):
                self._object(node.id, owner)
                self._doubt_unknown(node.id)
            return
        match self.program.value(node, place):
            case FunctionValue(function=function, qualified=qualified):
                if function is not None:
                    self._function(function)
                elif not is_library(qualified):
                    self._doubt_unknown(node.id)
            case ClassValue() | PythonValue() | TensorValue(numpy=False):
                pass
            case TensorValue() | SequenceValue() | MappingValue() as value:
                self._object(node.id, owner)
                if not _holds_values(value):
                    self._doubt_unknown(node.id)
            case ObjectValue() as value:
                self._object(node.id, owner)
                self._trainable(value)
                is_known = value.cls is not None or self.program.keras.kind(value) is not None
                if not is_known or any(binding.kind == "parameter" for binding in bindings):
                    self._doubt_unknown(node.id)
            case _:
                self._object(node.id, owner)
                self._doubt_unknown(node.id)

    def _trainable(self, value: ObjectValue) -> None:
        """Make sure that nothing changes which weights of a model are trained."""
        if self.program.keras.kind(value) is not None:
            for function in self.program.index.functions:
                for target, _ in function.attribute_stores:
                    if target.attr == "trainable":
                        raise Refusal(f"line {target.lineno} changes what is trainable")

    def _unbound(self, node: ast.Name, place: Place) -> None:
        """Look at a name that the file does not bind: a builtin, or of a star import."""
        qualified = self.program.qualified(node, place) or ""
        if not hasattr(builtins, node.id) and not is_library(qualified):
            self._doubt_unknown(node.id)

    def _doubt_unknown(self, name: str) -> None:
        self.doubts.append(f"what '{name}' is, and whether it changes, is not known")

    def _object(self, name: str, owner: Scope) -> None:
        """Look at all uses of an object that can change."""
        module = self.program.index.module
        for node in ast.walk(self.program.tree):
            if not (isinstance(node, ast.Name) and node.id == name):
                continue
            function = self.program.syntax.owner(module, node)
            if function in self._seen or lookup(name, function.body.scope)[0] is not owner:
                continue
            if isinstance(node.ctx, ast.Load) and not self._only_reads(node):
                if self._changes(node) and self._runs_between(node, function):
                    raise Refusal(f"it uses '{name}', which line {node.lineno} changes")
                self.doubts.append(f"line {node.lineno} may change '{name}', which it uses")

    def _runs_between(self, node: ast.Name, function: Function) -> bool:
        """Whether ``node`` may run between two traces."""
        own = not self.target.in_module and function is self.target.place.function
        return not own or is_inside(node, self.target.statement)

    def _changes(self, node: ast.Name) -> bool:
        """Whether an expression sets an attribute or element of a name, or calls ``append``."""
        module = self.program.index.module
        child: ast.AST = node
        parent = self.program.syntax.parent(module, node)
        while isinstance(parent, ast.Attribute | ast.Subscript) and child is parent.value:
            if not isinstance(parent.ctx, ast.Load):
                return True
            child, parent = parent, self.program.syntax.parent(module, parent)
        is_method = isinstance(parent, ast.Call) and child is parent.func and child is not node
        return is_method and isinstance(child, ast.Attribute) and child.attr in MUTATING

    def _only_reads(self, node: ast.Name) -> bool:
        """Whether a use of a name surely leaves the object as it is."""
        if self._changes(node):
            return False
        module = self.program.index.module
        parent = self.program.syntax.parent(module, node)
        if isinstance(parent, ast.keyword):
            if parent.arg == "out":
                return False
            parent = self.program.syntax.parent(module, parent)
        if not isinstance(parent, ast.Call):
            return isinstance(parent, _READERS)
        if parent.func is node:
            return True
        place = self.program.index.places[parent]
        if isinstance(parent.func, ast.Name) and parent.func.id in READING:
            return lookup(parent.func.id, place.scope)[0] is None
        qualified = self.program.qualified(parent.func, place) or ""
        if qualified.rpartition(".")[2] in WRITING:
            return False
        return is_library(qualified) or isinstance(
            getattr(self.program.calls.callee(parent, place), "traced", None), TracedFunction
        )

    # Attributes

    def _attribute(self, node: ast.Attribute) -> None:
        """Make sure that no other code than a constructor sets or changes an attribute."""
        for function in self.program.index.functions:
            if function.name != "__init__" and _touches(function, node.attr):
                text = ast.unparse(node)
                raise Refusal(f"it reads '{text}', which '{function.name}' changes")

    def _is_plain(self, value: TraceType) -> bool:
        """Whether an argument is of a kind that TensorFlow keys by what it is."""
        match value:
            case TensorValue() | PythonValue():
                return True
            case SequenceValue(items=items, element=element):
                return all(self._is_plain(v) for v in (items if items is not None else [element]))
            case MappingValue(items=entries, element=element):
                values = [v for _, v in entries] if entries is not None else [element]
                return all(self._is_plain(v) for v in values)
            case FunctionValue(function=function, kept=True, change=None):
                if function is not None:
                    self._function(function)
                return function is not None or is_library(value.qualified)
            case _:
                return False


def _holds_values(value: TraceType) -> bool:
    """Whether the elements of a container are values that cannot change themselves."""
    match value:
        case SequenceValue(items=items, element=element):
            held = items if items is not None else (element,)
        case MappingValue(items=entries, element=element):
            held = tuple(v for _, v in entries) if entries is not None else (element,)
        case _:
            return True
    return all(
        isinstance(v, PythonValue) or (isinstance(v, TensorValue) and v.numpy is False)
        for v in held
    )


def _touches(function: Function, attribute: str) -> bool:
    """Whether a function sets an attribute of this name, or changes the container it holds."""
    if any(target.attr == attribute for target, _ in function.attribute_stores):
        return True
    changed = [base for base, _ in changes(function)]
    return any(isinstance(node, ast.Attribute) and node.attr == attribute for node in changed)


def _only_makes(function: Function | None) -> bool:
    """Whether a function does nothing but define functions and return one."""
    if function is None or not isinstance(function.node, ast.FunctionDef):
        return False
    body = function.node.body
    documented = ast.get_docstring(function.node) is not None
    return (
        not function.node.decorator_list
        and all(
            isinstance(s, ast.FunctionDef) and not s.decorator_list
            for s in body[1 if documented else 0 : -1]
        )
        and isinstance(body[-1], ast.Return)
        and isinstance(body[-1].value, ast.Name | ast.Lambda)
    )
