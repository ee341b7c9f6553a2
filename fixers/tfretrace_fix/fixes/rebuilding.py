"""Whether a traced body can make an object of what its constructor was given, and compute with it.

An object whose constructor only keeps what it is given is as good as another one that is made of
the same: it may be made in the body, which gets tensors, where it was passed by its identity.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from flake8_tfretrace.program import Function, Parameter, Program
from flake8_tfretrace.program.mutations import changes
from flake8_tfretrace.program.scopes import Class, lookup, start
from flake8_tfretrace.program.syntax import bind
from flake8_tfretrace.program.tracetypes import FunctionValue, TensorValue
from tfretrace_fix.conversion import Given, Number, convert
from tfretrace_fix.edits import Edit
from tfretrace_fix.plans import Refusal

_KEEPING = frozenset({"tensorflow.cast", "tensorflow.convert_to_tensor"})
"""What leaves a tensor as it is that it once has given."""
_OWN_ACCESS = frozenset({"__del__", "__getattr__", "__getattribute__", "__setattr__"})


def only_keeps(cls: Class) -> bool:
    """Whether the constructor only stores what it is given in attributes."""
    stored = _stored(cls)
    init = cls.methods.get("__init__")
    given = {parameter.name for parameter in init.parameters} if init is not None else set()
    return stored is not None and all(
        isinstance(value, ast.Constant) or (isinstance(value, ast.Name) and value.id in given)
        for _, value in stored
    )


def _stored(cls: Class) -> list[tuple[str, ast.expr]] | None:
    """Return the attributes that the constructor sets, which is all it does, with their values."""
    if any(ast.unparse(base) != "object" for base in cls.node.bases) or cls.node.keywords:
        return None
    if "__new__" in cls.methods or "__post_init__" in cls.methods:
        return None
    init = cls.methods.get("__init__")
    stored: list[tuple[str, ast.expr]] = []
    for statement in getattr(init.node, "body", []) if init is not None else []:
        targets: list[ast.expr]
        match statement:
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                continue
            case ast.Assign(value=value):
                targets = statement.targets
            case ast.AnnAssign(value=ast.expr() as value):
                targets = [statement.target]
            case _:
                return None
        for target in targets:
            if not isinstance(target, ast.Attribute):
                return None
            stored.append((target.attr, value))
    return stored


@dataclass(frozen=True)
class MadeInBody:
    """An object that a body makes of the attributes that hold what its constructor was given."""

    cls: Class
    attributes: Mapping[str, str]
    """The attributes, by the parameter of the constructor."""
    keywords: bool
    reads: Mapping[str, Sequence[ast.Attribute]]
    """Where code that the body runs reads these attributes."""
    readers: Mapping[ast.Attribute, Function]
    """The functions that read them."""
    functions: frozenset[Function]
    """The function with the body, and those that it is handed on to, or that are its methods."""

    def code(self, names: Mapping[str, str]) -> str:
        """Return the call that makes it; ``names`` are what holds the attributes."""
        given = (
            f"{parameter}={names[attribute]}" if self.keywords else names[attribute]
            for parameter, attribute in self.attributes.items()
        )
        return f"{self.cls.name}({', '.join(given)})"

    def _other_callers(self, program: Program, function: Function) -> Iterator[int]:
        """Yield the lines where a function may be called for an object that is made elsewhere."""
        own = self.functions
        if function.owner is self.cls:
            for node, around in program.syntax.attribute_reads.get(function.name, ()):
                if own.isdisjoint(around.enclosing()):
                    yield node.lineno
        elif not program.traced_of(function):
            yield from (
                c.lineno for c, p in program.calls.callers(function) if p.function not in own
            )

    def converted(
        self, program: Program, tensorflow: str, became: Mapping[Given, Number]
    ) -> tuple[list[Edit], str | None]:
        """Return the edits where code reads numbers that become tensors, and their doubt.

        Raises:
            Refusal: it does more with them than a tensor can.
        """
        edits: list[Edit] = []
        doubts: list[str | None] = []
        by_function: dict[Function, dict[Given, Number]] = {}
        for read, number in became.items():
            assert isinstance(read, ast.Attribute)
            by_function.setdefault(self.readers[read], {})[read] = number
        for function, given in by_function.items():
            for returned, place in function.returns:
                value = returned.value and program.value(returned.value, place)
                if not isinstance(value, TensorValue):
                    raise Refusal(f"'{function.name}' may return a number")
            conversion = convert(program, tensorflow, function, given)
            others = self._other_callers(program, function) if conversion.edits else ()
            for line in others:
                raise Refusal(f"line {line} uses '{function.name}' for numbers, too")
            edits += conversion.edits.values()
            doubts.append(conversion.unsafe_because)
        return edits, next(filter(None, doubts), None)


def made_in_body(
    program: Program, function: Function, parameter: Parameter, cls: Class
) -> MadeInBody:
    """Return how a traced body makes an object of ``cls`` that it was passed.

    Raises:
        Refusal: such an object is more than what its constructor was given, or is changed.
    """
    attributes, keywords = _constructor(program, cls)
    owner, bindings = lookup(cls.name, function.body.scope)
    module = program.index.module.body.scope
    if owner is not module or [b.node for b in bindings] != [cls.node]:
        raise Refusal(f"'{cls.name}' is another name in '{function.name}'")
    if not program.syntax.uses(function).get(parameter.name):
        raise Refusal(f"the body does not read '{parameter.name}'")
    uses = _Uses(program, cls, frozenset(attributes.values()))
    uses.follow(function, parameter.name)
    reads: dict[str, list[ast.Attribute]] = {attribute: [] for attribute in attributes.values()}
    for read in sorted(uses.readers, key=start):
        if read.attr in reads:
            reads[read.attr].append(read)
    return MadeInBody(cls, attributes, keywords, reads, uses.readers, uses.functions)


def _constructor(program: Program, cls: Class) -> tuple[dict[str, str], bool]:
    """Return the attribute that keeps each parameter of a constructor, and whether by keyword."""
    stored = _stored(cls)
    if stored is None or not _OWN_ACCESS.isdisjoint(cls.methods):
        raise Refusal(f"'{cls.name}' does more than to keep what it is given")
    if any(cls in program.classes.bases(other) for other in program.index.classes):
        raise Refusal(f"other classes derive from '{cls.name}'")
    init = cls.methods.get("__init__")
    if init is None:
        return _fields(program, cls), True
    if cls.node.decorator_list:
        raise Refusal(f"'{cls.name}' is decorated")
    parameters = init.call_parameters
    if any(p.kind not in ("positional", "keyword") for p in parameters):
        raise Refusal(f"'{cls.name}' takes any number of arguments")
    names = {parameter.name for parameter in parameters}
    kept: dict[str, str] = {}
    for attribute, value in stored:
        match value:
            case ast.Constant():
                continue
            case ast.Call(args=[ast.Name(id=name), *others], keywords=keywords):
                qualified = program.qualified(value.func, init.body)
                given = [*others, *(keyword.value for keyword in keywords)]
                if qualified not in _KEEPING or any(
                    isinstance(part, ast.Name) and part.id in names
                    for one in given
                    for part in ast.walk(one)
                ):
                    raise Refusal(f"'{cls.name}' does more than to keep what it is given")
            case ast.Name(id=name):
                pass
            case _:
                raise Refusal(f"'{cls.name}' does more than to keep what it is given")
        if name not in names or attribute in kept.values():
            raise Refusal(f"'{cls.name}' does more than to keep what it is given")
        kept.setdefault(name, attribute)
    for name in names - set(kept):
        raise Refusal(f"'{cls.name}' does not keep its '{name}'")
    if not kept:
        raise Refusal(f"'{cls.name}' is given nothing")
    for attribute in kept.values():
        if attribute.startswith("_"):
            raise Refusal(f"'{attribute}' is for '{cls.name}' alone")
    is_plain = all(parameter.kind == "positional" for parameter in parameters)
    return {p.name: kept[p.name] for p in parameters}, not is_plain


def _fields(program: Program, cls: Class) -> dict[str, str]:
    """Return the fields of a dataclass."""
    options = cls.node.decorator_list
    if len(options) != 1:
        raise Refusal(f"'{cls.name}' is no plain dataclass")
    fields: dict[str, str] = {}
    for binding in program.classes.fields(cls):
        node = binding.node
        assert isinstance(node, ast.AnnAssign)
        is_plain = node.value is None or isinstance(node.value, ast.Constant)
        annotation = ast.unparse(node.annotation)
        if not is_plain or "ClassVar" in annotation or "InitVar" in annotation:
            raise Refusal(f"'{binding.name}' is no plain field")
        fields[binding.name] = binding.name
    if not fields or any(name.startswith("_") for name in fields):
        raise Refusal(f"'{cls.name}' is no plain dataclass")
    return fields


class _Uses:
    """What code does with an object, in a function and in all that this hands it on to."""

    def __init__(self, program: Program, cls: Class, attributes: frozenset[str]) -> None:
        self.program = program
        self.cls = cls
        self.attributes = attributes
        self.readers: dict[ast.Attribute, Function] = {}
        self._seen: set[tuple[Function, str]] = set()

    @property
    def functions(self) -> frozenset[Function]:
        """The functions that have it."""
        return frozenset(function for function, _ in self._seen)

    def follow(self, function: Function, name: str) -> None:
        """Follow the uses of a variable of ``function``.

        Raises:
            Refusal: something is done that makes a difference to another object.
        """
        if (function, name) in self._seen:
            return
        self._seen.add((function, name))
        if len(function.body.scope.bindings[name]) > 1:
            raise Refusal(f"'{function.name}' sets '{name}'")
        for base, node, _ in changes(function):
            if any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(base)):
                raise Refusal(f"'{ast.unparse(node)}' changes it")
        for use, user in self.program.syntax.uses(function).get(name, ()):
            parent: ast.AST | None = user
            if isinstance(parent, ast.keyword):
                parent = self.program.syntax.parent(function, parent)
            if isinstance(parent, ast.Attribute) and parent.value is use:
                self._attribute(parent, function)
            elif isinstance(parent, ast.Call) and parent.func is use:
                called = self.program.classes.method(self.cls, "__call__")
                if called is None:
                    raise Refusal(f"'{self.cls.name}' cannot be called")
                self.follow(called, called.parameters[0].name)
            elif isinstance(parent, ast.Call):
                self._handed_on(parent, use)
            else:
                what = "it" if parent is None else f"'{ast.unparse(parent)}'"
                raise Refusal(f"{what} needs the whole of '{name}'")

    def _attribute(self, node: ast.Attribute, function: Function) -> None:
        if not isinstance(node.ctx, ast.Load):
            raise Refusal(f"'{function.name}' sets '{ast.unparse(node)}'")
        called = self.program.syntax.parent(function, node)
        is_called = isinstance(called, ast.Call) and called.func is node
        method = self.program.classes.method(self.cls, node.attr)
        if node.attr in self.attributes:
            self.readers[node] = function
        elif method is not None:
            marks = method.marks()
            if not method.is_method or "classmethod" in marks:
                return
            if not is_called and "property" not in marks:
                raise Refusal(f"'{ast.unparse(node)}' needs the whole of it")
            self.follow(method, method.parameters[0].name)
        else:
            bindings = self.program.classes.attribute_bindings(self.cls, node.attr)
            if len(bindings) != 1 or not isinstance(bindings[0].value, ast.Constant):
                raise Refusal(f"'{node.attr}' is no argument of '{self.cls.name}'")

    def _handed_on(self, call: ast.Call, use: ast.expr) -> None:
        program = self.program
        target = program.calls.target(call)
        callee = program.calls.callee(call, program.index.places[call])
        if target is None or not isinstance(callee, FunctionValue):
            raise Refusal(f"'{ast.unparse(call)}' needs the whole of it")
        parameters = target.parameters if callee.bound is None else target.call_parameters
        for node, parameter, starred in bind(parameters, call):
            if node is use:
                if parameter is None or starred or parameter.kind not in ("positional", "keyword"):
                    raise Refusal(f"'{ast.unparse(call)}' needs the whole of it")
                self.follow(target, parameter.name)
