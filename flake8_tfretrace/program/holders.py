"""The names that may hold a traced function, or an instance: an upper bound by name alone."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from flake8_tfretrace.modules import reached
from flake8_tfretrace.program.classes import Classes
from flake8_tfretrace.program.scopes import Index, Parameter, tail
from flake8_tfretrace.program.syntax import bind
from flake8_tfretrace.program.traced import TracedFunction
from flake8_tfretrace.program.tracetypes import FunctionValue, TraceType
from flake8_tfretrace.program.values import Values

_Handed = tuple[ast.Call, ast.expr]
"""A call, and one of its arguments."""
_Followers = tuple[dict[str | None, list[str]], dict[str | None, list[_Handed]]]


def traced_names(
    traced: Sequence[TracedFunction],
    index: Index,
    aliases: Mapping[str, Collection[str]],
    classes: Classes,
    values: Values,
) -> set[str]:
    """Return every name by which a program may call one of its traced functions.

    Args:
        traced: the traced functions.
        index: what the program defines.
        aliases: the names that the members of modules are imported under.
        classes: the classes of the program.
        values: what its expressions give.
    """
    if not traced:
        return set()
    names = {""} | {t.function.name for t in traced if t.is_decorator and t.function}
    within: set[str] = set()
    if "__call__" in names:
        for owner in {t.function.owner for t in traced if t.function is not None}:
            if owner is not None:
                names |= {f"{heir.name}()" for heir in classes.family(owner)}
                within |= classes.names_within(owner, of_class=False)
    held = _Held(index, values, *_followers(traced, index, aliases))
    # Where it is called by its own methods, it is not followed to whatever else they hand it to.
    return reached(names | held.by(None), held.by) | within


@dataclass(frozen=True)
class _Held:
    """Tells which names may hold what another one holds."""

    index: Index
    values: Values
    named: dict[str | None, list[str]]
    handed_in: dict[str | None, list[_Handed]]

    @cached_property
    def _deepest(self) -> int:
        """So many calls in each other are asked about."""
        names = (*self.named, *self.handed_in)
        return max((name.count("()") for name in names if name), default=0)

    def by(self, name: str | None) -> set[str]:
        """Return the names that may hold what ``name`` holds."""
        found = set(self.named.get(name, ()))
        for call, argument in self.handed_in.get(name, ()):
            callee = self.values.value(call.func, self.index.places[call])
            found.update(_parameters(callee, call, argument))
        if name is not None and name.endswith("()"):
            # What holds a factory gives, when it is called, what that makes.
            held = (f"{holder}()" for holder in self.by(name.removesuffix("()")))
            found.update(one for one in held if one.count("()") <= self._deepest)
        return found


def _followers(
    traced: Sequence[TracedFunction], index: Index, aliases: Mapping[str, Collection[str]]
) -> _Followers:
    """Return what may hold what a name holds: other names, and arguments of calls.

    Under None what is made by a call of ``tf.function``, under ``f()`` what a call of ``f`` gives.
    """
    made = {t.site for t in traced if not t.is_decorator}
    named: dict[str | None, list[str]] = {}
    handed_in: dict[str | None, list[_Handed]] = {}
    for member, names in aliases.items():
        named.setdefault(member, []).extend(sorted(names))
    sources = [(binding.name, binding.value) for binding in index.definitions]
    for function in index.functions:
        name = function.name if function.is_getter else f"{function.name}()"
        sources += [(name, statement.value) for statement, _ in function.returns]
        for call, _ in function.calls:
            for argument in (*call.args, *(keyword.value for keyword in call.keywords)):
                for mention in _given(argument, made):
                    handed_in.setdefault(mention, []).append((call, argument))
    for name, value in sources:
        if value is not None:
            for mention in _given(value, made):
                named.setdefault(mention, []).append(name)
    return named, handed_in


def holders(index: Index) -> dict[str | None, list[str]]:
    """Return for each name the names and attributes that may hold what it gives, or an instance."""
    found: dict[str | None, list[str]] = {}
    for binding in index.definitions:
        if binding.value is not None:
            for mention in _mentions(binding.value):
                found.setdefault(mention, []).append(binding.name)
    by_name = _signatures(index)
    for call, _ in index.calls:
        for parameters in by_name.get(tail(call.func), {}).values():
            for node, parameter, _ in bind(parameters, call):
                for mention in _mentions(node):
                    if parameter is not None:
                        found.setdefault(mention, []).append(parameter.name)
    return found


def holders_of_functions(index: Index) -> dict[str, dict[str, None]]:
    """Return for each name the names, attributes and parameters that may hold what it is.

    What a call of ``f`` gives is called ``f()``: of a factory a function that it makes.
    """
    found: dict[str, dict[str, None]] = {}

    def hold(value: ast.expr | None, name: str) -> None:
        for mention in () if value is None else _given(value, ()):
            if mention is not None:
                found.setdefault(mention, {})[name] = None

    for binding in index.definitions:
        hold(binding.value, binding.name)
    by_name = _signatures(index)
    given: dict[str, list[str]] = {}
    for function in index.functions:
        for statement, _ in function.returns:
            hold(statement.value, f"{function.name}()")
            if isinstance(statement.value, ast.Name):
                given.setdefault(function.name, []).append(statement.value.id)
    for function in index.functions:
        for decorator in getattr(function.node, "decorator_list", ()):
            # The name holds what the decorator gives, or the one that a call gives.
            applied = [tail(decorator)]
            if isinstance(decorator, ast.Call):
                applied = given.get(tail(decorator.func), [])
            for name in applied:
                found.setdefault(f"{name}()", {})[function.name] = None
                # It is handed to the decorator, which may keep it.
                for parameters in by_name.get(name, {}).values():
                    found.setdefault(function.name, {})[parameters[0].name] = None
    for call, _ in index.calls:
        for parameters in by_name.get(tail(call.func), {}).values():
            for node, parameter, _ in bind(parameters, call):
                if parameter is not None:
                    hold(node, parameter.name)
    return found


def _signatures(index: Index) -> dict[str, dict[tuple[str, ...], tuple[Parameter, ...]]]:
    """Return the parameters of the functions that a name may call, each signature once.

    Many functions of one name have the same parameters, such as a method of many classes. The name
    of a class calls its constructor, be it the one of a base.
    """
    found: dict[str, dict[tuple[str, ...], tuple[Parameter, ...]]] = {}
    heirs: dict[str, list[str]] = {}
    for cls in index.classes:
        if "__init__" not in cls.methods:
            for base in cls.bases:
                heirs.setdefault(tail(base), []).append(cls.name)
    for function in index.functions:
        parameters = function.call_parameters
        if not parameters:
            continue
        names: Iterable[str] = (function.name,)
        if function.owner is not None and function.name == "__init__":
            names = reached({function.owner.name}, lambda name: heirs.get(name, ()))
        key = tuple(p.kind + p.name for p in parameters)
        for name in names:
            found.setdefault(name, {})[key] = parameters
    return found


def _parameters(callee: TraceType, call: ast.Call, handed: ast.expr) -> Iterator[str]:
    """Yield the parameter through which a call hands a traced function on."""
    if isinstance(callee, FunctionValue) and callee.function is not None:
        parameters = callee.function.parameters
        if callee.bound is not None:
            parameters = parameters[1:]
        for node, parameter, _ in bind(parameters, call):
            if node is handed and parameter is not None:
                yield parameter.name


def _mentions(node: ast.expr) -> list[str]:
    """Return what ``node`` is made of, directly or in a container or branch: names."""
    return [name.replace("()", "") for name in _given(node, ()) if name is not None]


def _given(node: ast.expr, made: Collection[ast.expr]) -> list[str | None]:
    """Return what ``node`` is, directly or in a container or branch: names; None if in ``made``.

    What a call of ``f`` gives is ``f()``; a partial application, and what gives the elements of a
    container, stand for what they are made of.
    """
    # Most arguments are one of these.
    if isinstance(node, ast.Name):
        return [node.id]
    if isinstance(node, ast.Attribute):
        return [node.attr]
    if isinstance(node, ast.Constant):
        return []
    parts: Sequence[ast.expr] = ()
    own: list[str | None] = []
    match node:
        case ast.Call(func=func, args=args):
            own = [None] if node in made else []
            own += [f"{name}()" for name in _given(func, made) if name is not None]
            if isinstance(func, ast.Attribute) and func.attr in _ELEMENTS:
                parts = (func.value,)
            elif tail(func) in _PASSING:
                parts = args
        case ast.IfExp(body=body, orelse=orelse):
            parts = (body, orelse)
        case ast.Tuple(elts=elts) | ast.List(elts=elts):
            parts = elts
        case ast.Dict(values=values):
            parts = values
        case ast.Subscript(value=value) | ast.DictComp(value=value):
            parts = (value,)
        case ast.ListComp(elt=element) | ast.GeneratorExp(elt=element):
            parts = (element,)
    return own + [given for part in parts for given in _given(part, made)]


_ELEMENTS = frozenset({"get", "items", "pop", "setdefault", "values"})
"""The methods of containers that give what these hold."""
_PASSING = frozenset({"enumerate", "iter", "list", "next", "partial", "reversed", "tuple", "zip"})
"""The last names of functions that give what they are given, its elements, or a part of a call."""
