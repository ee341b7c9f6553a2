"""The elements of containers: where a body reads them, and how tensors take the place of numbers.

An element is named by its path: the keys and positions that lead to it from the container.
"""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterator, Mapping, Set
from dataclasses import dataclass, field, replace

from flake8_tfretrace.program import Function, Parameter, Program
from flake8_tfretrace.program.syntax import bind
from flake8_tfretrace.program.tracetypes import (
    MappingValue,
    PythonValue,
    SequenceValue,
    TraceType,
    join,
)
from tfretrace_fix.edits import Edit, Replace, literal
from tfretrace_fix.plans import Refusal

Path = tuple[Hashable, ...]


class _Any:
    """A key that is known only while the code runs."""

    def __repr__(self) -> str:
        return "any key"


ANY = _Any()


@dataclass(frozen=True)
class Read:
    """An expression that reads an element, or a name that it is unpacked to."""

    path: Path
    node: ast.expr
    function: Function
    """The function whose code it is."""
    handed: Set[ast.Call] = field(default_factory=frozenset, compare=False)
    """The calls that hand the container, or what is in it, on."""

    def check_callers(self, program: Program) -> None:
        """Raise Refusal where the function is handed something else, too."""
        for call, _ in program.calls.callers(self.function):
            if call not in self.handed:
                line, name = call.lineno, self.function.name
                raise Refusal(f"line {line} calls '{name}' with something else")

    def is_of(self, path: Path) -> bool:
        """Whether it may read what is at ``path``, and nothing around it."""
        return len(self.path) == len(path) and self._agrees(path)

    def is_around(self, path: Path) -> bool:
        """Whether it may read a container that what is at ``path`` is in."""
        return len(self.path) < len(path) and self._agrees(path)

    def _agrees(self, path: Path) -> bool:
        pairs = zip(self.path, path, strict=False)
        return all(own is ANY or key is ANY or own == key for own, key in pairs)


def reads(
    program: Program, function: Function, parameter: Parameter, value: TraceType
) -> list[Read] | None:
    """Return what reads elements of a parameter that is ``value``, in the functions it reaches.

    None if it may be used in another way.
    """
    search = _Search(program)
    is_followed = search.name(function, parameter.name, value, ())
    if not is_followed or not all(read.path for read in search.found):
        return None
    return search.found


class _Search:
    """Follows a container through the names and functions that it is handed to."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self.found: list[Read] = []
        self.handed: set[ast.Call] = set()
        """The calls that hand the container on."""
        self._entered: dict[tuple[Function, str], Path] = {}

    def name(self, function: Function, name: str, value: TraceType, path: Path) -> bool:
        """Follow a name that holds what is at ``path``, and nothing else; whether it is one."""
        if len(function.body.scope.bindings.get(name, ())) != 1:
            return False
        if (function, name) in self._entered:
            return self._entered[function, name] == path
        self._entered[function, name] = path
        for use, _ in self._program.syntax.uses(function).get(name, ()):
            self._follow(function, use, value, path)
        return True

    def _follow(self, function: Function, node: ast.expr, value: TraceType, path: Path) -> None:
        parent = self._program.syntax.parent(function, node)
        items = items_of(value)
        if not items:
            self.found.append(Read(path, node, function, self.handed))
            return
        call = parent
        if isinstance(parent, ast.keyword):
            call = self._program.syntax.parent(function, parent)
        match parent:
            case ast.Subscript(slice=ast.Constant(value=key), ctx=ast.Load()) if key in items:
                self._follow(function, parent, items[key], (*path, key))
            case ast.Subscript(value=whole, ctx=ast.Load()) if (
                whole is node
                and isinstance(value, MappingValue)
                and (ANY in items or not isinstance(parent.slice, ast.Constant))
            ):
                self._follow(function, parent, value.any_element, (*path, ANY))
            case ast.Subscript(value=whole, slice=ast.Constant(), ctx=ast.Load()) if (
                whole is node and ANY in items
            ):
                self._follow(function, parent, items[ANY], (*path, ANY))
            case ast.Attribute(attr=name, ctx=ast.Load()) if name in _names(value):
                key = _names(value).index(name)
                self._follow(function, parent, items[key], (*path, key))
            case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[whole]) if (
                whole is node and isinstance(value, MappingValue)
            ):
                # That asks for a key.
                pass
            case ast.Assign(targets=[ast.Tuple(elts=targets)]) if (
                isinstance(value, SequenceValue)
                and (ANY in items or len(targets) == len(items))
                and all(_is_variable(target, function) for target in targets)
            ):
                for key, target in enumerate(targets):
                    at = ANY if ANY in items else key
                    self.found.append(Read((*path, at), target, function, self.handed))
            case ast.Assign(targets=[ast.Name(id=name)]) if self.name(function, name, value, path):
                pass
            case ast.For() | ast.Call() if self._is_iterated(parent, node, value, path, function):
                pass
            case ast.Call() | ast.keyword() if self._is_handed_on(call, node, value, path):
                pass
            case _:
                self.found.append(Read(path, node, function, self.handed))

    def _is_iterated(
        self, user: ast.AST, node: ast.expr, value: TraceType, path: Path, function: Function
    ) -> bool:
        """Follow the elements into the variable of a loop over them; whether it could be."""
        place, loop = self._program.syntax.place(function, user), user
        at: int | None = None
        if isinstance(user, ast.Call):
            name = self._program.qualified(user.func, place)
            is_one = name == "enumerate" and user.args[:1] == [node]
            if not user.keywords and (is_one or name == "zip") and node in user.args:
                at = 1 if is_one else user.args.index(node)
            loop = self._program.syntax.parent(function, user) or user
        if not isinstance(loop, ast.For) or loop.iter is not (node if at is None else user):
            return False
        target = loop.target
        if at is not None:
            if not isinstance(target, ast.Tuple) or len(target.elts) <= at:
                return False
            target = target.elts[at]
        is_flat = isinstance(value, SequenceValue) and not any(map(items_of, value.items or ()))
        if not is_flat or not isinstance(target, ast.Name) or not _is_variable(target, function):
            return False
        if len(function.body.scope.bindings[target.id]) > 1:
            return False
        self.found.append(Read((*path, ANY), target, function, self.handed))
        return True

    def _is_handed_on(
        self, call: ast.AST | None, node: ast.expr, value: TraceType, path: Path
    ) -> bool:
        """Follow an argument into a function of the file; whether it could be."""
        target = self._program.calls.target(call) if isinstance(call, ast.Call) else None
        if target is None or not isinstance(call, ast.Call):
            return False
        for given, parameter, is_starred in bind(target.call_parameters, call):
            if given is node and parameter is not None and not is_starred:
                if parameter.kind in ("positional", "keyword"):
                    self.handed.add(call)
                    return self.name(target, parameter.name, value, path)
        return False


def _is_variable(target: ast.expr, function: Function) -> bool:
    """Whether a target is a name of the function itself."""
    if not isinstance(target, ast.Name):
        return False
    bindings = function.body.scope.bindings.get(target.id, ())
    return any(part is target for binding in bindings for part in ast.walk(binding.node))


def items_of(value: TraceType) -> dict[Hashable, TraceType]:
    """Return the elements of a container by key or position; none if they are not known.

    A dictionary whose keys are not known, and whose values are numbers, has one for all of them,
    and so has a list or tuple of numbers whose length is not known.
    """
    if isinstance(value, MappingValue) and value.items is not None:
        return dict(value.items)
    if isinstance(value, MappingValue) and isinstance(value.element, PythonValue):
        return {ANY: value.element} if value.element.is_number and value.change is None else {}
    if isinstance(value, SequenceValue) and value.items is not None:
        return dict(enumerate(value.items))
    if isinstance(value, SequenceValue) and isinstance(value.element, PythonValue):
        is_plain = value.kind in ("list", "tuple") and value.change is None
        return {ANY: value.element} if is_plain and value.element.is_number else {}
    return {}


def of_any_length(value: TraceType) -> TraceType:
    """Return what is known of a list or tuple of numbers beside those of unknown lengths."""
    if not isinstance(value, SequenceValue) or value.items is None or value.names is not None:
        return value
    is_flat = all(isinstance(item, PythonValue) and item.is_number for item in value.items)
    if not value.items or not is_flat:
        return value
    return replace(value, items=None, element=join(value.items))


def _names(value: TraceType) -> tuple[str, ...]:
    return (value.names or ()) if isinstance(value, SequenceValue) else ()


def leaves(value: TraceType, path: Path = ()) -> Iterator[tuple[Path, TraceType]]:
    """Yield what is in a container, however deep, that is no container whose elements are known."""
    items = items_of(value)
    if not items:
        yield path, value
    for key, item in items.items():
        yield from leaves(item, (*path, key))


def written_out(node: ast.expr) -> dict[Hashable, ast.expr] | None:
    """Return the elements of a container that are written out, by key or position."""
    if isinstance(node, ast.List | ast.Tuple):
        if any(isinstance(element, ast.Starred) for element in node.elts):
            return None
        return dict(enumerate(node.elts))
    if isinstance(node, ast.Dict):
        # What is unpacked behind a key may replace its value.
        unpacked = sum(key is None for key in node.keys)
        keys, values = node.keys[unpacked:], node.values[unpacked:]
        if all(isinstance(key, ast.Constant) for key in keys):
            pairs = zip(keys, values, strict=True)
            return {key.value: value for key, value in pairs if isinstance(key, ast.Constant)}
    return None


def replaced(
    tensorflow: str, node: ast.expr, value: TraceType, templates: Mapping[Path, str]
) -> Iterator[Edit]:
    """Yield what puts ``templates``, by path, in the place of elements of a container.

    Raises:
        Refusal: the container would have to be computed more than once.
    """
    if () in templates:
        yield Replace(node, templates[()])
        return
    elements, items = written_out(node), items_of(value)
    if elements is not None and all(path[0] in elements for path in templates):
        for key, below in _by_key(templates).items():
            yield from replaced(tensorflow, elements[key], items[key], below)
        return
    one, *others = set(templates.values())
    if not others and {path for path, _ in leaves(value)} == templates.keys():
        function = f"{tensorflow}.constant"
        if one != f"{function}({{old}})":
            function = f"lambda value: {one.replace('{old}', 'value')}"
        yield Replace(node, f"{tensorflow}.nest.map_structure({function}, {{old}})")
    elif isinstance(node, ast.Name):
        yield Replace(node, _copy(node.id, value, templates))
    else:
        raise Refusal(f"'{ast.unparse(node)}' would be computed more than once")


def _by_key(templates: Mapping[Path, str]) -> dict[Hashable, dict[Path, str]]:
    found: dict[Hashable, dict[Path, str]] = {}
    for (key, *rest), template in templates.items():
        found.setdefault(key, {})[tuple(rest)] = template
    return found


def _copy(code: str, value: TraceType, templates: Mapping[Path, str]) -> str:
    """Return the code of a container like ``code`` with other elements at some paths."""
    if () in templates:
        return templates[()].replace("{old}", code)
    items, names, changed = items_of(value), _names(value), _by_key(templates)
    if ANY in changed:
        raise Refusal(f"the keys of '{code}' are not known")

    def element(key: Hashable, access: str) -> str:
        return _copy(access, items[key], changed[key]) if key in changed else access

    if isinstance(value, MappingValue):
        codes = {key: literal(key) if isinstance(key, str) else repr(key) for key in changed}
        pairs = (f"{name}: {element(key, f'{code}[{name}]')}" for key, name in codes.items())
        return f"{{**{code}, {', '.join(pairs)}}}"
    if names:
        fields = {name: key for key, name in enumerate(names) if key in changed}
        new = (f"{name}={element(key, f'{code}.{name}')}" for name, key in fields.items())
        return f"{code}._replace({', '.join(new)})"
    elements = [element(key, f"{code}[{key}]") for key in items]
    if isinstance(value, SequenceValue) and value.kind == "list":
        return f"[{', '.join(elements)}]"
    return f"({', '.join(elements)}{',' if len(elements) == 1 else ''})"
