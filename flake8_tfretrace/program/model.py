"""The model of one program, put together."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from functools import cached_property
from typing import TYPE_CHECKING
from weakref import WeakSet

from flake8_tfretrace.finding import Witness
from flake8_tfretrace.modules import is_test_file
from flake8_tfretrace.program.calls import Calls
from flake8_tfretrace.program.classes import Classes
from flake8_tfretrace.program.effects import Effects
from flake8_tfretrace.program.evaluate import Evaluator
from flake8_tfretrace.program.exceptions import Exceptions
from flake8_tfretrace.program.feasibility import Feasibility
from flake8_tfretrace.program.file_data import FileData
from flake8_tfretrace.program.files import Files
from flake8_tfretrace.program.graph import Graph
from flake8_tfretrace.program.keras import Keras
from flake8_tfretrace.program.lifetimes import Lifetimes
from flake8_tfretrace.program.links import Links
from flake8_tfretrace.program.liveness import Liveness
from flake8_tfretrace.program.members import Members
from flake8_tfretrace.program.missing_attributes import MissingAttributes
from flake8_tfretrace.program.model_refusals import ModelRefusals
from flake8_tfretrace.program.mutations import Mutations
from flake8_tfretrace.program.names import Names
from flake8_tfretrace.program.observations import Observations
from flake8_tfretrace.program.ordering import Ordering
from flake8_tfretrace.program.project import Project
from flake8_tfretrace.program.queries import Queries
from flake8_tfretrace.program.reachability import Reachability
from flake8_tfretrace.program.refusals import Refusals
from flake8_tfretrace.program.repetition import Repetition
from flake8_tfretrace.program.scopes import (
    Binding,
    Function,
    Index,
    LoopNode,
    Parameter,
    Place,
    definitions,
    index,
    start,
)
from flake8_tfretrace.program.sites import Sites
from flake8_tfretrace.program.syntax import Syntax
from flake8_tfretrace.program.traced import LibraryTraced, TracedFunction
from flake8_tfretrace.program.tracetypes import TraceType
from flake8_tfretrace.program.tracing import TracedFunctions
from flake8_tfretrace.program.trips import TripCounts
from flake8_tfretrace.program.unrolling import Unrolling
from flake8_tfretrace.program.variation import Variation
from flake8_tfretrace.program.versions import Versions
from flake8_tfretrace.program.wrappers import Wrappers
from flake8_tfretrace.settings import Settings

if TYPE_CHECKING:
    from flake8_tfretrace.program.profile import FileProfile

_MOST_CHANGES = 1
"""So often all is worked out again, for a class came into view that derives from a known one."""
_NUMBER_FUNCTIONS = frozenset({"int", "abs", "min", "max", "round", "float"})


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
        self.project = project
        own = index(tree) if known is None else known
        self.index = own if project is None else project.add(own)
        """What the file defines, and the modules of the project that take part."""
        whole = self.index
        self.files = Files(filename, own.module, project)
        self.versions = Versions(tree, filename, source, whole)
        self.mutations = Mutations(whole, project)
        self.links = Links(project, self.mutations, self)
        self.names = Names(whole, self.files, self.links)
        self.wrappers = Wrappers(whole, self.names, settings.traced_decorators)
        self.classes = Classes(whole, self.names, self.links, self.mutations, self.wrappers, self)
        self.syntax = Syntax(whole, self.names, self)
        self.keras = Keras(
            whole, settings, self.versions, self.names, self.classes, self.mutations, self
        )
        self.traced_functions = TracedFunctions(whole, self.classes, self.wrappers, self)
        self.calls = Calls(
            whole, project, self.names, self.classes, self.keras, self.traced_functions, self
        )
        self.observations = Observations(profile, whole, self.files, self.traced_functions)
        self.liveness = Liveness(whole, self.files, source, self.names, self.classes)
        self._queries = Queries(
            whole,
            self.names,
            self.links,
            self.mutations,
            self.classes,
            self.keras,
            self.traced_functions,
            self.calls,
            self.syntax,
            self.observations,
        )
        self.evaluator = Evaluator(self._queries)
        self._changes = 0
        """As :attr:`Classes.changes` was when the evaluator began."""
        self._evaluators: WeakSet[Evaluator] = WeakSet()
        """Those of earlier, which knew less, and those under assumptions."""
        self.unrolling = Unrolling(whole, self.names, self.syntax, self)
        self.trips = TripCounts(
            whole,
            self.names,
            self.classes,
            self.mutations,
            self.unrolling,
            self.calls,
            self.liveness,
            self,
        )
        self.feasibility = Feasibility(self._queries, self)
        self.refusals = Refusals(self.versions, self.names, self)
        model_refusals = ModelRefusals(
            whole,
            self.files,
            self.names,
            self.classes,
            self.syntax,
            self.calls,
            self.refusals,
            self,
        )
        self.saved_models = model_refusals.saved_models
        members = Members(
            whole,
            self.files,
            source,
            self.names,
            self.classes,
            self.calls,
            self.refusals,
            self,
        )
        attributes = MissingAttributes(
            self.files,
            source,
            self.names,
            self.mutations,
            self.classes,
            self.syntax,
            self.calls,
            self.refusals,
            model_refusals,
            members,
            self,
        )
        self.exceptions = Exceptions(
            whole,
            self.files,
            self.names,
            self.mutations,
            self.classes,
            self.liveness,
            self.syntax,
            self.trips,
            self.traced_functions,
            self.calls,
            self.refusals,
            model_refusals,
            members,
            attributes,
            self.links,
            self.feasibility,
            self,
        )
        self.reachability = Reachability(
            self.files,
            self.names,
            self.classes,
            self.syntax,
            self.calls,
            self.refusals,
            attributes,
            self.exceptions,
        )
        self.repetition = Repetition(
            whole,
            self.files,
            self.names,
            settings,
            self.classes,
            self.keras,
            self.calls,
            self.liveness,
            self.syntax,
            self.unrolling,
            self.trips,
            self.reachability,
            self.feasibility,
            self,
        )
        self.file_data = FileData(self.names, self.calls)
        self.graph = Graph(self._queries, project, self.files, self.feasibility, self)
        self.lifetimes = Lifetimes(self._queries, self.files, self.graph, self.repetition, self)
        self.effects = Effects(self._queries, self)
        self.sites = Sites(self._queries, self.files, self.graph, self)
        self.ordering = Ordering(self._queries, self.files, self.graph, self.trips, self.sites)
        self.variation = Variation(self._queries, self.files, self.repetition)
        if project is not None:
            project.watch(self.traced_functions.know, self.calls.extend, self.classes.extend)

    def release(self) -> None:
        """Break all cycles of references, so that the memory is free once nobody holds a part."""
        if self.project is None:
            self.index.release()
        else:
            self.project.release()
        self.release_parts()

    def release_parts(self) -> None:
        """Break them but for those in what the walk recorded."""
        for part in (*vars(self).values(), *self._evaluators):
            if part is not self.tree and part is not self.project and hasattr(part, "__dict__"):
                vars(part).clear()
        vars(self).clear()

    # expressions

    def value(self, node: ast.expr | None, place: Place) -> TraceType:
        """Return what is known of ``node`` at ``place``."""
        if self.evaluator.recursion.active:
            return self.evaluator.value(node, place)
        while True:
            found = self.evaluator.value(node, place)
            if self._changes >= min(self.classes.changes, _MOST_CHANGES):
                return found
            # What was worked out before does not know the classes that came into view.
            self._changes = self.classes.changes
            self.forget()

    def bound(self, binding: Binding, place: Place) -> TraceType:
        """Return what ``binding`` gives, as seen from ``place``."""
        return self.evaluator.variables.binding(binding, place)

    def assuming(self, values: Mapping[object, TraceType]) -> Evaluator:
        """Return an interpreter of the program as TensorFlow traces it, under assumptions.

        Args:
            values: what expressions, parameters and bindings are taken to be.
        """
        evaluator = Evaluator(self._queries, values)
        self._evaluators.add(evaluator)
        return evaluator

    def specified(self, function: Function, parameter: Parameter) -> TraceType | None:
        """Return what TensorFlow or Keras surely passes for a parameter; None if that is open."""
        return self._queries.specified(function, parameter)

    def within(self, iteration: Mapping[LoopNode, int]) -> AbstractContextManager[None]:
        """Evaluate within the given iterations of loops."""
        return self.evaluator.recursion.within(iteration)

    @property
    def entered(self) -> Function | None:
        """The function whose body is evaluated as a graph runs it."""
        return self.evaluator.entered

    def entering(
        self, function: Function, arguments: Mapping[Parameter, TraceType]
    ) -> AbstractContextManager[None]:
        """Evaluate the body of a function as a graph runs it, with the arguments of one call."""
        return self.evaluator.entering(function, arguments)

    def calling(self, arguments: Mapping[Parameter, TraceType]) -> AbstractContextManager[None]:
        """Evaluate the body of a function with the arguments of one call."""
        return self.evaluator.calling(arguments)

    def called(
        self, node: ast.Call, place: Place, given: Callable[[ast.expr], TraceType]
    ) -> TraceType:
        """Return what a call of a small helper gives for what ``given`` says of its arguments."""
        return self.evaluator.called(node, place, given)

    def knows(self, node: ast.expr, place: Place) -> bool:
        """Whether all there is to know of ``node`` at ``place`` has been worked out."""
        return self.evaluator.knows(node, place)

    def forget(self) -> None:
        """Drop what was evaluated while not all was known."""
        self._evaluators.add(self.evaluator)
        self.evaluator = Evaluator(self._queries)
        self.calls.forget()

    def qualified(self, node: ast.AST, place: Place) -> str | None:
        """Return the dotted name that ``node`` refers to, such as ``tensorflow.constant``."""
        return self.names.qualified(node, place)

    def is_for_versions(self, node: ast.AST, place: Place) -> bool:
        """Whether a condition on the version of TensorFlow, or Keras, decides if ``node`` runs.

        It may ask a variable or an attribute that holds a part of it.
        """
        for test in self.syntax.conditions(node, place):
            if self.syntax.is_version(test, place):
                return True
            read = (part for part in ast.walk(test) if isinstance(part, (ast.Name, ast.Attribute)))
            bindings = (b for part in read for b in self.classes.definitions(part, place))
            if any(
                b.value is not None and self.syntax.is_version(b.value, b.place) for b in bindings
            ):
                return True
        return False

    def bindings(self, node: ast.Name, place: Place) -> list[Binding]:
        """Return the bindings of a name that can hold where it is used."""
        return definitions(node, place)

    # traced functions

    @property
    def traced(self) -> list[TracedFunction]:
        """Every traced function of the file, in source order."""
        return self.traced_functions.all

    def traced_of(self, function: Function) -> list[TracedFunction]:
        """Return the traced functions made of ``function``."""
        return self.traced_functions.of(function)

    @cached_property
    def option_calls(self) -> list[tuple[ast.Call, Place]]:
        """The calls of ``tf.function``, or of a partial of it, that carry options."""
        return [
            (call, place)
            for call, place in self.index.calls
            if call.keywords and self.wrappers.takes_options(call, place)
        ]

    # the graph: code that runs while a function is traced

    def in_graph(self, place: Place) -> bool:
        """Whether code at ``place`` runs while TensorFlow traces."""
        return self.graph.holds(place)

    def traced_bodies(self) -> Iterator[tuple[Function, TracedFunction]]:
        """Yield the file's functions whose code runs while a tf.function is traced, with that one.

        Not those whose every call is meant to raise, nor those that never run.
        """
        for function, traced in self.graph.functions.items():
            if isinstance(traced, TracedFunction) and self.files.is_own(function.body):
                if not self.sites.is_expected_to_raise(traced) and not self._is_dead(traced):
                    yield function, traced

    def is_shown(self, traced: TracedFunction) -> bool:
        """Whether a program calls a traced function only to show what it does.

        Each call is written out, runs once, and drops the result.
        """
        sites = self.sites.anywhere(traced)
        return bool(sites) and all(
            site.place.function is site.place.module
            and not site.place.loops
            and isinstance(self.syntax.parent(site.place.function, site.node), ast.Expr)
            for site in sites
        )

    def is_defined_anew(self, traced: TracedFunction) -> bool:
        """Whether another definition takes the name of a function, behind all calls of it."""
        function = traced.function
        if function is None or function.place is None or function.owner is not None:
            return False
        defined = function.place.scope.bindings.get(function.name, ())
        last = max((start(b.node) for b in defined if b.kind == "function"), default=(0, 0))
        sites = self.sites.anywhere(traced)
        return last > start(function.node) and all(
            site.place.function is site.place.module and start(site.node) < last for site in sites
        )

    def _is_dead(self, traced: TracedFunction) -> bool:
        """Whether what is traced surely never runs."""
        return traced.function is not None and self.liveness.is_dead(traced.function.body)

    def library_bodies(self) -> Iterator[tuple[Function, LibraryTraced]]:
        """Yield the file's functions whose code runs while a library traces one, with that one."""
        graph = self.graph
        for function, traced in (*graph.functions.items(), *graph.shown_by_keras.items()):
            if isinstance(traced, LibraryTraced) and self.files.is_own(function.body):
                yield function, traced

    def graph_calls(self) -> Iterator[tuple[ast.Call, Place, Function, TracedFunction]]:
        """Yield the calls that run while a tf.function is traced, and are part of its graph."""
        for function, traced in self.traced_bodies():
            for call, place in function.calls:
                if not self.syntax.is_lifted(call, place):
                    yield call, place, function, traced

    def library_calls(self) -> Iterator[tuple[ast.Call, Place, Function, LibraryTraced]]:
        """Yield the calls that run while a library traces a function, and are part of its graph."""
        for function, traced in self.library_bodies():
            for call, place in function.calls:
                if not self.syntax.is_lifted(call, place):
                    yield call, place, function, traced

    def why_unconverted(self, function: Function) -> Witness | None:
        """Return why an unconverted function is traced; None if it need not be, or is to raise."""
        if function in self.keras.unconverted:
            return self.graph.why_keras_traces(function)
        traced = self.graph.functions.get(function)
        if not isinstance(traced, TracedFunction) or self.sites.is_expected_to_raise(traced):
            return None
        return self.graph.why(function)

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
        given = self.calls.given(function, binding.name)
        pending += [(node, place) for node, place in given if not traced or self.in_graph(place)]

    @cached_property
    def is_test_file(self) -> bool:
        """Whether the file holds tests, by its name."""
        return is_test_file(self.filename)

    def is_test(self, place: Place) -> bool:
        """Whether code at ``place`` is test code: it may retrace on purpose."""
        if self.is_test_file:
            return True
        return any(
            base.endswith(("TestCase", "tensorflow.test.Benchmark"))
            for function in place.function.enclosing()
            if function.owner is not None
            for base in self.classes.inherited(function.owner)
        )
