"""The program model: what one file means to TensorFlow. It knows no rule."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from flake8_tfretrace.finding import Witness
from flake8_tfretrace.modules import is_test_file
from flake8_tfretrace.program import traced as _traced
from flake8_tfretrace.program.calls import Calls
from flake8_tfretrace.program.classes import Classes
from flake8_tfretrace.program.dialect import Dialect, dialect
from flake8_tfretrace.program.evaluate import Evaluator
from flake8_tfretrace.program.files import Files
from flake8_tfretrace.program.keras import Keras
from flake8_tfretrace.program.library import calls_argument
from flake8_tfretrace.program.names import Names
from flake8_tfretrace.program.repetition import Repetition
from flake8_tfretrace.program.scopes import (
    Binding,
    Class,
    Function,
    Index,
    Parameter,
    Place,
    Scope,
    index,
    lookup,
    reaching,
    start,
)
from flake8_tfretrace.program.sites import Argument, CallSite, bind
from flake8_tfretrace.program.syntax import Syntax
from flake8_tfretrace.program.traced import TracedFunction, Wrappers
from flake8_tfretrace.program.tracetypes import (
    FunctionValue,
    ModuleValue,
    ObjectValue,
    StreamValue,
    TensorValue,
    TraceType,
)
from flake8_tfretrace.program.unrolling import Unrolling
from flake8_tfretrace.program.variation import Variation
from flake8_tfretrace.requirements import required
from flake8_tfretrace.settings import Settings

if TYPE_CHECKING:
    from flake8_tfretrace.program.profile import FileProfile, ObservedFunction
    from flake8_tfretrace.program.project import Imported, Project

_Variable = tuple[Scope | None, str]
"""A variable: the scope that binds it, and its name there."""
_DATASET_CALLS = frozenset({"map", "filter", "interleave", "flat_map", "reduce", "scan", "apply"})
_NUMBER_FUNCTIONS = frozenset({"int", "abs", "min", "max", "round", "float"})
_LIST_GROWTH = frozenset({"append", "extend", "insert", "pop", "clear", "remove"})
_FILLING = _LIST_GROWTH | {"update", "setdefault", "popitem", "sort", "reverse"}


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
        source: str | None = None,
    ) -> None:
        self.tree = tree
        self.filename = filename
        self.source = source
        """The text of the file; None if only its tree is at hand."""
        self.settings = settings
        self.profile = profile
        """What recorded runs saw of this file's functions; None without a profile."""
        self.project = project
        own = index(tree) if known is None else known
        self.index = own if project is None else project.add(self, own)
        """What the file defines, and the modules of the project that take part."""
        self.files = Files(filename, own.module, project)
        self.names = Names(self)
        self.evaluator = Evaluator(self)
        self.classes = Classes(self)
        self.syntax = Syntax(self)
        self.calls = Calls(self)
        self.keras = Keras(self)
        self.traced_by_node: dict[ast.AST, TracedFunction] = {}
        """Traced functions by the node whose value they are: the definition, or the call."""
        self.unrolling = Unrolling(self)
        self.repetition = Repetition(self)
        self.variation = Variation(self)
        self._graph_witnesses: dict[Function, Witness] = {}
        self._collecting = False

    # expressions

    def value(self, node: ast.expr | None, place: Place) -> TraceType:
        """Return what is known of ``node`` at ``place``."""
        return self.evaluator.value(node, place)

    def bound(self, binding: Binding, place: Place) -> TraceType:
        """Return what ``binding`` gives, as seen from ``place``."""
        return self.evaluator.variables.binding(binding, place)

    def qualified(self, node: ast.AST, place: Place) -> str | None:
        """Return the dotted name that ``node`` refers to, such as ``tensorflow.constant``."""
        return self.names.qualified(node, place)

    def bindings(self, node: ast.Name, place: Place) -> list[Binding]:
        """Return the bindings of a name that can hold where it is used."""
        return reaching(node.id, place, start(node))

    # other modules of the project

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
            for target, binding in self.classes.outside_stores.get(node.attr, ())
        ):
            return None
        return self.project.member(base.module, node.attr)

    @cached_property
    def import_aliases(self) -> dict[str, set[str]]:
        """The names that the members of modules are imported under, where these are others."""
        found: dict[str, set[str]] = {}
        for function in self.index.functions:
            for name, bindings in function.body.scope.bindings.items():
                for binding in bindings:
                    if binding.kind == "import" and isinstance(binding.node, ast.ImportFrom):
                        for alias in binding.node.names:
                            if alias.asname == name:
                                found.setdefault(alias.name, set()).add(name)
        return found

    # classes

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
        return [c for v in self._sharing(name, scope) for c in self._growth.get(v, ())]

    @cached_property
    def _aliases(self) -> dict[_Variable, set[_Variable]]:
        """The variables that may hold one object, by each of them."""
        found: dict[_Variable, set[_Variable]] = {}
        for function in self.index.functions:
            for name, bindings in function.body.scope.bindings.items():
                for binding in bindings:
                    if binding.kind == "assign" and not binding.path:
                        for source in _given_on(binding.value):
                            variables = (
                                (function.body.scope, name),
                                _variable(source, binding.place.scope),
                            )
                            both = set(variables).union(*(found.get(v, ()) for v in variables))
                            found.update(dict.fromkeys(both, both))
        return found

    def _sharing(self, name: str, scope: Scope) -> Iterable[_Variable]:
        """Return the variables that may hold the object that ``name`` holds, with it."""
        variable = _variable(name, scope)
        return self._aliases.get(variable, (variable,))

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
        return [s for v in self._sharing(name, scope) for s in self._stores.get(v, ())]

    @cached_property
    def filled_attributes(self) -> set[str]:
        """The names of attributes whose elements code adds, sets or takes away."""
        found = {
            call.func.value.attr
            for function in self.index.functions
            for call, _ in function.calls
            if isinstance(call.func, ast.Attribute)
            and call.func.attr in _FILLING
            and isinstance(call.func.value, ast.Attribute)
        }
        return found | {
            target.value.attr
            for function in self.index.functions
            for target, _ in function.subscript_stores
            if isinstance(target.value, ast.Attribute)
        }

    # traced functions

    @cached_property
    def wrappers(self) -> Wrappers:
        """The names of ``tf.function`` in this file."""
        return Wrappers(self)

    @cached_property
    def traced(self) -> list[TracedFunction]:
        """Every traced function of the file, in source order."""
        self._collecting = True
        found = self.know_traced(self.index.functions)
        self._collecting = False
        self.forget()
        return sorted(found, key=lambda traced: start(traced.site))

    def know_traced(self, functions: Sequence[Function]) -> list[TracedFunction]:
        """Return the traced functions that the code of some functions makes."""
        found = []
        for traced in _traced.collect(self, functions):
            if traced.is_decorator:
                assert traced.function is not None
                self.traced_by_node[traced.function.node] = traced
            else:
                self.traced_by_node[traced.site] = traced
            found.append(traced)
        return found

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

    def forget(self) -> None:
        """Drop what was evaluated while not all was known."""
        self.evaluator = Evaluator(self)
        self.calls.forget()

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
        return self.profile.match([f for f in self.index.functions if self.files.is_own(f.body)])

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

        That is traced functions, the functions of this file that they call or hand to a function
        that calls them, and what is handed to ``Dataset.map`` and its like (None as traced
        function). A function that is only defined there does not run.
        """
        found: dict[Function, TracedFunction | None] = {}
        pending: list[tuple[Function, TracedFunction | None, Witness]] = [
            (traced.function, traced, self.traced_step(traced))
            for traced in self.traced
            if traced.function is not None
        ]
        pending += [(function, None, Witness()) for function in self._dataset_functions()]
        while pending:
            function, root, why = pending.pop(0)
            if function in found:
                continue
            found[function] = root
            self._graph_witnesses[function] = why
            for call, place in function.calls:
                if self.syntax.expects_exception(call, place):
                    continue
                if not self.syntax.is_lifted(call, place):
                    pending += [
                        (callee, root, why + more) for callee, more in self._run_by(call, place)
                    ]
        return found

    def traced_step(self, traced: TracedFunction) -> Witness:
        """Return the step of a witness that says what is traced, and where it is made."""
        text = f"tf.function traces {traced.name}"
        return self.files.witness(traced.site, traced.place, text, "A6")

    def _run_by(self, call: ast.Call, place: Place) -> Iterator[tuple[Function, Witness]]:
        """Yield the functions of the program that a call in a graph runs there."""
        callee = self.calls.callee(call, place)
        qualified = self.qualified(call.func, place) or ""
        handed = [*call.args, *(keyword.value for keyword in call.keywords)]
        if isinstance(callee, FunctionValue) and callee.function is not None:
            is_read = self.project is not None and callee.function.body.module in self.project.read
            # Nothing is reported on other modules; they matter only for what they run of this file.
            if not is_read or any(isinstance(self.value(n, place), FunctionValue) for n in handed):
                yield callee.function, self._call_step(call, place, callee.function)
        elif qualified in ("tensorflow.py_function", "tensorflow.numpy_function"):
            return
        for node in handed:
            if not isinstance(node, (ast.Lambda, ast.Name, ast.Attribute)):
                continue
            value = self.value(node, place)
            if isinstance(value, FunctionValue) and value.function is not None:
                if calls_argument(qualified, call, node):
                    yield value.function, self._call_step(call, place, value.function)
                elif type(callee) is TraceType and not qualified.startswith("tensorflow."):
                    clause = f"{ast.unparse(call.func)} calls {value.function.name}"
                    witness = self._call_step(call, place, value.function)
                    yield value.function, witness + Witness(needs=frozenset({clause}))

    def _call_step(self, call: ast.Call, place: Place, callee: Function) -> Witness:
        name = "the lambda" if callee.name == "<lambda>" else callee.name
        return self.files.witness(call, place, f"it calls {name}")

    def why_in_graph(self, function: Function) -> Witness:
        """Return why the code of a function of :attr:`graph` runs while TensorFlow traces."""
        assert function in self.graph
        return self._graph_witnesses[function]

    def why_runs_in_graph(self, function: Function, node: ast.AST, place: Place) -> Witness:
        """Return why ``node``, in a function of :attr:`graph`, runs while TensorFlow traces."""
        runs = self.files.witness(node, place, "this runs while it is traced")
        return self.why_in_graph(function) + runs

    def traced_bodies(self) -> Iterator[tuple[Function, TracedFunction]]:
        """Yield the file's functions whose code runs while a tf.function is traced, with that one.

        Not those whose every call is meant to raise.
        """
        for function, traced in self.graph.items():
            if traced is not None and self.files.is_own(function.body):
                if not self.is_expected_to_raise(traced):
                    yield function, traced

    def graph_calls(self) -> Iterator[tuple[ast.Call, Place, Function, TracedFunction]]:
        """Yield the calls that run while a tf.function is traced, and are part of its graph."""
        for function, traced in self.traced_bodies():
            for call, place in function.calls:
                if not self.syntax.is_lifted(call, place):
                    yield call, place, function, traced

    def is_expected_to_raise(self, traced: TracedFunction) -> bool:
        """Whether all calls of a function stand where an exception is expected."""
        sites = self.calls.sites.get(traced, ())
        return bool(sites) and all(self.syntax.expects_exception(s.node, s.place) for s in sites)

    def _dataset_functions(self) -> Iterator[Function]:
        for function in self.index.functions:
            for call, place in function.calls:
                if isinstance(call.func, ast.Attribute) and call.func.attr in _DATASET_CALLS:
                    base = self.value(call.func.value, place)
                    if not (isinstance(base, StreamValue) and base.kind == "dataset"):
                        continue
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

    def why_unconverted(self, function: Function) -> Witness | None:
        """Return why a function of :attr:`unconverted` is traced; None if an exception is meant."""
        if function in self.keras.unconverted:
            return self.keras.why_traced(function)
        traced = self.graph.get(function)
        if traced is None or self.is_expected_to_raise(traced):
            return None
        return self.why_in_graph(function)

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

    def in_graph(self, place: Place) -> bool:
        """Whether code at ``place`` runs while TensorFlow traces."""
        return place.function in self.graph

    # calls

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
        for call, place in self.calls.callers(function):
            if traced and not self.in_graph(place):
                continue
            for node, target, starred in bind(parameters, call):
                if target is parameter and not starred:
                    pending.append((node, place))

    # uses

    @cached_property
    def runs_eagerly(self) -> bool:
        """Whether the file switches tf.function off with ``run_functions_eagerly(True)``."""
        return any(True for _ in self.eager_switches())

    def eager_switches(self) -> Iterator[tuple[ast.Call, Place, bool]]:
        """Yield the calls of ``run_functions_eagerly`` with a literal, and that literal."""
        names = ("run_functions_eagerly", "experimental_run_functions_eagerly")
        for name in names:
            for call, place in self.calls.named(name):
                argument = call.args[0] if call.args else None
                if isinstance(argument, ast.Constant) and isinstance(argument.value, bool):
                    yield call, place, argument.value

    # how often code runs

    @cached_property
    def dialect(self) -> Dialect:
        """Which TensorFlow and Keras the file is written for."""
        return dialect(self.tree, self.source, self.index)

    @cached_property
    def requires_keras_2(self) -> bool:
        """Whether the project requires Keras 2."""
        return required(self.filename).legacy_keras

    @cached_property
    def requires_tensorflow_1(self) -> bool:
        """Whether the project requires TensorFlow 1."""
        requirement = required(self.filename)
        # Keras before 2.4, without TensorFlow's own, ran graphs of TensorFlow 1.
        return requirement.surely_below("tensorflow", "2.0") or requirement.surely_below(
            "keras", "2.4"
        )

    def is_tensorflow_1(self, place: Place) -> bool:
        """Whether code at ``place`` builds a graph of TensorFlow 1, where nothing is traced."""
        if self.dialect.tensorflow_1 is not None or self.requires_tensorflow_1:
            return True
        return any(f.node in self.dialect.functions for f in place.function.enclosing())

    @cached_property
    def is_test_file(self) -> bool:
        """Whether the file holds tests, by its name."""
        return is_test_file(self.filename)

    def is_test(self, place: Place) -> bool:
        """Whether code at ``place`` is test code: it may retrace on purpose."""
        if self.is_test_file:
            return True
        return any(
            function.owner is not None and self._is_test_case(function.owner)
            for function in place.function.enclosing()
        )

    def _is_test_case(self, cls: Class) -> bool:
        """Whether a class derives from a test case of a library."""
        return any(
            (self.qualified(base, c.place) or "").endswith(
                ("TestCase", "tensorflow.test.Benchmark")
            )
            for c in self.classes.lineage(cls)
            for base in c.node.bases
        )


def _given_on(node: ast.expr | None) -> Iterator[str]:
    """Yield the names whose value an expression may give as it is."""
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, (ast.IfExp, ast.BoolOp, ast.NamedExpr)):
        for part in ast.iter_child_nodes(node):
            if isinstance(part, ast.expr) and part is not getattr(node, "test", None):
                yield from _given_on(part)


def _variable(name: str, scope: Scope) -> _Variable:
    """Return which variable ``name`` is in ``scope``."""
    return lookup(name, scope)[0], name


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
