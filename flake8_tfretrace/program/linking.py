"""Demand-driven linking: the modules that take part in the next round of the analysis of a file."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from flake8_tfretrace.modules import Module, reached
from flake8_tfretrace.program.decorators import wrapper_of
from flake8_tfretrace.program.keras import ENDPOINTS
from flake8_tfretrace.program.model import Program
from flake8_tfretrace.program.project import Project, names_in
from flake8_tfretrace.program.scopes import Function, Index, Place, definitions, mentioned
from flake8_tfretrace.program.tracetypes import (
    FunctionValue,
    MappingValue,
    ObjectValue,
    PythonValue,
    SequenceValue,
    StreamValue,
    TraceType,
    options_of,
    python_value,
)
from flake8_tfretrace.tracing_imports import Imports


def link(program: Program, *, judges_sites: bool = True) -> bool:
    """Have the modules take part that are asked for; return whether there are any new ones.

    Those with the traced functions that the file imports take part only if a call in the file could
    be reported, were it of a traced function. With ``judges_sites`` a rule asks what the call sites
    of traced functions pass.
    """
    project = program.project
    if project is None:
        return False
    if not project.was_linked:
        imported = project.imports
        if imported.modules and Calls(program, imported).may_be_reported():
            project.want(imported.modules)
    if project.is_read:
        for function in _exposed(program, judges_sites=judges_sites):
            project.ask_for_callers(function)
            project.want(_calling_heirs(program, project, function))
        for function in _parametrized(program, project):
            project.ask_for_callers(function, once=True)
            project.want(_calling_heirs(program, project, function))
    return project.link()


def _exposed(program: Program, *, judges_sites: bool) -> Iterator[Function]:
    """Yield the functions whose callers decide about what the file traces and calls."""
    pending: list[Function] = []
    for traced in program.traced:
        function = traced.function
        if program.files.is_own(traced.place):
            pending.append(traced.place.function)
            if function is not None:
                if function.loops or function.conditionals or traced.reduces_retracing:
                    pending.append(function)
    for traced in program.traced if judges_sites else ():
        # Which of them stand in graphs matters little here, and costs much.
        for site in program.sites.in_file(traced):
            function = site.place.function
            # Nothing calls a module.
            if function is not site.place.module and function not in pending:
                if any(_may_be_anything(argument.value) for argument in site.arguments):
                    pending.append(function)
    if program.traced and judges_sites:
        pending += _calling_what_is_handed(program)
    for name in ENDPOINTS:
        for call, place in program.calls.named(name):
            function = place.function
            if isinstance(call.func, ast.Attribute) and program.files.is_own(place):
                if function is place.module or function in pending:
                    continue
                if program.keras.is_own_endpoint(call.func.value, name, place):
                    pending.append(function)
    seen: set[Function] = set()
    while pending:
        function = pending.pop()
        if function not in seen:
            seen.add(function)
            yield function
            # What else overrides decide, others show as little.
            pending += [place.function for _, place in program.calls.sure_callers(function)]
            maker = None if function.place is None else function.place.function
            if maker is not None and wrapper_of(maker) is function:
                # Who applies it as a decorator calls the function that it gives.
                pending.append(maker)


def _may_be_anything(value: TraceType) -> bool:
    """Whether nothing is known of a value, or of what a list or dict holds."""
    if isinstance(value, (MappingValue, SequenceValue)) and value.items is None:
        return type(value.any_element) is TraceType
    return type(value) is TraceType


def _calling_heirs(program: Program, project: Project, function: Function) -> Iterator[Module]:
    """Yield the modules of base classes that may call a method which a class of the file has."""
    owner = function.owner
    for base in () if owner is None else program.classes.lineage(owner)[1:]:
        module = project.read.get(base.place.module)
        if module is not None and re.search(rf"\bself\.{function.name}\(", module.text):
            yield module


def _calling_what_is_handed(program: Program) -> Iterator[Function]:
    """Yield the functions that call a parameter, which may be a traced function, with what varies.

    That is what they are handed themselves, or what changes from call to call.
    """
    for call, place in program.index.calls:
        if not isinstance(call.func, ast.Name) or not program.files.is_own(place):
            continue
        if any(binding.kind == "parameter" for binding in definitions(call.func, place)):
            if type(program.value(call.func, place)) is TraceType:
                given = (program.value(node, place) for node in call.args)
                if any(type(value) is TraceType or value.changes for value in given):
                    yield place.function


def _parametrized(program: Program, project: Project) -> Iterator[Function]:
    """Yield the functions whose callers say which model predicts in their loops, and how often."""
    for call, place in program.calls.named("predict"):
        func = call.func
        if not isinstance(func, ast.Attribute) or not program.files.is_own(place):
            continue
        model = program.value(func.value, place)
        if type(model) is not TraceType and program.keras.kind(model) != "model":
            continue
        found = _deciding(program, place)
        # What runs in graphs is asked last: that is a question about the whole program.
        if not all(project.was_asked(f, once=True) for f in found) and not program.in_graph(place):
            yield from found


def _deciding(program: Program, place: Place) -> list[Function]:
    """Return the functions whose callers decide which object code in a loop uses, and how often."""
    function = place.function
    if not place.loops:
        return list(_looping(program, function))
    owner = function.owner
    # The instance may hold what its constructor was given.
    constructor = None if owner is None else program.classes.method(owner, "__init__")
    return [function] if constructor is None else [function, constructor]


def _looping(program: Program, function: Function) -> Iterator[Function]:
    """Yield the functions of the file that run another one in loops, be it by way of others."""
    pending, seen = [function], {function}
    for called in pending:
        for _, place in program.calls.sure_callers(called):
            if place.function in seen:
                continue
            seen.add(place.function)
            if place.loops:
                yield place.function
            else:
                pending.append(place.function)


class Calls:
    """The calls of one file whose callee other modules of the project may define."""

    def __init__(self, program: Program, imported: Imports) -> None:
        self.program = program
        self.names = _holders(program.index, imported.aliases)
        self.modules = imported.modules
        self._passed: dict[tuple[str, int | str | None], set[object]] = {}
        """What calls pass of which the values are known, by the callee's name and the argument."""

    def may_be_reported(self) -> bool:
        """Whether some call would be, if it were one of a traced function."""
        # What costs least comes first: literals, then what loops pass.
        calls = sorted(self._calls(), key=lambda found: not found[1].loops)
        return any(self._is_called_with_another(call) for call, _ in calls) or any(
            self._is_telling(call, place) for call, place in calls
        )

    def _is_called_with_another(self, call: ast.Call) -> bool:
        """Whether calls seen so far pass another literal than one of these."""
        return any(
            self._is_another(call, position, python_value(argument.value))
            for position, argument in _arguments(call)
            if isinstance(argument, ast.Constant)
        )

    def _is_telling(self, call: ast.Call, place: Place) -> bool:
        """Whether what a call passes, be it beside what others pass, could be reported."""
        if names_in(call.func)[-1] == "predict" and self._repeats(place):
            return True
        for position, argument in _arguments(call):
            if isinstance(argument, ast.Constant):
                continue
            value = self.program.value(argument, place)
            if value.changes is not None or self._is_updated_elsewhere(argument, value):
                return True
            options = options_of(value) or (value,)
            if any(map(self._may_be_new, options)) and self._repeats(place):
                return True
            if isinstance(value, ObjectValue) and value.site is not None:
                # One that cannot be hashed raises.
                return True
            if self._is_another(call, position, value):
                return True
        return False

    def _is_another(self, call: ast.Call, position: int | str | None, value: TraceType) -> bool:
        """Whether calls seen so far pass different values for one argument."""
        known = self._passed.setdefault((names_in(call.func)[-1], position), set())
        if isinstance(value, PythonValue):
            known.update((value.kind, constant) for constant in value.constants or ())
        elif value.key is not None:
            known.add(value.key)
        return len(known) > 1

    def _may_be_new(self, value: TraceType) -> bool:
        """Whether each execution of a call may pass a new object of those that are told apart."""
        if isinstance(value, FunctionValue) and value.kept:
            made = self.program.index.places.get(value.site)
            return made is not None and made.function is not made.module
        return getattr(value, "kept", None) is False or isinstance(value, StreamValue)

    def _repeats(self, place: Place) -> bool:
        return self.program.repetition.of(place) is not None

    def _is_updated_elsewhere(self, node: ast.expr, value: TraceType) -> bool:
        """Whether a module that would take part may update the attribute that ``node`` is."""
        if not isinstance(node, ast.Attribute) or value.key is not None:
            return False
        update = re.compile(rf"\.{node.attr}\s*(?:[-+*/]|//|\*\*)=")
        return any(update.search(module.text) for module in self.modules)

    def _calls(self) -> Iterator[tuple[ast.Call, Place]]:
        for call, place in self.program.index.calls:
            if self.names.intersection(names_in(call.func)):
                if not self.program.in_graph(place):
                    yield call, place


def _arguments(call: ast.Call) -> Iterator[tuple[int | str | None, ast.expr]]:
    """Yield what a call passes, with the position or the name."""
    yield from enumerate(call.args)
    for keyword in call.keywords:
        yield keyword.arg, keyword.value


def _holders(known: Index, aliases: set[str]) -> set[str]:
    """Return the names that may hold what ``aliases`` stand for, or what is made of it."""
    sources: list[tuple[str, frozenset[str]]] = [
        (binding.name, mentioned(binding.value))
        for binding in known.definitions
        if binding.value is not None
    ]
    for function in known.functions:
        returned = [statement.value for statement, _ in function.returns if statement.value]
        sources += [(function.name, mentioned(value)) for value in returned]
    for cls in known.classes:
        # Methods of a base class are called through the instance.
        bases = frozenset(name for base in cls.node.bases for name in names_in(base))
        sources += [
            (cls.name, bases),
            *((m.parameters[0].name, bases) for m in cls.methods.values() if m.is_method),
        ]
    sources += _handed(known)
    followers: dict[str, list[str]] = {}
    for name, mentions in sources:
        for mention in mentions:
            followers.setdefault(mention, []).append(name)
    return reached(aliases, lambda name: followers.get(name, ()))


def _handed(known: Index) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the parameters of the file's functions with what calls may hand them."""
    parameters: dict[str, list[str]] = {}
    for function in known.functions:
        name = function.name
        if name == "__init__" and function.owner is not None:
            name = function.owner.name
        parameters.setdefault(name, []).extend(p.name for p in function.parameters)
    for call, _ in known.calls:
        names = parameters.get(names_in(call.func)[-1])
        if names:
            given = [*call.args, *(keyword.value for keyword in call.keywords)]
            sources = frozenset[str]().union(*map(mentioned, given))
            yield from ((name, sources) for name in names)
