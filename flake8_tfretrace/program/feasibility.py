"""Infeasible paths: branches that the abstract values of their conditions exclude."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

from flake8_tfretrace.program.cfg import constant_truth
from flake8_tfretrace.program.draws import is_unit_draw
from flake8_tfretrace.program.queries import Queries
from flake8_tfretrace.program.scopes import (
    Binding,
    Function,
    Guard,
    Parameter,
    Place,
    definitions,
    start,
)
from flake8_tfretrace.program.syntax import COMPARISONS, before, bind
from flake8_tfretrace.program.tracetypes import (
    ClassValue,
    FunctionValue,
    MappingValue,
    ObjectValue,
    PythonValue,
    SequenceValue,
    StreamValue,
    TensorValue,
    TraceType,
)
from flake8_tfretrace.program.values import Entering

_MOST_PAIRS = 64
"""Comparisons of more constants than this are not followed."""


class Feasibility:
    """Which code of one program can run, by what is known of values."""

    def __init__(self, queries: Queries, values: Entering) -> None:
        self.queries = queries
        self.values = values
        self._asked: list[Function] = []
        """The functions whose answers are being worked out."""

    def is_feasible(self, node: ast.AST, place: Place) -> bool:
        """Whether some path that no condition excludes leads to ``node``, which is at ``place``."""
        child = node
        while not isinstance(child, ast.stmt):
            parent = self.queries.syntax.parent(place.function, child)
            if parent is None:
                break
            if any(
                self.truth(test, place) is (not holds) for test, holds in _needed(child, parent)
            ):
                return False
            child = parent
        graph = place.function.graph
        point = graph.point_of(child) or graph.point_at(start(node))
        if not graph.is_feasible(point, self._taken):
            return False
        function = place.function
        return function.place is None or self.is_feasible(function.node, function.place)

    def is_certain(self, store: Binding) -> bool:
        """Whether a function does not end without a store."""
        graph = store.place.function.graph
        return not graph.survives((graph.entry, -1), [store.point], self._taken)

    def is_kept(self, store: Binding, others: Sequence[Binding]) -> bool:
        """Whether a function may end without one of the other stores behind a first one."""
        points = [other.point for other in others]
        return store.place.function.graph.survives(store.point, points, self._taken)

    def admits(
        self, call: ast.Call, place: Place, function: Function, guards: Sequence[Guard]
    ) -> bool | None:
        """Return whether conditions in a function are all met where a call runs it.

        None if the arguments of the call leave that open.
        """
        if not guards:
            return True
        arguments = self.queries.calls.arguments(call, place, function)
        if function.is_method and function.name != "__init__" and function.parameters:
            receiver = self.queries.calls.receiver(call, place)
            instance = None if receiver is None else self.values.value(receiver, place)
            if isinstance(instance, ObjectValue) and "staticmethod" not in function.marks():
                arguments = {function.parameters[0]: instance, **arguments}
        with self.values.calling(arguments):
            found = [(self.truth(guard.test, guard.place), guard.holds) for guard in guards]
        if any(truth is (not holds) for truth, holds in found):
            return False
        return None if any(truth is None for truth, _ in found) else True

    def _taken(self, node: ast.If) -> bool | None:
        """Return which branch of a conditional runs; None if it may be either."""
        return self.truth(node.test, self.queries.index.places[node])

    def truth(self, test: ast.expr, place: Place) -> bool | None:
        """Return whether a condition holds at each of its evaluations, or at none; else None."""
        known = constant_truth(test)
        if known is not None:
            return known
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            inner = self.truth(test.operand, place)
            return None if inner is None else not inner
        if isinstance(test, ast.BoolOp):
            decides = isinstance(test.op, ast.Or)
            parts = [self.truth(value, place) for value in test.values]
            if decides in parts:
                return decides
            return None if None in parts else not decides
        if isinstance(test, ast.Compare) and len(test.ops) == 1:
            return self._comparison(test.ops[0], test.left, test.comparators[0], place)
        if isinstance(test, ast.Call):
            known = self._type_test(test, place)
            if known is not None or self.values.entered is not place.function:
                return known
            known = self._answer(test, place)
            if known is not None:
                return known
        value = self.values.value(test, place)
        if isinstance(value, PythonValue):
            return _agreed(map(bool, _constants(value)))
        return True if isinstance(value, (FunctionValue, ClassValue)) else None

    # comparisons

    def _comparison(
        self, op: ast.cmpop, left: ast.expr, right: ast.expr, place: Place
    ) -> bool | None:
        if type(op) not in COMPARISONS:
            return None
        # What tells most often that nothing can be told is asked first.
        other = self.values.value(right, place)
        if not isinstance(other, PythonValue):
            return None
        if isinstance(op, (ast.Is, ast.IsNot)):
            if other.kind != "none" or self._may_be_default(left, place):
                return None
            found = _is_none(self.values.value(left, place))
            return found if found is None or isinstance(op, ast.Is) else not found
        one = self.values.value(left, place)
        if not isinstance(one, PythonValue):
            return None
        compare = COMPARISONS[type(op)]
        ones, others = _constants(one), _constants(other)
        if isinstance(op, (ast.Lt, ast.LtE, ast.Gt, ast.GtE)):
            ones = _UNIT if is_unit_draw(self.queries.names, left, place) else ones
            others = _UNIT if is_unit_draw(self.queries.names, right, place) else others
        pairs = list(product(ones, others))
        if len(pairs) > _MOST_PAIRS:
            return None
        try:
            return _agreed(bool(compare(a, b)) for a, b in pairs)
        except TypeError:
            return None

    def _may_be_default(self, node: ast.expr, place: Place) -> bool:
        """Whether a name is a parameter whose default is None, against its annotation."""
        return any(
            parameter.annotation is not None
            and isinstance(parameter.default, ast.Constant)
            and parameter.default.value is None
            for parameter in self._parameters(node, place)
        )

    def _parameters(self, node: ast.expr, place: Place) -> list[Parameter]:
        """Return the parameters that a name may be."""
        if not isinstance(node, ast.Name):
            return []
        bindings = [b for b in definitions(node, place) if b.kind == "parameter"]
        found = (binding.place.function.parameter(binding.name) for binding in bindings)
        return [parameter for parameter in found if parameter is not None]

    # what functions of the program say of what they are passed

    def _answer(self, call: ast.Call, place: Place) -> bool | None:
        """Return whether a call in a graph of a function of the program gives something true."""
        function = self.queries.calls.target(call)
        if function is None or function in self._asked or function.is_generator:
            return None
        if not isinstance(function.node, ast.Lambda):
            body = getattr(function.node, "body", None)
            if getattr(function.node, "decorator_list", None) or not body:
                return None
            if not isinstance(body[-1], ast.Return):
                return None
        arguments = self.queries.calls.arguments(call, place, function)
        self._asked.append(function)
        try:
            with self.values.entering(function, arguments):
                answers = [
                    statement.value is not None and self.truth(statement.value, at)
                    for statement, at in function.returns
                    if self.is_feasible(statement, at)
                ]
        finally:
            self._asked.pop()
        return answers[0] if len(set(answers)) == 1 else None

    # what asks for types

    def _type_test(self, call: ast.Call, place: Place) -> bool | None:
        if not call.args or call.keywords:
            return None
        qualified = self.queries.names.qualified(call.func, place)
        if qualified not in _TYPE_TESTS:
            return None
        subject, *others = call.args
        value = self.values.value(subject, place)
        if qualified == "tensorflow.is_tensor":
            return self._is_tensor(value, subject, place)
        if qualified == "callable":
            if isinstance(value, (FunctionValue, ClassValue)):
                return True
            return False if isinstance(value, (*_DATA, TensorValue)) else None
        if qualified == "isinstance" and len(others) == 1:
            return self._is_instance(value, others[0], place)
        if qualified == "hasattr" and len(others) == 1 and isinstance(value, ObjectValue):
            name = getattr(self.values.value(others[0], place), "constant", None)
            if value.cls is not None and isinstance(name, str):
                return True if self.queries.classes.method(value.cls, name) else None
        return None

    def _is_tensor(self, value: TraceType, subject: ast.expr, place: Place) -> bool | None:
        if isinstance(value, TensorValue):
            return True if value.numpy is False else None
        if isinstance(value, _DATA):
            return False
        if type(value) is TraceType and self._is_traced_argument(subject, place):
            return True
        return None

    def _is_traced_argument(self, node: ast.expr, place: Place) -> bool:
        """Whether a name is an argument of a traced function that no call gives a Python value.

        Of what callers pass to a traced function all but Python values are tensors inside: a call
        that passes one would have to be seen.
        """
        queries = self.queries
        function = place.function
        traced = queries.traced.of(function)
        found = self._parameters(node, place)
        if not traced or not found or not isinstance(node, ast.Name):
            return False
        if len(definitions(node, place)) != 1 or found[0] not in function.parameters:
            return False
        sites = list(queries.calls.callers(function))
        sites += [(call, at) for t in traced for call, at, _ in queries.calls.of_traced.get(t, ())]
        parameters = function.call_parameters
        given = [
            (argument, at)
            for call, at in sites
            for argument, parameter, _ in bind(parameters, call)
            if parameter is found[0]
        ]
        return bool(given) and not any(
            isinstance(self.values.value(argument, at), _DATA) for argument, at in given
        )

    def _is_instance(self, value: TraceType, types: ast.expr, place: Place) -> bool | None:
        if isinstance(types, ast.Tuple):
            parts = [self._is_instance(value, part, place) for part in types.elts]
            return True if True in parts else None if None in parts else False
        if isinstance(types, ast.BinOp) and isinstance(types.op, ast.BitOr):
            return self._is_instance(value, ast.Tuple([types.left, types.right]), place)
        cls = self.values.value(types, place)
        if isinstance(value, ObjectValue) and isinstance(cls, ClassValue):
            if value.cls is None:
                return None
            return True if cls.cls in self.queries.classes.lineage(value.cls) else None
        name = self.queries.names.qualified(types, place) or ""
        if isinstance(value, TensorValue):
            return _is_tensor_of(value, name)
        own = _builtin_types(value)
        if own is None or name not in _BUILTIN:
            return None
        return _agreed(name in names for names in own)


_UNIT = (0.0, math.nextafter(1.0, 0.0))
"""The least and the greatest number in [0, 1): an order that both agree on holds of all."""
_TYPE_TESTS = frozenset({"callable", "hasattr", "isinstance", "tensorflow.is_tensor"})
_DATA = (PythonValue, SequenceValue, MappingValue)
_BUILTIN = frozenset({"int", "float", "bool", "str", "bytes", "complex", "list", "tuple", "dict"})
_KINDS: dict[str, list[set[str]]] = {
    "int": [{"int"}],
    "float": [{"float"}],
    "number": [{"int"}, {"float"}],
    "bool": [{"bool", "int"}],
    "str": [{"str"}],
    "bytes": [{"bytes"}],
    "complex": [{"complex"}],
    "none": [set()],
    "range": [set()],
    "slice": [set()],
}
"""Of which built-in types a Python value of a kind is an instance; of several if it may be any."""


def _constants(value: PythonValue) -> Iterable[Any]:
    """Return all the values that something can have; none if they are not known."""
    return value.constants or ()


def _agreed(results: Iterable[bool]) -> bool | None:
    """Return the only result; None where there are two, or none."""
    found = set(results)
    return found.pop() if len(found) == 1 else None


def _is_none(value: TraceType) -> bool | None:
    if isinstance(value, PythonValue):
        if value.constants is not None:
            return _agreed(constant is None for constant in value.constants)
        return value.kind == "none" if value.kind in _KINDS else None
    known = (TensorValue, SequenceValue, MappingValue, FunctionValue, ClassValue)
    return False if isinstance(value, (*known, ObjectValue, StreamValue)) else None


def _builtin_types(value: TraceType) -> list[set[str]] | None:
    """Return the built-in types that a value may be of; None if they are not known."""
    if isinstance(value, PythonValue):
        return _KINDS.get(value.kind)
    if isinstance(value, SequenceValue):
        return [{value.kind}]
    return [{"dict"}] if isinstance(value, MappingValue) else None


def _is_tensor_of(value: TensorValue, name: str) -> bool | None:
    if name in ("list", "tuple", "dict", "int", "bool"):
        # Not so for "float" and "str": some of NumPy's numbers and strings are Python's, too.
        return False
    if value.numpy is not False:
        return None
    if name in _BUILTIN or name.startswith("numpy."):
        return False
    if name == "tensorflow.Variable":
        return value.variable
    if name == "tensorflow.Tensor" and value.variable is not None:
        return not value.variable
    return None


def _needed(child: ast.AST, parent: ast.AST) -> list[tuple[ast.expr, bool]]:
    """Return the conditions in one expression that must hold, or must not, for a part to run."""
    if isinstance(parent, ast.IfExp) and child is not parent.test:
        return [(parent.test, child is parent.body)]
    if isinstance(parent, ast.BoolOp):
        return [(value, isinstance(parent.op, ast.And)) for value in before(child, parent)]
    return []
