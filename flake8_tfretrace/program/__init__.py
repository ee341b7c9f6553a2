"""The program model: what one file means to TensorFlow. It knows no rule."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import PurePath
from typing import TYPE_CHECKING, Literal

from flake8_tfretrace.modules import is_test_file
from flake8_tfretrace.program import calls as _calls
from flake8_tfretrace.program import holders
from flake8_tfretrace.program import traced as _traced
from flake8_tfretrace.program.calls import Argument, CallSite
from flake8_tfretrace.program.evaluate import Evaluator
from flake8_tfretrace.program.keras import Keras
from flake8_tfretrace.program.scopes import (
    Binding,
    Class,
    Function,
    Index,
    Parameter,
    Place,
    Scope,
    children,
    index,
    lookup,
    reaching,
    start,
)
from flake8_tfretrace.program.traced import TracedFunction, Wrappers
from flake8_tfretrace.program.tracetypes import (
    UNKNOWN,
    ClassValue,
    FunctionValue,
    ModuleValue,
    ObjectValue,
    PythonValue,
    TensorValue,
    TraceType,
    join,
)
from flake8_tfretrace.settings import Settings

if TYPE_CHECKING:
    from flake8_tfretrace.modules import Module
    from flake8_tfretrace.profile import FileProfile, ObservedFunction
    from flake8_tfretrace.program.project import Imported, Project

_Variable = tuple[Scope | None, str]
"""A variable: the scope that binds it, and its name there."""
Comparison = Literal["identity", "equality", "value", "unhashable", "unknown"]
_DATASET_CALLS = frozenset({"map", "filter", "interleave", "flat_map", "reduce", "scan", "apply"})
_NUMBER_FUNCTIONS = frozenset({"int", "abs", "min", "max", "round", "float"})
_LIST_GROWTH = frozenset({"append", "extend", "insert", "pop", "clear", "remove"})
_FEW_CALLS = 2
_CACHED = frozenset({"cached_property", "lru_cache", "cache"})
_ONCE_FLAG = re.compile(r"built|init|ready|created|setup|done|applied|already|compiled")
_SET_UP = re.compile(
    r"^_*(__\w+__|init\w*|build\w*|set_?up\w*|main|make\w*|create\w*|compile\w*|configure\w*"
    r"|train|fit|run|export\w*|save\w*|load\w*|test\w*|get_\w+_fn|reset\w*|register\w*)_*$"
)
"""Methods that a program calls once, or whose job is to make things."""


class Program:
    """One parsed file. Parts are worked out when a rule first asks for them."""

    def __init__(
        self,
        tree: ast.Module,
        filename: str = "<unknown>",
        settings: Settings = Settings(),  # noqa: B008 - immutable
        profile: FileProfile | None = None,
        project: Project | None = None,
        known: Index | None = None,
    ) -> None:
        self.tree = tree
        self.filename = filename
        self.settings = settings
        self.profile = profile
        """What recorded runs saw of this file's functions; None without a profile."""
        self.project = project
        own = index(tree) if known is None else known
        self.index = own if project is None else project.add(own)
        """What the file defines, and the modules of the project that take part."""
        self.evaluator = Evaluator(self)
        self.keras = Keras(self)
        self.traced_by_node: dict[ast.AST, TracedFunction] = {}
        """Traced functions by the node whose value they are: the definition, or the call."""
        self._collecting = False
        self._known_site_calls: (
            dict[TracedFunction, list[tuple[ast.Call, Place, FunctionValue]]] | None
        ) = None

    # expressions

    def value(self, node: ast.expr | None, place: Place) -> TraceType:
        """Return what is known of ``node`` at ``place``."""
        return self.evaluator.value(node, place)

    def qualified(self, node: ast.AST, place: Place) -> str | None:
        """Return the dotted name that ``node`` refers to, such as ``tensorflow.constant``."""
        return self.evaluator.qualified(node, place)

    def bindings(self, node: ast.Name, place: Place) -> list[Binding]:
        """Return the bindings of a name that can hold where it is used."""
        return reaching(node.id, place, start(node))

    # other modules of the project

    def is_own(self, place: Place) -> bool:
        """Whether the code at ``place`` is in this file."""
        return self.project is None or place.module is self.index.module

    def file_of(self, place: Place) -> str:
        """Return the path of the file that holds the code at ``place``."""
        if self.is_own(place):
            return self.filename
        return self.linked_modules[place.module].path

    def location(self, place: Place, line: int) -> str:
        """Return where a line of the file with the code at ``place`` is: ``steps.py:12``."""
        return f"{PurePath(self.file_of(place)).name}:{line}"

    @property
    def linked_modules(self) -> Mapping[Function, Module]:
        """The files of the other modules that take part, by their top-level code."""
        return {} if self.project is None else self.project.linked

    def imported(self, binding: Binding) -> Imported | None:
        """Return what an import of the file stands for, if the project defines it."""
        return None if self.project is None else self.project.imported(binding)

    def star_import(self, name: str, place: Place) -> Imported | None:
        """Return what a name that the code at ``place`` does not bind is, by a star import."""
        return None if self.project is None else self.project.star_import(name, place)

    def imported_attribute(self, node: ast.Attribute, place: Place) -> Imported | None:
        """Return what ``module.name`` is; None if it is not that, or if it is assigned to."""
        if self.project is None:
            return None
        base = self.value(node.value, place)
        if not isinstance(base, ModuleValue) or any(
            isinstance(self.value(target.value, binding.place), ModuleValue)
            for target, binding in self._outside_stores.get(node.attr, ())
        ):
            return None
        return self.project.member(base.module, node.attr)

    @cached_property
    def import_bindings(self) -> list[tuple[Binding, tuple[Binding, ...]]]:
        """The names that the file imports, with what they stand for in the project."""
        if self.project is None:
            return []
        found = []
        for function in self.index.functions:
            for bindings in function.body.scope.bindings.values():
                for binding in bindings:
                    if binding.kind == "import":
                        others = self.imported(binding)
                        if isinstance(others, tuple):
                            found.append((binding, others))
        return found

    # classes

    def bases(self, cls: Class) -> list[Class]:
        """Return the base classes that this file defines, or imports from its project."""
        found = []
        for base in cls.node.bases:
            bindings: Sequence[Binding] = ()
            if isinstance(base, ast.Name):
                _, bindings = lookup(base.id, cls.place.scope)
            elif isinstance(base, ast.Attribute):
                others = self.imported_attribute(base, cls.place)
                bindings = others if isinstance(others, tuple) else ()
            for binding in bindings:
                others = self.imported(binding) if binding.kind == "import" else (binding,)
                for other in others if isinstance(others, tuple) else ():
                    if other.cls is not None and other.cls is not cls:
                        found.append(other.cls)
        return found

    def lineage(self, cls: Class) -> list[Class]:
        """Return the class and its bases in this file, nearest first."""
        line = [cls]
        for parent in line:
            line += [base for base in self.bases(parent) if base not in line]
        return line

    def family(self, cls: Class) -> list[Class]:
        """Return the lineage of ``cls`` and the classes of this file that derive from it."""
        return [*self.lineage(cls), *self._heirs.get(cls, ())]

    @cached_property
    def _heirs(self) -> dict[Class, list[Class]]:
        """The classes of this file that derive from each class."""
        found: dict[Class, list[Class]] = {}
        for heir in self.index.classes:
            for ancestor in self.lineage(heir)[1:]:
                found.setdefault(ancestor, []).append(heir)
        return found

    def method(self, cls: Class, name: str) -> Function | None:
        """Return the method that ``name`` is on instances of ``cls``."""
        return next((c.methods[name] for c in self.lineage(cls) if name in c.methods), None)

    def attribute_bindings(self, cls: Class, name: str) -> list[Binding]:
        """Return the assignments to an attribute: in the class, its family, and on instances."""
        family = self.family(cls)
        found = [b for c in family for b in c.attributes.get(name, ())]
        for target, binding in self._outside_stores.get(name, ()):
            base = self.value(target.value, binding.place)
            if isinstance(base, ObjectValue) and base.cls in family:
                found.append(binding)
        return found

    @cached_property
    def _outside_stores(self) -> dict[str, list[tuple[ast.Attribute, Binding]]]:
        """Return the assignments to attributes that are not of a method's own instance."""
        own = {b for c in self.index.classes for bs in c.attributes.values() for b in bs}
        found: dict[str, list[tuple[ast.Attribute, Binding]]] = {}
        for function in self.index.functions:
            for target, binding in function.attribute_stores:
                if binding not in own:
                    found.setdefault(target.attr, []).append((target, binding))
        return found

    def attribute_updates(self, cls: Class, name: str) -> list[Binding]:
        """Return the assignments to an attribute outside the class body."""
        return [b for b in self.attribute_bindings(cls, name) if b.place.scope.kind != "class"]

    def comparison(self, cls: Class) -> Comparison:
        """Return how TensorFlow compares instances of ``cls`` (facts of its trace type builder).

        ``identity``: every instance is its own trace. ``equality``: equal ones share a trace
        while the first is alive. ``value``: equal ones always do. ``unhashable``: a TypeError.
        ``unknown``: a protocol of TensorFlow's, or a base class that this file does not show.
        """
        protocols = ("__tf_tracing_type__", "__tf_flatten__")
        if any(self.method(cls, name) is not None for name in protocols):
            return "unknown"
        for ancestor in self.lineage(cls):
            names = {base.name for base in self.bases(ancestor)} | {"object", "ABC", "Generic"}
            bases = [getattr(b, "attr", getattr(b, "id", "")) for b in ancestor.node.bases]
            if ancestor.node.keywords or not set(bases) <= names:
                return "unknown"
        options = self._dataclass_options(cls)
        if options is None:
            return "unknown"
        if "eq" in options:
            if options["eq"] is False:
                return "identity"
            if not (
                options.get("frozen") or options.get("unsafe_hash") or "__hash__" in cls.methods
            ):
                return "unhashable"
            return "value" if options.get("slots") else "equality"
        if "__slots__" in cls.attributes:
            return "unknown"
        has_equality = self.method(cls, "__eq__") is not None
        if has_equality and self.method(cls, "__hash__") is None:
            return "unhashable"
        return "equality" if has_equality else "identity"

    def _dataclass_options(self, cls: Class) -> dict[str, bool] | None:
        """Return a dataclass' options, {} for a plain class, None for any other decorator."""
        options: dict[str, bool] = {}
        for decorator in cls.node.decorator_list:
            func = decorator.func if isinstance(decorator, ast.Call) else decorator
            if self.qualified(func, cls.place) not in ("dataclasses.dataclass", "dataclass"):
                return None
            options["eq"] = True
            for keyword in decorator.keywords if isinstance(decorator, ast.Call) else ():
                if keyword.arg is None or not isinstance(keyword.value, ast.Constant):
                    return None
                options[keyword.arg] = bool(keyword.value.value)
        return options

    def fields(self, cls: Class) -> list[Binding]:
        """Return the annotated names of a class body: the fields of a dataclass."""
        return [
            binding
            for base in reversed(self.lineage(cls))
            for bindings in base.attributes.values()
            for binding in bindings
            if isinstance(binding.node, ast.AnnAssign) and binding.place.scope.kind == "class"
        ]

    # lists

    @cached_property
    def _growth(self) -> dict[_Variable, list[tuple[ast.Call, Place]]]:
        found: dict[_Variable, list[tuple[ast.Call, Place]]] = {}
        for function in self.index.functions:
            for call, place in function.calls:
                func = call.func
                if isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name):
                    if func.attr in _LIST_GROWTH:
                        variable = _variable(func.value.id, place.scope)
                        found.setdefault(variable, []).append((call, place))
        return found

    def list_growth(self, name: str, scope: Scope) -> list[tuple[ast.Call, Place]]:
        """Return the calls that make the list ``name`` of ``scope`` longer or shorter."""
        return self._growth.get(_variable(name, scope), [])

    @cached_property
    def _stores(self) -> dict[_Variable, list[tuple[ast.Subscript, Place]]]:
        found: dict[_Variable, list[tuple[ast.Subscript, Place]]] = {}
        for function in self.index.functions:
            for target, place in function.subscript_stores:
                if isinstance(target.value, ast.Name):
                    variable = _variable(target.value.id, place.scope)
                    found.setdefault(variable, []).append((target, place))
        return found

    def dict_stores(self, name: str, scope: Scope) -> list[tuple[ast.Subscript, Place]]:
        """Return the assignments to elements of the dict ``name`` of ``scope``."""
        return self._stores.get(_variable(name, scope), [])

    # traced functions

    @cached_property
    def wrappers(self) -> Wrappers:
        """The names of ``tf.function`` in this file."""
        return Wrappers(self)

    @cached_property
    def traced(self) -> list[TracedFunction]:
        """Every traced function of the file, in source order."""
        self._collecting = True
        found = []
        for traced in _traced.collect(self):
            if traced.is_decorator:
                assert traced.function is not None
                self.traced_by_node[traced.function.node] = traced
            else:
                self.traced_by_node[traced.site] = traced
            found.append(traced)
        self._collecting = False
        self._forget()
        return sorted(found, key=lambda traced: start(traced.site))

    @cached_property
    def option_calls(self) -> list[tuple[ast.Call, Place]]:
        """The calls of ``tf.function``, or of a partial of it, that carry options."""
        return [
            (call, place)
            for function in self.index.functions
            for call, place in function.calls
            if call.keywords and self.wrappers.takes_options(call, place)
        ]

    @cached_property
    def _specified(self) -> dict[Function, dict[str, TraceType]]:
        found: dict[Function, dict[str, TraceType]] = {}
        for traced in self.traced:
            if traced.function is not None and traced.has_signature:
                found[traced.function] = _traced.specified(self, traced)
        return found

    def _forget(self) -> None:
        """Drop what was evaluated while not all was known."""
        self.evaluator = Evaluator(self)
        self._callers.clear()
        self._called.clear()
        self._targets.clear()

    @cached_property
    def _traced_of(self) -> dict[Function, list[TracedFunction]]:
        found: dict[Function, list[TracedFunction]] = {}
        for traced in self.traced:
            if traced.function is not None:
                found.setdefault(traced.function, []).append(traced)
        return found

    def traced_of(self, function: Function) -> list[TracedFunction]:
        """Return the traced functions made of ``function``."""
        return [] if self._collecting else self._traced_of.get(function, [])

    def specified(self, function: Function, parameter: Parameter) -> TraceType | None:
        """Return what an input_signature says of a parameter; None if it does not cover it."""
        if self._collecting:
            return None
        given = self._specified.get(function, {}).get(parameter.name)
        return self.keras.given(function, parameter) if given is None else given

    # recorded runs

    @cached_property
    def _observed(self) -> dict[Function, ObservedFunction]:
        if self.profile is None:
            return {}
        return self.profile.match([f for f in self.index.functions if self.is_own(f.body)])

    def seen(self, function: Function, parameter: Parameter) -> TraceType | None:
        """Return what recorded runs passed for a parameter of a traced function."""
        observed = self._observed.get(function)
        return None if observed is None else observed.joined(parameter.name)

    def observed(self, traced: TracedFunction) -> ObservedFunction | None:
        """Return what recorded runs saw of a traced function.

        None where they cannot tell it from another tf.function of the same definition.
        """
        function = traced.function
        if function is None or len(self.traced_of(function)) > 1:
            return None
        return self._observed.get(function)

    # the graph: code that runs while a function is traced

    @cached_property
    def graph(self) -> dict[Function, TracedFunction | None]:
        """The functions whose code runs while TensorFlow traces.

        That is traced functions, what they define, the functions of this file they call, and
        functions handed to ``Dataset.map`` and its like (with None as traced function).
        """
        found: dict[Function, TracedFunction | None] = {}
        pending: list[tuple[Function, TracedFunction | None]] = [
            (traced.function, traced) for traced in self.traced if traced.function is not None
        ]
        pending += [(function, None) for function in self._dataset_functions()]
        while pending:
            function, root = pending.pop(0)
            if function in found:
                continue
            found[function] = root
            hosted = self._host_functions(function)
            pending += [(inner, root) for inner in function.inner if inner not in hosted]
            for call, place in function.calls:
                if self.is_guarded(place):
                    continue
                callee = self.value(call.func, place)
                if isinstance(callee, FunctionValue) and callee.function is not None:
                    pending.append((callee.function, root))
        return found

    def traced_bodies(self) -> Iterator[tuple[Function, TracedFunction]]:
        """Yield the functions whose code runs while a tf.function is traced, with that one."""
        for function, traced in self.graph.items():
            if traced is not None:
                yield function, traced

    def _host_functions(self, function: Function) -> set[Function]:
        """Return the functions that ``function`` hands to tf.py_function: they run eagerly."""
        hosted: set[Function] = set()
        for call, place in function.calls:
            qualified = self.qualified(call.func, place)
            if qualified in ("tensorflow.py_function", "tensorflow.numpy_function"):
                for argument in (*call.args[:1], *(k.value for k in call.keywords)):
                    value = self.value(argument, place)
                    if isinstance(value, FunctionValue) and value.function is not None:
                        hosted.add(value.function)
        return hosted

    def _dataset_functions(self) -> Iterator[Function]:
        for function in self.index.functions:
            for call, place in function.calls:
                if isinstance(call.func, ast.Attribute) and call.func.attr in _DATASET_CALLS:
                    for argument in (*call.args, *(k.value for k in call.keywords)):
                        if isinstance(argument, (ast.Lambda, ast.Name, ast.Attribute)):
                            value = self.value(argument, place)
                            if isinstance(value, FunctionValue) and value.function is not None:
                                yield value.function

    @cached_property
    def unconverted(self) -> dict[Function, str]:
        """The functions whose body TensorFlow traces without AutoGraph, with the reason."""
        found = dict(self.keras.unconverted)
        for traced in self.traced:
            if traced.function is None:
                continue
            if not traced.autograph:
                found[traced.function] = f"{traced.name} (autograph=False)"
            elif self._shares_line(traced.function):
                found[traced.function] = "a lambda that shares its line with another lambda"
        for function in self.graph:
            if "do_not_convert" in function.marks():
                found[function] = f"{function.name} (do_not_convert)"
        return found

    def _shares_line(self, function: Function) -> bool:
        """Whether two lambdas on one line keep AutoGraph from finding the source of either."""
        if not isinstance(function.node, ast.Lambda):
            return False
        return self._lambdas_by_line[function.body.module, function.node.lineno] > 1

    @cached_property
    def _lambdas_by_line(self) -> Counter[tuple[Function, int]]:
        return Counter(
            (function.body.module, function.node.lineno)
            for function in self.index.functions
            if isinstance(function.node, ast.Lambda)
        )

    @cached_property
    def mentions_keras(self) -> bool:
        """Whether the file imports or uses Keras."""
        scope = self.index.module.body.scope
        imported = [b for bindings in scope.bindings.values() for b in bindings if b.qualified]
        return any(b.qualified.startswith(("keras", "tensorflow", "tf_keras")) for b in imported)

    def in_graph(self, place: Place) -> bool:
        """Whether code at ``place`` runs while TensorFlow traces."""
        return place.function in self.graph

    # calls

    @cached_property
    def _calls_by_name(self) -> dict[str, list[tuple[ast.Call, Place]]]:
        found: dict[str, list[tuple[ast.Call, Place]]] = {}
        for function in self.index.functions:
            for call, place in function.calls:
                func = call.func
                if isinstance(func, ast.Attribute):
                    name = func.attr
                else:
                    name = func.id if isinstance(func, ast.Name) else ""
                found.setdefault(name, []).append((call, place))
        return found

    @cached_property
    def _names_of(self) -> dict[Function, set[str]]:
        """Return the names under which functions are called: theirs, and those assigned to."""
        found: dict[Function, set[str]] = {}
        for function in self.index.functions:
            found.setdefault(function, set()).add(function.name)
            if function.owner is not None and function.name == "__init__":
                found[function].update(c.name for c in self.family(function.owner))
        tables = [function.body.scope.bindings for function in self.index.functions]
        tables += [cls.attributes for cls in self.index.classes]
        for table in tables:
            for name, bindings in table.items():
                for binding in bindings:
                    if isinstance(binding.value, ast.Lambda) and binding.kind == "assign":
                        found[self.index.by_node[binding.value]].add(name)
        for binding, others in self.import_bindings:
            for other in others:
                if other.function is not None:
                    found[other.function].add(binding.name)
                init = None if other.cls is None else self.method(other.cls, "__init__")
                if init is not None:
                    found[init].add(binding.name)
        return found

    @cached_property
    def _callers(self) -> dict[Function, list[tuple[ast.Call, Place]]]:
        return {}

    def calls_named(self, name: str) -> list[tuple[ast.Call, Place]]:
        """Return the calls of anything whose last name is ``name``."""
        return self._calls_by_name.get(name, [])

    def callers(self, function: Function) -> list[tuple[ast.Call, Place]]:
        """Return the calls of ``function`` in this file, with where they are."""
        known = self._callers.get(function)
        if known is None:
            self._callers[function] = []
            known = [
                call
                for name in self._names_of.get(function, ())
                for call in self._calls_by_target(name).get(function, ())
            ]
            self._callers[function] = known
        return known

    def _calls_by_target(self, name: str) -> dict[Function | None, list[tuple[ast.Call, Place]]]:
        """Return the calls of anything whose last name is ``name``, by what they run."""
        known = self._called.get(name)
        if known is None:
            known = {}
            for call, place in self.calls_named(name):
                known.setdefault(self._target(call, place), []).append((call, place))
            if all(call in self._targets for call, _ in self.calls_named(name)):
                self._called[name] = known
        return known

    @cached_property
    def _called(self) -> dict[str, dict[Function | None, list[tuple[ast.Call, Place]]]]:
        return {}

    def callee(self, call: ast.Call, place: Place) -> TraceType:
        """Return what a call calls; for an instance, its ``__call__``."""
        value = self.value(call.func, place)
        if isinstance(value, ObjectValue) and value.cls is not None:
            method = self.method(value.cls, "__call__")
            if method is not None:
                return replace(self.evaluator.defined(method), bound=value)
        return value

    def _target(self, call: ast.Call, place: Place) -> Function | None:
        """Return the function of this file that a call runs, where that is known."""
        if call in self._targets:
            return self._targets[call]
        callee = self.callee(call, place)
        target = None
        if isinstance(callee, FunctionValue):
            target = callee.function
        elif isinstance(callee, ClassValue):
            target = self.method(callee.cls, "__init__")
        if self.evaluator.knows(call.func, place):
            self._targets[call] = target
        return target

    @cached_property
    def _targets(self) -> dict[ast.Call, Function | None]:
        return {}

    def passed(self, function: Function, parameter: Parameter) -> TraceType | None:
        """Return the join of what the calls in this file pass; None without any call."""
        sites = list(self.callers(function))
        for traced in self.traced_of(function):
            if not traced.is_decorator:
                sites += [(call, place) for call, place, _ in self._site_calls.get(traced, ())]
        if not sites:
            return None
        parameters = function.parameters
        if function.is_method:
            parameters = parameters[1:]
        types: list[TraceType] = []
        for call, place in sites:
            if place.function is function:
                continue
            given: ast.expr | None = None
            complete = True
            for node, target, starred in _calls.bind(parameters, call):
                if starred:
                    complete = False
                elif target is parameter:
                    given = node
            if given is not None:
                types.append(self.value(given, place))
            elif complete and parameter.default is not None and function.place is not None:
                default = self.value(parameter.default, function.place)
                if isinstance(default, PythonValue) and default.kind == "str":
                    # The name of a dtype, as a rule: the default is there for others to change.
                    default = PythonValue("str")
                types.append(default)
            else:
                types.append(UNKNOWN)
        return join(types) if types else None

    @property
    def _site_calls(
        self,
    ) -> dict[TracedFunction, list[tuple[ast.Call, Place, FunctionValue]]]:
        """Return the calls of each traced function, from anywhere."""
        if self._known_site_calls is not None:
            return self._known_site_calls
        # While the callees are worked out, nobody may ask what they are called with.
        self._known_site_calls = {}
        found: dict[TracedFunction, list[tuple[ast.Call, Place, FunctionValue]]] = {}
        for name in holders.traced_names(self):
            for call, place in self._calls_by_name.get(name, ()):
                callee = self.callee(call, place)
                if isinstance(callee, FunctionValue) and callee.traced is not None:
                    found.setdefault(callee.traced, []).append((call, place, callee))
        for calls in found.values():
            calls.sort(key=lambda item: start(item[0]))
        self._known_site_calls = found
        self._forget()
        return found

    @cached_property
    def sites(self) -> dict[TracedFunction, list[CallSite]]:
        """The calls of each traced function from eager code of this file."""
        return {
            traced: [
                self._site(call, place, callee)
                for call, place, callee in self._site_calls.get(traced, ())
                if self.is_own(place) and not self.in_graph(place)
            ]
            for traced in self.traced
        }

    def _site(self, call: ast.Call, place: Place, callee: FunctionValue) -> CallSite:
        traced = callee.traced
        assert traced is not None
        parameters = traced.function.parameters if traced.function is not None else ()
        is_bound = callee.bound is not None or traced.bound
        if traced.function is not None and traced.function.is_method and is_bound:
            parameters = parameters[1:]
        arguments = tuple(
            Argument(node, parameter, self.value(node, place), starred)
            for node, parameter, starred in _calls.bind(parameters, call)
        )
        return CallSite(call, place, traced, arguments)

    # where values come from

    def roots(self, nodes: list[ast.expr], place: Place) -> list[tuple[Function, Parameter]]:
        """Return the parameters of traced functions that decide the numbers in ``nodes``.

        Followed through names, arithmetic, ``int``, ``min`` and the like, and the parameters of
        helpers; an attribute, an element or another call's result is not followed.
        """
        found: dict[tuple[Function, Parameter], None] = {}
        seen: set[object] = set()
        pending = [(node, place) for node in nodes]
        while pending:
            node, at = pending.pop(0)
            if (node, at) in seen:
                continue
            seen.add((node, at))
            if isinstance(node, ast.BinOp):
                pending += [(node.left, at), (node.right, at)]
            elif isinstance(node, ast.UnaryOp):
                pending.append((node.operand, at))
            elif isinstance(node, ast.Call):
                if isinstance(node.func, ast.Name) and node.func.id in _NUMBER_FUNCTIONS:
                    pending += [(argument, at) for argument in node.args]
            elif isinstance(node, ast.Name):
                for binding in self.bindings(node, at):
                    if binding.kind == "parameter":
                        self._parameter_roots(binding, found, pending)
                    elif binding.kind == "assign" and binding.value and not binding.path:
                        pending.append((binding.value, binding.place))
        return list(found)

    def _parameter_roots(
        self,
        binding: Binding,
        found: dict[tuple[Function, Parameter], None],
        pending: list[tuple[ast.expr, Place]],
    ) -> None:
        function = binding.place.function
        parameter = function.parameter(binding.name)
        assert parameter is not None
        traced = self.traced_of(function)
        if traced and not (function.is_method and parameter is function.parameters[0]):
            found[function, parameter] = None
        parameters = function.parameters[1:] if function.is_method else function.parameters
        for call, place in self.callers(function):
            if traced and not self.in_graph(place):
                continue
            for node, target, starred in _calls.bind(parameters, call):
                if target is parameter and not starred:
                    pending.append((node, place))

    # uses

    def uses(self, function: Function) -> dict[str, list[tuple[ast.Name, ast.AST]]]:
        """Return the names that a function's code reads, with the node each is a child of.

        Inner functions count: they read the names of the functions around them.
        """
        known = self._uses.get(function)
        if known is None:
            known = self._uses[function] = {}
            self.parent(function, function.node)
            for child, parent in self._parents[function].items():
                if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Load):
                    known.setdefault(child.id, []).append((child, parent))
        return known

    @cached_property
    def _uses(self) -> dict[Function, dict[str, list[tuple[ast.Name, ast.AST]]]]:
        return {}

    def parent(self, function: Function, node: ast.AST) -> ast.AST | None:
        """Return the node of ``function`` that ``node`` is a child of."""
        table = self._parents.get(function)
        if table is None:
            table = self._parents[function] = {}
            pending = [function.node]
            for parent in pending:
                below = children(parent)
                table.update(dict.fromkeys(below, parent))
                pending += below
        return table.get(node)

    @cached_property
    def _parents(self) -> dict[Function, dict[ast.AST, ast.AST]]:
        return {}

    def excludes(self, function: Function, one: ast.AST, other: ast.AST) -> bool:
        """Whether two nodes of ``function`` are in different branches of one conditional."""
        branches: dict[ast.AST, ast.AST] = {}
        child: ast.AST = one
        while (parent := self.parent(function, child)) is not None:
            branches[parent] = child
            child = parent
        child = other
        while (parent := self.parent(function, child)) is not None:
            if isinstance(parent, ast.If) and parent in branches:
                sides = [branches[parent] in parent.body, child in parent.body]
                if sides[0] != sides[1]:
                    return True
            child = parent
        return False

    def is_guarded(self, place: Place) -> bool:
        """Whether code at ``place`` runs under a first-call check or lifted out of the graph.

        ``if self.v is None:``, ``if not self.built:``, ``if key not in cache:``, or an earlier
        ``if cached: return`` of the same function.
        """
        for inner in place.enclosing():
            if isinstance(inner.node, ast.If) and _is_first_call_guard(inner.node):
                return True
        body = getattr(place.function.node, "body", None)
        for statement in body if isinstance(body, list) else ():
            if isinstance(statement, ast.If) and isinstance(statement.body[-1], ast.Return):
                if _is_cache_test(statement.test):
                    return True
        return False

    def owner(self, function: Function, node: ast.AST) -> Function:
        """Return the innermost function around ``node``, which is in ``function``."""
        current: ast.AST | None = node
        while current is not None:
            inner = self.index.by_node.get(current)
            if inner is not None:
                return inner
            current = self.parent(function, current)
        return function

    def is_lifted(self, node: ast.AST, place: Place) -> bool:
        """Whether ``node`` is inside ``with tf.init_scope():``, outside the graph."""
        return self.is_within("tensorflow.init_scope", node, place)

    def is_within(self, manager: str, node: ast.AST, place: Place) -> bool:
        """Whether ``node`` is inside a ``with`` of the context manager called ``manager``."""
        current = self.parent(place.function, node)
        while current is not None:
            if isinstance(current, ast.With):
                for item in current.items:
                    call = item.context_expr
                    if isinstance(call, ast.Call):
                        if self.qualified(call.func, place) == manager:
                            return True
            current = self.parent(place.function, current)
        return False

    @cached_property
    def runs_eagerly(self) -> bool:
        """Whether the file switches tf.function off with ``run_functions_eagerly(True)``."""
        return any(True for _ in self.eager_switches())

    def eager_switches(self) -> Iterator[tuple[ast.Call, Place, bool]]:
        """Yield the calls of ``run_functions_eagerly`` with a literal, and that literal."""
        names = ("run_functions_eagerly", "experimental_run_functions_eagerly")
        for name in names:
            for call, place in self._calls_by_name.get(name, ()):
                argument = call.args[0] if call.args else None
                if isinstance(argument, ast.Constant) and isinstance(argument.value, bool):
                    yield call, place, argument.value

    # how often code runs

    def runs_often(self, function: Function) -> bool:
        """Whether ``function`` is one that programs call again and again.

        The file shows it (:meth:`repeats`), or it is a method that is not a set-up step.
        """
        if function is self.index.module or function.marks() & _CACHED:
            return False
        if self.repeats(function):
            return True
        around: Function | None = function
        while around is not None and around.owner is None and around.place is not None:
            around = around.place.function
        is_method = around is function and function.owner is not None
        return is_method and not _SET_UP.match(function.name)

    def repeats(self, function: Function, seen: frozenset[Function] = frozenset()) -> bool:
        """Whether the file shows ``function`` being called again and again.

        A call in a loop, several calls, or a call from a function that itself repeats.
        """
        if function in seen or function is self.index.module:
            return False
        callers = self.callers(function)
        if any(place.loops for _, place in callers) or len(callers) > _FEW_CALLS:
            return True
        return any(self.repeats(place.function, seen | {function}) for _, place in callers)

    @cached_property
    def is_test_file(self) -> bool:
        """Whether the file holds tests, by its name."""
        return is_test_file(self.filename)

    def is_test(self, place: Place) -> bool:
        """Whether code at ``place`` is test code: it may retrace on purpose."""
        if self.is_test_file:
            return True
        around: Function | None = place.function
        while around is not None:
            if around.owner is not None and self._is_test_case(around.owner):
                return True
            around = around.place.function if around.place is not None else None
        return False

    def _is_test_case(self, cls: Class) -> bool:
        return any(
            ast.unparse(base).endswith("TestCase") or ast.unparse(base) in ("tf.test.Benchmark",)
            for c in self.lineage(cls)
            for base in c.node.bases
        )


def _variable(name: str, scope: Scope) -> _Variable:
    """Return which variable ``name`` is in ``scope``."""
    return lookup(name, scope)[0], name


def _is_first_call_guard(node: ast.If) -> bool:
    """Whether a conditional asks if something is still missing, and sees to it."""
    tests = node.test.values if isinstance(node.test, ast.BoolOp) else [node.test]
    return any(_asks_for_missing(test, node) for test in tests)


def _asks_for_missing(test: ast.expr, node: ast.If) -> bool:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        subject: ast.expr = test.operand
        if isinstance(subject, ast.Call):
            return getattr(subject.func, "id", "") == "hasattr"
    elif isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.NotIn):
        return True
    elif isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Is):
        subject = test.left
    else:
        return False
    name = getattr(subject, "attr", getattr(subject, "id", ""))
    if _ONCE_FLAG.search(name):
        return True
    wanted = ast.unparse(subject)
    return any(
        isinstance(part, (ast.Name, ast.Attribute, ast.Subscript)) and ast.unparse(part) == wanted
        for statement in node.body
        for part in ast.walk(statement)
    )


def _is_cache_test(test: ast.expr) -> bool:
    """Whether a condition asks if something is there already."""
    if isinstance(test, ast.BoolOp):
        return any(_is_cache_test(value) for value in test.values)
    if isinstance(test, ast.Compare):
        return any(isinstance(op, (ast.IsNot, ast.In)) for op in test.ops)
    return isinstance(test, ast.Call) and getattr(test.func, "id", "") == "hasattr"


__all__ = [
    "Argument",
    "Binding",
    "CallSite",
    "Class",
    "Function",
    "ObjectValue",
    "Parameter",
    "Place",
    "Program",
    "TensorValue",
    "TracedFunction",
]
