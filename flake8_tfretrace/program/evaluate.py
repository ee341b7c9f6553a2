"""The abstract interpreter: the transfer functions of expressions, to abstract trace types."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial, reduce
from typing import Any, Literal

from flake8_tfretrace import knowledge
from flake8_tfretrace.program import library, paths_and_dates
from flake8_tfretrace.program.classes import is_abstract
from flake8_tfretrace.program.containers import Fill
from flake8_tfretrace.program.iteration import (
    count_of,
    elements_of,
    iterated,
    length_change,
    named,
    yielded,
)
from flake8_tfretrace.program.keras import (
    FUNCTIONAL,
    SEQUENTIAL,
    SYMBOL,
    has_symbol,
    is_symbol,
    of_any_site,
    symbol,
)
from flake8_tfretrace.program.library import (
    ARGUMENT_PARSER,
    ASSIGNING,
    DEQUE,
    EAGER_QUESTIONS,
    NAMESPACE,
    SIMPLE_NAMESPACE,
    SYMBOLIC_NAMES,
)
from flake8_tfretrace.program.library_calls import LibraryCalls
from flake8_tfretrace.program.mutations import LatestStores
from flake8_tfretrace.program.operations import (
    arithmetic,
    elementwise,
    is_truth,
    library_value,
    settled,
    static_shape,
    truth,
    without_constants,
)
from flake8_tfretrace.program.queries import Queries
from flake8_tfretrace.program.recursion import ENTERED, Recursion
from flake8_tfretrace.program.scopes import (
    Access,
    Accessor,
    Binding,
    Class,
    Function,
    LoopNode,
    Parameter,
    Place,
    definitions,
    end,
    is_none,
    reaching,
    sole_definition,
    start,
    tail,
)
from flake8_tfretrace.program.subscripts import Subscripts
from flake8_tfretrace.program.syntax import argument, bind
from flake8_tfretrace.program.tracetypes import (
    BOTTOM,
    FEW,
    MAX_CONSTANTS,
    UNKNOWN,
    Change,
    ChoiceValue,
    ClassValue,
    ContainerValue,
    FunctionValue,
    MappingValue,
    ObjectValue,
    PythonValue,
    RecordValue,
    SequenceValue,
    StreamValue,
    TensorValue,
    TraceType,
    first_change,
    join,
    most_elements,
    python_value,
    with_changed_members,
)
from flake8_tfretrace.program.variables import MAX_BINDINGS, Variables, counted_by, is_of_type

MAX_QUESTIONS = 50_000
"""So many expressions and definitions are worked out for one file, and more for each line.

Then nothing is known of the others. That is a count, not a time: each run reports the same.
"""
QUESTIONS_PER_LINE = 10
_MAX_DEPTH = 60
_MAX_ROUNDS = 4
"""What depends on itself and is no fixpoint after so many rounds may be anything."""
_MAX_ELEMENTS = 1000
_MAX_UNROLLED = 256
"""Comprehensions in each other that have more elements together are not unrolled."""
_MAX_RETURNS = 16
_CALLING = ("__call__", "call")
_RECURRENT = "keras.layers.RNN"
"""A layer that gives its states, too, if it is made to."""
_TENSORS = ("numpy.ndarray", "tensorflow.Tensor", "tensorflow.Variable", SYMBOL)
_SMALL = 8
"""The statements of a helper that is worked out for each of its calls."""


class Evaluator:
    """Evaluates the expressions of one program; results are remembered.

    ``premises``: what expressions, parameters and bindings are taken to be, while TensorFlow traces
    the code. Without it nothing is assumed, of where the code runs neither.
    """

    def __init__(
        self, queries: Queries, premises: Mapping[object, TraceType] | None = None
    ) -> None:
        self.queries = queries
        body = getattr(queries.index.module.node, "body", ())
        lines = end(body[-1])[0] if body else 0
        self.recursion = Recursion(MAX_QUESTIONS + QUESTIONS_PER_LINE * lines, premises)
        self.variables = Variables(queries, self.recursion, self)
        self.subscripts = Subscripts(self)
        self.library = LibraryCalls(queries.names, queries.keras, queries.syntax, self)
        self._field_reads: dict[tuple[ast.expr, str], ast.Attribute] = {}
        self._leaves: dict[Function, bool] = {}
        self._building: list[Function] = []
        """The functions whose bodies are evaluated with the arguments of one call."""
        self._unrolled = 1
        """How many iterations the comprehensions have together that are being unrolled."""

    # entry points

    def value(self, node: ast.expr | None, place: Place) -> TraceType:
        """Return what is known of ``node`` evaluated at ``place``."""
        if node is None:
            return UNKNOWN
        recursion = self.recursion
        if recursion.premises and node in recursion.premises:
            return recursion.premises[node]
        if isinstance(node, ast.Constant):
            return python_value(node.value)
        key = (node, place)
        # A name met again is worked out again: only the binding that it came from is left out.
        is_guarded = not isinstance(node, ast.Name)
        known = recursion.known(key)
        if known is not None:
            return known
        if is_guarded and recursion.meets(key):
            return recursion.approximation(key)
        if len(recursion.active) > _MAX_DEPTH:
            recursion.cuts += 1
            return UNKNOWN
        if is_guarded:
            recursion.active.add(key)
        frame = recursion.begin()
        try:
            result = UNKNOWN if recursion.is_spent else self.computed(node, place)
            if is_guarded and key in recursion.met[frame.met :]:
                result = self._fixpoint(key, result)
        finally:
            recursion.active.discard(key)
        recursion.reads.discard(key)
        recursion.end(frame, key, result, partial=True)
        return result

    def _fixpoint(self, key: tuple[ast.expr, Place], result: TraceType) -> TraceType:
        """Return what an expression gives that depends on itself, as on two variables by turns.

        From the bottom upwards: it is worked out again with what it gave, until that is all. What
        changes from one round to the next is no constant any more. A change is never assumed of
        the expression itself: it would be its own reason.

        Args:
            key: the expression and its place, which are being worked out.
            result: what it gives for the bottom.
        """
        recursion = self.recursion
        if not recursion.is_approximating:
            return UNKNOWN
        begun = self.variables.begun(*key)
        if begun is not None:
            # What gives again the type of tensor that it begins with is of that type.
            with recursion.approximating(key, begun):
                again = UNKNOWN if recursion.is_spent else self.computed(*key)
            if is_of_type(again, begun):
                return again
        assumed = settled(result)
        for _ in range(_MAX_ROUNDS):
            if type(assumed) is TraceType or assumed is BOTTOM:
                break
            with recursion.approximating(key, assumed):
                result = UNKNOWN if recursion.is_spent else self.computed(*key)
            both = join([assumed, settled(result)])
            if both == assumed:
                return result
            assumed = without_constants(both)
        return UNKNOWN

    @property
    def entered(self) -> Function | None:
        """The function whose body is evaluated as a graph runs it."""
        return self.recursion.entered

    def calling(self, arguments: Mapping[Parameter, TraceType]) -> AbstractContextManager[None]:
        """Evaluate the body of a function with the arguments of one call."""
        return self.recursion.calling(arguments)

    def entering(
        self, function: Function, arguments: Mapping[Parameter, TraceType]
    ) -> AbstractContextManager[None]:
        """Evaluate the body of a function as a graph runs it, with the arguments of one call."""
        return self.recursion.entering(function, arguments)

    def computed(self, node: ast.expr, place: Place) -> TraceType:
        """Return what ``node`` makes of its parts, whatever is assumed of ``node`` itself."""
        method = _EXPRESSIONS.get(type(node))
        result = UNKNOWN if method is None else method(self, node, place)
        if type(result) is TraceType and self.recursion.is_from_bottom:
            return BOTTOM if self._is_of_bottom(node, place) else UNKNOWN
        return result

    def _is_of_bottom(self, node: ast.expr, place: Place) -> bool:
        """Whether an expression has a part that is the bottom so far."""
        parts: list[ast.expr]
        match node:
            case ast.Attribute(value=value) | ast.UnaryOp(operand=value):
                parts = [value]
            case ast.BinOp(left=left, right=right):
                parts = [left, right]
            case ast.Subscript(value=value, slice=index):
                parts = [value, index]
            case ast.Call(func=func, args=args, keywords=keywords):
                called = func.value if isinstance(func, ast.Attribute) else func
                parts = [called, *args, *(keyword.value for keyword in keywords)]
            case _:
                return False
        return any(self.value(part, place) is BOTTOM for part in parts)

    def values(self, nodes: Iterable[ast.expr], place: Place) -> list[TraceType]:
        """Return what is known of each of ``nodes`` at ``place``."""
        return [self.value(node, place) for node in nodes]

    def knows(self, node: ast.expr, place: Place) -> bool:
        """Whether all there is to know of ``node`` at ``place`` has been worked out."""
        return self.recursion.knows((node, place))

    # names, attributes, subscripts

    def name(self, node: ast.Name, place: Place) -> TraceType:
        bindings = self._not_none(reaching(node.id, place, start(node)), node, place)
        return self.variables.defined(node.id, place, bindings)

    def _not_none(self, bindings: list[Binding], node: ast.expr, place: Place) -> list[Binding]:
        """Leave out the definitions as None where ``node`` is called, or asked for a part.

        With None that raises.
        """
        others = [b for b in bindings if not (b.kind == "assign" and is_none(b.value))]
        if len(others) in (0, len(bindings)):
            return bindings
        parent = self.queries.syntax.parent(place.function, node)
        is_asked = isinstance(parent, (ast.Attribute, ast.Subscript)) and parent.value is node
        is_called = isinstance(parent, ast.Call) and parent.func is node
        return others if is_asked or is_called else bindings

    def subscript(self, node: ast.Subscript, place: Place) -> TraceType:
        return self.subscripts.value(node, place)

    def attribute(self, node: ast.Attribute, place: Place) -> TraceType:
        found = self.queries.links.attribute(node, place)
        if found is not None:
            return self.variables.imported(found)
        qualified = self.queries.names.qualified(node, place)
        if qualified is not None and "." in qualified:
            return library_value(node, qualified)
        inherited = self.queries.classes.called_above(node, place)
        if inherited:
            own = self._own(place.function)
            return join(self._taken(method, own, node, place) for method in inherited)
        base = self.value(node.value, place)
        if isinstance(base, ChoiceValue):
            return join(self._attribute_of(option, node, place) for option in _not_none(base))
        return self._attribute_of(base, node, place)

    def _own(self, method: Function) -> TraceType:
        """Return the instance that a method runs for, or the class."""
        return self.variables.parameter(method, method.parameters[0].name)

    def _attribute_of(self, base: TraceType, node: ast.Attribute, place: Place) -> TraceType:
        """Return an attribute of what ``node.value`` may be."""
        if isinstance(base, TensorValue):
            return self._tensor_attribute(node, base)
        if isinstance(base, ObjectValue):
            listed = self.queries.keras.variables_of(base, node.attr)
            if listed is not UNKNOWN:
                return listed
            if base.cls is not None:
                is_dict = node.attr == "__dict__"
                return self.fields(node.value, place) if is_dict else self.member(base, node, place)
        if isinstance(base, PythonValue) and paths_and_dates.is_one(base):
            return paths_and_dates.attribute(base, node.attr)
        if isinstance(base, SequenceValue) and base.names and node.attr in base.names:
            return UNKNOWN if base.items is None else base.items[base.names.index(node.attr)]
        if isinstance(base, SequenceValue) and base.cls is not None:
            return self.member(ObjectValue(None, base.cls), node, place)
        if isinstance(base, FunctionValue) and base.traced and node.attr == "python_function":
            return replace(base, traced=None)
        if isinstance(base, ClassValue):
            return self._class_attribute(base, node, place)
        if node.attr == "__name__" and isinstance(node.value, ast.Call) and node.value.args:
            qualified = self.queries.names.qualified(node.value.func, place)
            if qualified == "type" and self._is_symbolic(node.value.args[0], place):
                return PythonValue("str", SYMBOLIC_NAMES)
        if node.attr == "iterations" and self.queries.keras.is_optimizer(node.value, place):
            return TensorValue(shape=(), variable=True)
        if isinstance(base, ObjectValue) and base.qualified == NAMESPACE:
            return self._parsed(node.attr)
        if isinstance(base, ObjectValue) and base.qualified == SIMPLE_NAMESPACE:
            return self._held(base, node.attr)
        if node.attr == "layers" and isinstance(base, ObjectValue):
            return self.layers(base)
        return UNKNOWN

    def _class_attribute(self, base: ClassValue, node: ast.Attribute, place: Place) -> TraceType:
        classes = self.queries.classes
        methods = classes.methods(base.cls, node.attr, base.heirs)
        if not methods and classes.is_enum(base.cls):
            return PythonValue("enum")
        bindings = classes.attribute_bindings(base.cls, node.attr, base.heirs)
        types = []
        for method in methods:
            value = self.queries.traced.defined(method)
            if "classmethod" in method.marks() and isinstance(value, FunctionValue):
                value = replace(value, bound=base)
            types.append(value)
        if methods:
            bindings = [b for b in bindings if b.kind != "function" and _is_of_class(b)]
        if bindings or not methods:
            types.append(self._attribute_bindings(bindings, node, place))
        return join(types)

    def accessor(self, node: Accessor, place: Place) -> TraceType:
        """Return what an access of an attribute runs, if it is a property."""
        above = self.queries.classes.called_above(node, place)
        base = self.value(node.value, place)
        if above and not node.is_setter:
            return self._accessed(above, node, self._own(place.function))
        options = _not_none(base) if isinstance(base, ChoiceValue) else [base]
        return join(self._accessor_of(option, node) for option in options)

    def _accessor_of(self, base: TraceType, node: Accessor) -> TraceType:
        if isinstance(base, SequenceValue) and base.cls is not None:
            base = ObjectValue(None, base.cls)
        if not isinstance(base, ObjectValue) or base.cls is None:
            return UNKNOWN
        classes = self.queries.classes
        dispatched = classes.setters if node.is_setter else classes.methods
        return self._accessed(dispatched(base.cls, node.attr, base.heirs), node, base)

    def _accessed(self, found: list[Function], node: Accessor, base: TraceType) -> TraceType:
        run = [one for one in found if node.is_setter or one.is_getter]
        if not run:
            return UNKNOWN
        traced = self.queries.traced.by_node
        types = [FunctionValue(node, f, traced.get(f.node), bound=base, kept=False) for f in run]
        if len(run) < len(found):
            # Of other classes it is no property.
            types.append(FunctionValue(node))
        return join(types)

    def _parsed(self, name: str) -> TraceType:
        """Return an argument of a command: a number, if that is what all parsers make of it."""
        if any(self.queries.mutations.outside_stores(name)):
            return UNKNOWN
        values: list[TraceType] = []
        for call, place in self.queries.calls.named("add_argument"):
            given = {keyword.arg: keyword.value for keyword in call.keywords}
            named = [given["dest"]] if "dest" in given else call.args
            texts = (part.value for part in named if isinstance(part, ast.Constant))
            if name not in {str(text).lstrip("-").replace("-", "_") for text in texts}:
                continue
            kind = self.queries.names.qualified(given.get("type", call), place)
            parser = self.value(getattr(call.func, "value", None), place)
            is_parser = isinstance(parser, ObjectValue) and parser.qualified == ARGUMENT_PARSER
            known = is_parser and kind in ("float", "int")
            if not known or kind is None:
                values.append(UNKNOWN)
            elif "nargs" not in given:
                # The command line may say something else than the default.
                default = self.value(given.get("default"), place).constant
                usual = default if isinstance(default, int) else None
                choices = self._choices(given, place) if kind == "int" else []
                bound = max([*choices, usual or choices[0]]) if choices else None
                values.append(PythonValue(kind, usual=usual, bound=bound))
            else:
                values.append(self._parsed_list(kind, given, place))
        return join(values) if values else UNKNOWN

    def _choices(self, given: Mapping[str | None, ast.expr], place: Place) -> list[int]:
        """Return the numbers that an argument of a command may be; none if they are not known."""
        choices = elements_of(self.value(given["choices"], place)) if "choices" in given else None
        numbers = [choice.constant for choice in choices or () if isinstance(choice, PythonValue)]
        known = [number for number in numbers if isinstance(number, int)]
        return known if len(known) == len(choices or ()) else []

    def _held(self, namespace: ObjectValue, name: str) -> TraceType:
        """Return an attribute of a namespace of the file, if nothing sets one of that name."""
        made = namespace.site
        if not isinstance(made, ast.Call) or any(self.queries.mutations.outside_stores(name)):
            return UNKNOWN
        if any(self.queries.calls.named(setter) for setter in ("setattr", "vars")):
            return UNKNOWN
        given = {keyword.arg: keyword.value for keyword in made.keywords}
        value, place = given.get(name), self.queries.index.places.get(made)
        return UNKNOWN if value is None or place is None else self.value(value, place)

    def _parsed_list(
        self, kind: str, given: Mapping[str | None, ast.expr], place: Place
    ) -> TraceType:
        """Return a list of numbers of a command, if the default shows that it has several."""
        count = self.value(given["nargs"], place)
        default = self.value(given.get("default"), place)
        if count.constant not in ("+", "*"):
            return UNKNOWN
        if not isinstance(default, SequenceValue) or default.items is None:
            return UNKNOWN
        constants = {item.constant for item in default.items}
        is_several = None not in constants and len(constants) > FEW
        return SequenceValue("list", None, PythonValue(kind)) if is_several else UNKNOWN

    def layers(self, model: ObjectValue) -> TraceType:
        """Return the layers of a model that is made of a list of them, and left as it is."""
        made = model.site
        place = None if made is None else self.queries.index.places.get(made)
        if place is None or not isinstance(made, ast.Call) or not made.args:
            return UNKNOWN
        if model.cls is not None or not knowledge.is_subclass(model.qualified, SEQUENTIAL):
            return UNKNOWN
        given = elements_of(self.value(made.args[0], place)) or ()
        # An input is no layer of theirs.
        layers = tuple(part for part in given if not has_symbol(part))
        for name in ("add", "pop") if layers else ():
            for call, around in self.queries.calls.named(name):
                changed = call.func.value if isinstance(call.func, ast.Attribute) else None
                value = self.value(changed, around)
                if value is UNKNOWN or value == model:
                    return UNKNOWN
        kinds = {self.queries.keras.kind(layer) for layer in layers}
        return SequenceValue("list", layers) if kinds == {"layer"} else UNKNOWN

    def _tensor_attribute(self, node: ast.Attribute, base: TensorValue) -> TraceType:
        if node.attr == "shape":
            return static_shape(base)
        if node.attr in ("ndim", "size") and base.numpy:
            if node.attr == "ndim":
                return PythonValue("int") if base.shape is None else python_value(len(base.shape))
            sizes = base.constant_shape
            return PythonValue("int") if sizes is None else python_value(math.prod(sizes))
        if node.attr == "dtype":
            return PythonValue("dtype", frozenset([base.dtype]) if base.dtype else None)
        if node.attr == "T":
            shape = None if base.shape is None else base.shape[::-1]
            return replace(base, shape=shape, variable=False)
        return UNKNOWN

    def member(self, base: ObjectValue, node: ast.Attribute, place: Place) -> TraceType:
        """Return an attribute of an instance of one of this file's classes."""
        cls, heirs, classes = base.cls, base.heirs, self.queries.classes
        assert cls is not None
        methods = classes.methods(cls, node.attr, heirs)
        assigned = classes.attribute_bindings(cls, node.attr, heirs)
        stored = [binding for binding in assigned if binding.kind != "function"]
        if stored and any(self._converts(one, node.attr, stored) for one in (cls, *heirs)):
            return UNKNOWN
        if methods and (not stored or _is_first_read(node, stored)):
            if len(methods) == 1:
                return self._taken(methods[0], base, node, place)
            taken = [(FunctionValue(node, m), self._taken(m, base, node, place)) for m in methods]
            return self._dispatched(taken, node, place)
        constructed = self._constructor_field(base, node, place)
        if constructed is not None:
            return constructed
        if node.attr == "model" and not assigned and self.queries.keras.is_callback(cls):
            # Keras gives it the model that is trained.
            calls = self.queries.keras.runs(cls)
            models = [self.value(model, at) for _, model, at in calls]
            return join(models) if models else ObjectValue(None, None, FUNCTIONAL)
        if any(self._is_always_set(binding) for binding in stored):
            assigned = stored
            setters = {b.place.function for b in stored if self._is_always_set(b)}
            if all(classes.method(one, "__init__") in setters for one in (cls, *heirs)):
                # What the class has is never seen.
                assigned = [b for b in stored if b.place.scope.kind != "class"]
        latest = self.queries.mutations.latest(node, place)
        if latest is not None and set(latest.stores) <= set(assigned):
            assigned = [b for b in assigned if b in latest.stores]
        stored = [binding for binding in assigned if binding.kind != "function"]
        if len(stored) == len(assigned) or not stored:
            return self._attribute_bindings(assigned, node, place, latest)
        # On instances of some classes, or for some time, it is a method.
        held = self._attribute_bindings(stored, node, place, latest)
        return join(
            [held, *(self._taken(m, base, node, place) for m in methods if not is_abstract(m))]
        )

    def _converts(self, cls: Class, name: str, stored: list[Binding]) -> bool:
        """Whether code of the program decides what an assignment to an attribute stores.

        That is ``__setattr__``, or the ``__set__`` of a descriptor that the class has.
        """
        classes = self.queries.classes
        if any(not _is_of_class(binding) for binding in stored):
            if classes.method(cls, "__setattr__") is not None:
                return True
        held = (b.value for b in stored if _is_of_class(b) and isinstance(b.value, ast.Call))
        values = (self.value(made.func, cls.body) for made in held)
        return any(
            isinstance(value, ClassValue) and classes.method(value.cls, "__set__") is not None
            for value in values
        )

    def _taken(
        self, method: Function, base: TraceType, node: ast.Attribute, place: Place
    ) -> TraceType:
        """Return what it gives to take a method from an instance, or a class."""
        if method.is_getter:
            given = self.returned(method)
            if method.runs_at_each_read:
                return _made_by(self.queries.calls.read(node, place), method, given)
            return given
        value = self.queries.traced.defined(method)
        if "staticmethod" in method.marks() or not isinstance(value, FunctionValue):
            return value
        # Taking a method from an instance makes a new bound method each time.
        return replace(value, bound=base, site=node, kept=False)

    def _is_always_set(self, binding: Binding) -> bool:
        """Whether the constructor sets an attribute whatever happens: it hides the method."""
        around = binding.place
        if around.function.name != "__init__":
            return False
        return around.node is around.function.node or self.variables.is_always_set(binding)

    def _attribute_bindings(
        self,
        bindings: list[Binding],
        node: ast.Attribute,
        place: Place,
        latest: LatestStores | None = None,
    ) -> TraceType:
        """Return what an attribute with these definitions is.

        Args:
            bindings: the definitions.
            node: the attribute.
            place: where it is read.
            latest: the definitions with what runs after them, where no others can reach.
        """
        if len(bindings) > MAX_BINDINGS:
            return UNKNOWN
        bindings = self._not_none(self.variables.stored(bindings, place.function), node, place)
        types = self._stored(bindings, place)
        known = self._answering([t for t in types if t is not BOTTOM], node, place)
        result = join(known) if known else (BOTTOM if types else UNKNOWN)
        result = counted_by(result, types, bindings)
        if isinstance(result, ContainerValue) and self.queries.mutations.fills_members(node.attr):
            result = with_changed_members(result)
        filled = self.queries.mutations.filled(node.attr)
        if latest is not None and all(_is_new(binding.value) for binding in bindings):
            filled = [(change, at) for change, at in filled if at.function in latest.running]
        key = (node.attr, None if latest is None else place.function)
        result = self._as_filled(key, result, filled)
        if filled and isinstance(result, SequenceValue) and result.change is None:
            given = node.attr, bindings, filled, place
            counted = self.variables.counted_attribute(*given)
            return replace(result, change=counted or self.variables.grown_attribute(*given))
        return result

    def _as_filled(self, key: Hashable, held: TraceType, filled: Sequence[Fill]) -> TraceType:
        """Return a list, or dict, as it is left by what changes it; ``key`` is what holds it."""
        if filled and isinstance(held, SequenceValue) and held.kind == "list":
            element = self.variables.containers.element(key, held.parts, filled)
            return SequenceValue("list", None, element, held.change)
        if filled and isinstance(held, MappingValue):
            element = self.variables.containers.element(key, held.parts, filled)
            return MappingValue(None, element, held.change)
        return held

    def _stored(self, bindings: list[Binding], place: Place) -> list[TraceType]:
        """Return what each of some definitions of an attribute gives, or gives so far.

        Each may depend on all others, be it through other attributes: those that are not worked out
        yet are left to the question that works out all of them.
        """
        recursion = self.recursion
        types: list[TraceType] = []
        with recursion.working_out(("stored", *bindings)) as again:
            for binding in bindings:
                if again and binding not in recursion.active and recursion.known(binding) is None:
                    types.append(BOTTOM)
                else:
                    value = self.variables.binding(binding, place)
                    types.append(self._recomputed(binding, value))
                    if type(value) is TraceType:
                        # It is what the attribute is, whatever the others give.
                        break
        return types

    def _answering(
        self, types: list[TraceType], node: ast.Attribute, place: Place
    ) -> list[TraceType]:
        """Leave out tensors where a method of another library's class is called of ``node``.

        They have no such method, so that raises.
        """
        parent = self.queries.syntax.parent(place.function, node) if len(types) > 1 else None
        if not isinstance(parent, ast.Attribute) or parent.value is not node:
            return types
        owners = {value.qualified for value in types if isinstance(value, ObjectValue)} - {SYMBOL}
        if any(knowledge.has_method(one, parent.attr) for one in _TENSORS) or not any(
            knowledge.has_method(one, parent.attr) for one in owners
        ):
            return types
        return [
            value for value in types if not isinstance(value, TensorValue) and not is_symbol(value)
        ]

    def _recomputed(self, binding: Binding, value: TraceType) -> TraceType:
        """Mark a number that a method works out from tensors anew, at each of its calls."""
        node = binding.value
        if binding.place.function.name == "__init__" or not isinstance(node, ast.Call):
            return value
        if isinstance(value, PythonValue) and value.change is None and len(node.args) == 1:
            is_number = isinstance(node.func, ast.Name) and node.func.id in ("int", "float")
            if is_number and isinstance(self.value(node.args[0], binding.place), TensorValue):
                change = Change(
                    "counter", binding.name, start(binding.node)[0], place=binding.place
                )
                return replace(value, change=change)
        return value

    def _constructor_field(
        self, base: ObjectValue, node: ast.Attribute, place: Place
    ) -> TraceType | None:
        """Return a dataclass field as the constructor call sets it."""
        cls, site, name = base.cls, base.site, node.attr
        if cls is None or "__init__" in cls.methods:
            return None
        classes = self.queries.classes
        if all(field.name != name for field in classes.fields(cls)):
            return None
        if classes.attribute_updates(cls, name):
            return None
        filled = self.queries.mutations.filled(name)
        if isinstance(site, ast.Call):
            around = self.queries.index.places.get(site)
            if base.heirs:
                # Each may have other fields, and defaults.
                return UNKNOWN
            held = None if around is None else self._field_of(site, around, name, cls)
            if held is None:
                return None
            return self._of_element(base, self._as_filled((name, None), held, filled), node, place)
        called = [
            (call, around, self.value(call.func, around))
            for call, around in self.queries.calls.constructions(cls)
        ]
        made = [
            (call, around, value)
            for call, around, value in called
            if isinstance(value, ClassValue) and (value.cls is cls or value.cls in base.heirs)
        ]
        if not made:
            return None
        if any("__init__" in one.methods for one in base.heirs):
            return UNKNOWN
        values = (
            UNKNOWN if value.heirs else self._field_of(call, around, name, value.cls)
            for call, around, value in made
        )
        value = join(UNKNOWN if known is None else known for known in values)
        value = join([value, *self._replaced(name)])
        return self._of_element(base, self._as_filled((name, None), value, filled), node, place)

    def _of_element(
        self, base: ObjectValue, value: TraceType, node: ast.Attribute, place: Place
    ) -> TraceType:
        """Return what an instance holds, seen from where it is one after the other of several."""
        if isinstance(value, PythonValue) and base.change is not None and value.constant is None:
            least = len(self._in_turn(node, place, base.change.loop))
            made = None if base.site is None else self.queries.index.places.get(base.site)
            if made is not None and value.change is not None and value.change.loop in made.loops:
                # Each is made with another one.
                least = max(least, value.change.least)
            return replace(value, change=base.change.within(least))
        return value

    def _replaced(self, name: str) -> Iterator[TraceType]:
        """Yield what copies of dataclasses have in a field: numbers may be made of one another."""
        with self.recursion.working_out(("replaced", name)) as again:
            for call, place in self.queries.calls.named("replace") if not again else ():
                for keyword in call.keywords:
                    if keyword.arg in (name, None):
                        value = self.value(keyword.value, place) if keyword.arg else UNKNOWN
                        is_made = not isinstance(keyword.value, ast.Constant)
                        if isinstance(value, PythonValue) and is_made:
                            value = replace(value, constants=None)
                        yield value

    def _in_turn(
        self, node: ast.Attribute, place: Place, loop: LoopNode | None
    ) -> frozenset[object]:
        """Return the constants that ``node`` has in a loop over known elements; none if not all."""
        if loop is None or isinstance(loop, ast.While) or loop in self.recursion.iteration:
            return frozenset()
        if not self._is_element(node.value, place, loop, frozenset()):
            # It may be what an earlier iteration has left.
            return frozenset()
        iterable = self.value(loop.iter, self.queries.index.places[loop])
        found: set[object] = set()
        for position in range(min(count_of(iterable) or 0, MAX_CONSTANTS)):
            with self.recursion.within({**self.recursion.iteration, loop: position}):
                value = self.computed(node, place)
            if value.constant is None:
                return frozenset()
            found.add(value.constant)
        return frozenset(found)

    def _is_element(
        self, node: ast.expr, place: Place, loop: LoopNode, seen: frozenset[Function]
    ) -> bool:
        """Whether a name is the variable of a loop, or a parameter that is always given it."""
        bindings = definitions(node, place) if isinstance(node, ast.Name) else []
        if len(bindings) != 1 or place.function in seen:
            return False
        (binding,) = bindings
        if binding.kind != "parameter":
            return binding.kind == "loop" and binding.node is loop
        given = self.queries.calls.given(binding.place.function, binding.name)
        seen |= {place.function}
        return bool(given) and all(self._is_element(n, at, loop, seen) for n, at in given)

    def _field_of(self, made: ast.Call, place: Place, name: str, cls: Class) -> TraceType | None:
        """Return a field of a dataclass as one call of its constructor sets it."""
        if not isinstance(self.value(made.func, place), ClassValue):
            if self.queries.names.qualified(made.func, place) in library.REPLACING and made.args:
                return self._field_replaced(made, place, name)
            return self._field_made(made, name, cls)
        for keyword in made.keywords:
            if keyword.arg == name:
                return self.value(keyword.value, place)
        if any(isinstance(argument, ast.Starred) for argument in made.args):
            return None
        # The last definition counts, in the place of the first.
        fields = {field.name: field for field in self.queries.classes.fields(cls)}
        position = [*fields].index(name)
        if position < len(made.args):
            return self.value(made.args[position], place)
        field = fields[name]
        return None if field.value is None else self._default_of(field.value, field.place)

    def _field_replaced(self, made: ast.Call, place: Place, name: str) -> TraceType:
        """Return a field of a dataclass in a copy of which some fields are replaced."""
        given = {keyword.arg: keyword.value for keyword in made.keywords}
        if name in given:
            return self.value(given[name], place)
        if None in given:
            return UNKNOWN
        source = made.args[0]
        with self.recursion.working_out(("replaced", made, name)) as again:
            if again:
                return UNKNOWN
            read = self._field_read(source, name)
            return self._attribute_of(self.value(source, place), read, place)

    def _default_of(self, node: ast.expr, place: Place) -> TraceType:
        """Return what a field of a dataclass holds by default."""
        if isinstance(node, ast.Call) and (
            self.queries.names.qualified(node.func, place) == "dataclasses.field"
        ):
            default = argument(node, len(node.args), "default")
            factory = argument(node, len(node.args), "default_factory")
            made = None if factory is None else self.queries.names.qualified(factory, place)
            if made in ("dict", "list"):
                return MappingValue(()) if made == "dict" else SequenceValue("list", ())
            return UNKNOWN if default is None else self.value(default, place)
        return self.value(node, place)

    def _field_made(self, call: ast.Call, name: str, cls: Class) -> TraceType:
        """Return a field of a dataclass as a function of the program sets it that returns one."""
        target = self.queries.calls.target(call)
        returned = [] if target is None or target.is_generator else target.returns
        values: list[TraceType] = []
        for statement, place in returned:
            made = statement.value
            called = self.value(made.func, place) if isinstance(made, ast.Call) else UNKNOWN
            if not isinstance(called, ClassValue) or called.cls is not cls or called.heirs:
                return UNKNOWN
            assert isinstance(made, ast.Call)
            values.append(self._field_of(made, place, name, cls) or UNKNOWN)
        return join(values) if values else UNKNOWN

    # operators

    def binary(self, node: ast.BinOp, place: Place) -> TraceType:
        left, right = self.value(node.left, place), self.value(node.right, place)
        loops = [value.changes and value.changes.loop for value in (left, right)]
        around = [loop in place.loops for loop in loops]
        if None not in loops and any(around) and not all(around):
            # In these loops one changes while the other stays.
            left, right = (
                left if around[0] else settled(left),
                right if around[1] else settled(right),
            )
        return self._computed(node, node.op, left, right)

    def augmented(self, node: ast.AugAssign, current: TraceType, place: Place) -> TraceType:
        """Return what an augmented assignment makes of the value of its target."""
        return self._computed(node.value, node.op, current, self.value(node.value, place))

    def _computed(
        self, node: ast.expr, op: ast.operator, left: TraceType, right: TraceType
    ) -> TraceType:
        if is_symbol(left):
            # Its operators give one whatever it meets.
            return symbol(node)
        if is_symbol(right) and isinstance(left, (PythonValue, TensorValue)):
            # NumPy's arrays and numbers ask a symbol for its numbers, which raises.
            is_array = isinstance(left, TensorValue) and left.numpy is not False
            return UNKNOWN if is_array else symbol(node)
        return arithmetic(op, left, right)

    def unary(self, node: ast.UnaryOp, place: Place) -> TraceType:
        operand = self.value(node.operand, place)
        if isinstance(node.op, ast.Not):
            # In a graph, AutoGraph makes a tensor of it.
            if isinstance(operand, TensorValue) and not operand.numpy:
                return TensorValue("bool", ()) if self.recursion.is_tracing else UNKNOWN
            return UNKNOWN if type(operand) is TraceType else truth()
        if isinstance(operand, TensorValue):
            return replace(operand, variable=False)
        if isinstance(operand, PythonValue) and operand.is_number:
            functions: dict[type[ast.unaryop], Callable[[Any], Any]] = {
                ast.USub: operator.neg,
                ast.UAdd: operator.pos,
                ast.Invert: operator.invert,
            }
            function = functions[type(node.op)]
            constants = None
            if operand.constants is not None and (
                operand.kind == "int" or function is not operator.invert
            ):
                constants = frozenset(function(value) for value in operand.constants)
            return replace(operand, constants=constants, bound=None)
        return UNKNOWN

    def compare(self, node: ast.Compare, place: Place) -> TraceType:
        if all(isinstance(op, (ast.Is, ast.IsNot, ast.In, ast.NotIn)) for op in node.ops):
            return truth()
        operands = [self.value(operand, place) for operand in (node.left, *node.comparators)]
        if any(isinstance(operand, TensorValue) for operand in operands):
            others = {"none"} if _are_strings(operands) else {"none", "str"}
            none = any(isinstance(o, PythonValue) and o.kind in others for o in operands)
            dtype = any(isinstance(o, PythonValue) and o.kind == "dtype" for o in operands)
            if not none and not dtype:
                tensors = [o for o in operands if isinstance(o, TensorValue)]
                numbers = [o for o in operands if not isinstance(o, TensorValue)]
                (first, *left) = tensors
                return replace(reduce(elementwise, [*left, *numbers], first), dtype="bool")
        # What an unknown value's own comparison gives, an array's for one, is not known.
        is_compared = not any(type(operand) is TraceType for operand in operands)
        return truth() if is_compared else UNKNOWN

    def boolean(self, node: ast.BoolOp, place: Place) -> TraceType:
        values = [self.value(value, place) for value in node.values]
        tensors = [value for value in values if isinstance(value, TensorValue)]
        if tensors and all(isinstance(v, TensorValue) or is_truth(v) for v in values):
            is_eager = place.function is place.module or all(tensor.numpy for tensor in tensors)
            if len(tensors) < len(values) and (is_eager or not isinstance(values[0], TensorValue)):
                # It is the operand at which it ends: AutoGraph asks the first one what it is.
                return UNKNOWN
            dtypes = {tensor.dtype for tensor in tensors}
            kinds = {tensor.numpy for tensor in tensors}
            # A tensor of the graph makes one of all, or raises.
            numpy = False if False in kinds else kinds.pop() if len(kinds) == 1 else None
            return TensorValue("bool" if dtypes == {"bool"} else None, (), numpy)
        if tensors:
            return UNKNOWN
        if all(is_truth(value) for value in values):
            return truth()
        return join(values)

    def conditional(self, node: ast.IfExp, place: Place) -> TraceType:
        arms = [arm for arm in (node.body, node.orelse) if self.variables.can_run(arm, place)]
        if len(arms) == 1:
            return self.value(arms[0], place)
        result = join([self.value(node.body, place), self.value(node.orelse, place)])
        if not isinstance(result, PythonValue) or result.constant is not None:
            return result
        change = result.change
        if change is None and place.loops:
            change = Change("loop", "if", start(node)[0], place.loops[-1])
        if change is None or (
            change.loop is not None and self.queries.syntax.is_invariant(node.test, change.loop)
        ):
            return result
        # Which of the two it is changes, too: the one that varies may be taken once.
        return replace(result, change=change.within(1))

    def formatted(self, node: ast.JoinedStr, place: Place) -> TraceType:
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                value = self.value(part.value, place)
                if value.changes is not None:
                    is_cut = part.format_spec is not None and getattr(value, "kind", "") != "int"
                    change = value.changes.within(1) if is_cut else value.changes
                    return PythonValue("str", None, change)
        return PythonValue("str")

    # displays

    def sequence(self, node: ast.List | ast.Tuple, place: Place) -> TraceType:
        kind: Literal["list", "tuple"] = "list" if isinstance(node, ast.List) else "tuple"
        if len(node.elts) > _MAX_ELEMENTS:
            return SequenceValue(kind)
        items: list[TraceType] = []
        for element in node.elts:
            if isinstance(element, ast.Starred):
                inner = self.value(element.value, place)
                if not isinstance(inner, SequenceValue) or inner.items is None:
                    return SequenceValue(kind, None, UNKNOWN, inner.changes)
                items.extend(inner.items)
            else:
                items.append(self.value(element, place))
        if len(items) > MAX_CONSTANTS:
            return SequenceValue(kind, None, join(items))
        return SequenceValue(kind, tuple(items))

    def set_(self, node: ast.Set, place: Place) -> TraceType:
        return ObjectValue(node, None, "set", kept=False)

    def mapping(self, node: ast.Dict, place: Place) -> TraceType:
        if len(node.keys) > MAX_CONSTANTS:
            return MappingValue()
        if None in node.keys:
            return self._merged(node, place)
        names = [self.value(key, place) for key in node.keys]
        values = [self.value(value, place) for value in node.values]
        keys = [name.constant for name in names]
        if None in keys:
            return MappingValue(None, join(values), first_change(name.changes for name in names))
        return MappingValue(tuple(zip(keys, values)))

    def _merged(self, node: ast.Dict, place: Place) -> TraceType:
        """Return what a display is that unpacks others."""
        found: dict[Hashable, TraceType] = {}
        others: list[MappingValue] = []
        for key, expression in zip(node.keys, node.values):
            value = self.value(expression, place)
            if key is not None:
                name = self.value(key, place).constant
                if name is None:
                    return MappingValue()
                found[name] = value
            elif not isinstance(value, MappingValue) or value.change:
                return MappingValue()
            elif value.items is not None:
                found |= dict(value.items)
            else:
                others.append(value)
        known = MappingValue(tuple(found.items()))
        if not others:
            return known
        parts = [*([known] if found else []), *others]
        element = join(part.any_element for part in parts)
        return MappingValue(None, element, name=join(part.any_key for part in parts))

    def comprehension(
        self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp, place: Place
    ) -> TraceType:
        inner = self.queries.index.places[node]
        if isinstance(node, ast.SetComp):
            return ObjectValue(node, None, "set", kept=False)
        (first, *others) = node.generators
        iterable = self.iterable(first.iter, self.queries.index.places[first])
        if isinstance(node, ast.DictComp):
            rows, is_whole = self._rows(node, iterable, (node.key, node.value))
            keys = [key.constant for key, _ in rows]
            if is_whole and None not in keys:
                found = dict(zip(keys, (value for _, value in rows)))
                return MappingValue(tuple(found.items()))
            name = named(self.value(node.key, inner))
            return MappingValue(None, settled(self.value(node.value, inner)), name=name)
        rows, is_whole = self._rows(node, iterable, (node.elt,))
        items = tuple(item for (item,) in rows)
        if is_whole and isinstance(node, ast.GeneratorExp):
            return StreamValue("generator", join(items), node, len(items), items)
        if is_whole:
            is_varied = any(item.changes is not None for item in items)
            varied = yielded(self.value(node.elt, inner), inner) if is_varied else None
            return SequenceValue("list", items, varied=varied)
        sure = max(1, len(items))
        element = self.value(node.elt, inner)
        if isinstance(element, PythonValue) and any(loop.ifs for loop in node.generators):
            change = element.change and element.change.within(sure)
            element = replace(element, change=change)
        if isinstance(node, ast.GeneratorExp):
            return StreamValue("generator", element, node)
        whole = settled(element, set(node.generators))
        varied = None if whole is element else yielded(element, inner)
        most = None if others else most_elements(iterable)
        return SequenceValue("list", None, whole, length_change(iterable), varied, most=most)

    def _rows(
        self,
        node: ast.ListComp | ast.GeneratorExp | ast.DictComp,
        iterable: TraceType,
        parts: Sequence[ast.expr],
    ) -> tuple[list[tuple[TraceType, ...]], bool]:
        """Return what the parts of an element of a comprehension are in each of its iterations.

        With whether these are all: nobody knows what a loop of many iterations goes over, or two,
        and a condition may hold in others, too.
        """
        recursion, (loop, *others) = self.recursion, node.generators
        count = None if others or elements_of(iterable) is None else count_of(iterable)
        # Comprehensions in each other multiply.
        if count is None or count > MAX_CONSTANTS or self._unrolled * count > _MAX_UNROLLED:
            return [], False
        inner = self.queries.index.places[node]
        rows = []
        is_whole = True
        outer = self._unrolled
        try:
            self._unrolled = outer * count
            for position in range(count):
                with recursion.within({**recursion.iteration, loop: position}):
                    holds = [self.variables.feasibility.truth(test, inner) for test in loop.ifs]
                    if all(holds):
                        rows.append(tuple(self.value(part, inner) for part in parts))
                    is_whole = is_whole and (False in holds or None not in holds)
        finally:
            self._unrolled = outer
        return rows, is_whole

    def lambda_(self, node: ast.Lambda, place: Place) -> TraceType:
        return FunctionValue(node, self.queries.index.by_node.get(node), kept=False)

    def inner(self, node: ast.NamedExpr | ast.Starred, place: Place) -> TraceType:
        return self.value(node.value, place)

    # calls

    def call(self, node: ast.Call, place: Place) -> TraceType:
        traced = self.queries.traced.by_node.get(node)
        if traced is not None:
            return FunctionValue(node, traced.function, traced, kept=False)
        qualified = self.queries.names.qualified(node.func, place)
        if qualified is not None:
            is_eager = self._tells_eager(node, qualified, place)
            if is_eager is not None:
                return python_value(is_eager)
            result = self.library.result(node, qualified, place)
            if isinstance(result, TensorValue) and any(
                has_symbol(self.value(part, place)) for part in node.args
            ):
                # Keras 2 makes a layer of it, and Keras 3 raises.
                return symbol(node)
            if result is not None:
                return self._counting(node, result, place)
        callee = self.value(node.func, place)
        if isinstance(callee, ChoiceValue):
            options = _not_none(callee)
            given = [(option, self._called(option, node, place)) for option in options]
            return self._dispatched(given, node.func, place)
        return self._called(callee, node, place)

    def _tells_eager(self, call: ast.Call, qualified: str, place: Place) -> bool | None:
        """Return what a call says that asks if code, or a tensor, is eager; None without one."""
        _, _, name = qualified.rpartition(".")
        if name in EAGER_QUESTIONS:
            self.recursion.reads.add(ENTERED)
            return EAGER_QUESTIONS[name] if self.entered is place.function else None
        if qualified == "tensorflow.is_symbolic_tensor" and len(call.args) == 1:
            return True if self._is_symbolic(call.args[0], place) else None
        if qualified == "hasattr" and len(call.args) == 2:
            if getattr(call.args[1], "value", None) == "numpy":
                return False if self._is_symbolic(call.args[0], place) else None
        return None

    def _is_symbolic(self, node: ast.expr, place: Place) -> bool:
        """Whether an expression is surely a symbolic tensor, where a graph runs the code.

        That is a variable of the function, which holds a tensor.
        """
        self.recursion.reads.add(ENTERED)
        if self.entered is not place.function or not isinstance(node, ast.Name):
            return False
        bindings = definitions(node, place)
        value = self.value(node, place)
        return (
            all(binding.place.function is place.function for binding in bindings)
            and isinstance(value, TensorValue)
            and value.numpy is False
            and value.variable is not True
        )

    def _dispatched(
        self, given: Sequence[tuple[TraceType, TraceType]], func: ast.expr, place: Place
    ) -> TraceType:
        """Return what one of several functions gives, where ``func`` is one of them.

        What only some of them change, and not all that are seen to run, is no change.
        """
        types = [value for _, value in given]
        changing = [value.changes is not None for value in types]
        if any(changing) and not all(changing):
            is_certain = self.queries.calls.is_certain
            types = [
                settled(value)
                if isinstance(f, FunctionValue)
                and f.function is not None
                and not is_certain(func, place, f.function)
                else value
                for f, value in given
            ]
        return join(types)

    def _called(self, callee: TraceType, node: ast.Call, place: Place) -> TraceType:
        """Return what a call gives of what ``node.func`` may be."""
        if isinstance(callee, ClassValue) and self.queries.classes.is_record(callee.cls):
            callee = self._record(callee.cls)
        if isinstance(callee, RecordValue):
            return self._recorded(callee, node, place)
        if isinstance(callee, ClassValue):
            return ObjectValue(node, callee.cls, kept=False, heirs=callee.heirs)
        if isinstance(callee, FunctionValue):
            if callee.traced is not None:
                return self._traced_result(callee)
            if callee.function is not None and callee.function.is_generator:
                return self._generator(callee.function, node)
            if callee.function is not None:
                return self._result(callee, callee.function, node, place)
        if isinstance(callee, ObjectValue):
            if callee.cls is not None and self.queries.keras.kind(callee) is None:
                methods = self.queries.classes.methods(callee.cls, "__call__", callee.heirs)
                return join(map(self.returned, methods)) if methods else UNKNOWN
            if self.queries.keras.kind(callee) is not None:
                given = self.value(node.args[0], place) if node.args else UNKNOWN
                return self.queries.keras.called(callee, node, given, self.returned)
        if isinstance(node.func, ast.Attribute):
            above = self._layer_above(node.func, place)
            if above is not None and node.args:
                given = self.value(node.args[0], place)
                return self.queries.keras.called(above, node, given, self.returned)
            return self.library.method_result(node, node.func, place)
        return UNKNOWN

    def _layer_above(self, func: ast.Attribute, place: Place) -> ObjectValue | None:
        """Return the layer of Keras' whose ``call`` a method of an own one hands on to."""
        owner = place.function.owner
        if func.attr not in _CALLING or owner is None or len(owner.bases) != 1:
            return None
        names, above = self.queries.names, func.value
        if not isinstance(above, ast.Call) or names.qualified(above.func, place) != "super":
            return None
        base = knowledge.class_(names.qualified(owner.bases[0], owner.place) or "")
        if base is None or knowledge.is_subclass(base.name, _RECURRENT):
            return None
        return ObjectValue(None, None, base.name)

    def _record(self, cls: Class) -> RecordValue:
        """Return a class of named tuples as its body declares it."""
        fields = self.queries.classes.fields(cls)
        defaults = [self.value(b.value, b.place) for b in fields if b.value is not None]
        return RecordValue(tuple(field.name for field in fields), tuple(defaults), cls)

    def _recorded(self, record: RecordValue, node: ast.Call, place: Place) -> TraceType:
        """Return the named tuple that a call of its class makes."""
        names = record.names
        given = {keyword.arg: self.value(keyword.value, place) for keyword in node.keywords}
        if None in given:
            return SequenceValue("tuple")
        items = dict(zip(names[len(names) - len(record.defaults) :], record.defaults))
        items.update(zip(names, self._positional(node, len(names) - len(given), place)))
        items.update((name, given[name]) for name in names if name in given)
        known = tuple(items.get(name, UNKNOWN) for name in names)
        return SequenceValue("tuple", known, names=names, cls=record.cls)

    def _positional(self, node: ast.Call, count: int, place: Place) -> Iterator[TraceType]:
        """Yield the values of ``count`` positional arguments, those of starred ones too."""
        for part in node.args:
            if not isinstance(part, ast.Starred):
                yield self.value(part, place)
                continue
            starred = self.value(part.value, place)
            elements = elements_of(starred)
            if elements is None:
                # Of how many there are, all are such; what follows is not told apart from them.
                is_last = part is node.args[-1]
                yield from [iterated(starred) if is_last else UNKNOWN] * count
                return
            yield from elements

    def _counting(self, node: ast.Call, result: TraceType, place: Place) -> TraceType:
        """Mark a number made of a tf.Variable that a loop around counts up, and nothing else sets.

        That is ``int(step)`` where the loop calls ``step.assign_add(1)``.
        """
        if not isinstance(result, PythonValue) or not result.is_number or not place.loops:
            return result
        source = _read_from(node.args[0]) if len(node.args) == 1 else None
        if result.changes is not None or not isinstance(source, (ast.Name, ast.Attribute)):
            return result
        held = self.value(source, place)
        if not isinstance(held, TensorValue) or not held.variable:
            return result
        updates = [
            (call, around)
            for name in ASSIGNING
            for call, around in self.queries.calls.named(name)
            if isinstance(call.func, ast.Attribute) and tail(call.func.value) == tail(source)
        ]
        if len(updates) != 1:
            return result
        ((update, around),) = updates
        func, amount = update.func, self.value(argument(update, 0, "delta"), around)
        shared = [loop for loop in place.loops if loop in around.loops]
        assert isinstance(func, ast.Attribute)
        if func.attr == "assign" or ast.dump(func.value) != ast.dump(source) or not shared:
            return result
        if not isinstance(amount.constant, int) or not amount.constant:
            return result
        if not self.queries.syntax.is_invariant(source, shared[-1]):
            return result
        line = start(update)[0]
        change = Change("counter", ast.unparse(source), line, shared[-1], place=around)
        return replace(result, change=change)

    def _traced_result(self, callee: FunctionValue) -> TraceType:
        if callee.function is None:
            return UNKNOWN
        result = self.returned(callee.function)
        if isinstance(result, (PythonValue, TensorValue, ContainerValue)):
            return _out_of_graph(result)
        if result is BOTTOM:
            return BOTTOM
        # A graph packs its results again as the body returned them, be they in a list: what unknown
        # code gives may be anything, what operators make of a parameter is one tensor.
        node, body = callee.function.node, callee.function.body
        results = [(node.body, body)] if isinstance(node, ast.Lambda) else []
        for statement, place in callee.function.returns:
            results.append((statement.value or ast.Constant(None), place))
        is_one = len(results) == 1 and self._is_operated(*results[0])
        return TensorValue() if is_one else UNKNOWN

    def _is_operated(self, node: ast.expr, place: Place) -> bool:
        """Whether an operator gives the value of an expression, or of the variable read."""
        while isinstance(node, ast.Name):
            node, place = sole_definition(node, place) or (ast.Constant(None), place)
        return isinstance(node, (ast.BinOp, ast.UnaryOp, ast.Compare))

    def _result(
        self, callee: FunctionValue, function: Function, call: ast.Call, place: Place
    ) -> TraceType:
        result = self._returned_to(callee, function, call, partial(self.value, place=place))
        return _made_by(call, function, result)

    def called(
        self, node: ast.Call, place: Place, given: Callable[[ast.expr], TraceType]
    ) -> TraceType:
        """Return what a call of a small helper gives for what ``given`` says of its arguments."""
        callee = self.value(node.func, place)
        if not isinstance(callee, FunctionValue) or callee.function is None or callee.traced:
            return UNKNOWN
        if not self._is_leaf(callee.function):
            return UNKNOWN
        return self._returned_to(callee, callee.function, node, given)

    def _returned_to(
        self,
        callee: FunctionValue,
        function: Function,
        call: ast.Call,
        given: Callable[[ast.expr], TraceType],
    ) -> TraceType:
        """Return what a call gives: of a small helper, with the arguments of this call.

        Small is what calls no other function of the program, and has no loop: its body is worked
        out again for each set of arguments. Contexts are one level deep; a call elsewhere in the
        program, which gives a variable that the body reads, has one of its own. What builds a
        functional model gets symbols, and hands them on: its contexts are as deep as its calls.
        """
        is_small = self._is_leaf(function) and not self._is_in_context(call)
        may_build = bool(self.queries.calls.named("Input"))
        if not is_small and (not may_build or function in self._building):
            return self._shared_result(callee, function, call, given)
        arguments = self._arguments(callee, function, call, given)
        if arguments is None:
            return self.returned(function)
        if not is_small:
            if not any(map(has_symbol, arguments.values())):
                return self._shared_result(callee, function, call, given)
            # Where a symbol comes from does not matter.
            arguments = {p: of_any_site(value) for p, value in arguments.items()}
        return self._returned_for(function, arguments)

    def _arguments(
        self,
        callee: FunctionValue,
        function: Function,
        call: ast.Call,
        given: Callable[[ast.expr], TraceType],
    ) -> dict[Parameter, TraceType] | None:
        """Return what a call passes for each parameter, defaults included; None if not known."""
        parameters = function.parameters[1:] if callee.bound is not None else function.parameters
        bound = list(bind(parameters, call))
        if any(target is None or starred for _, target, starred in bound):
            return None
        found = {target: given(node) for node, target, _ in bound if target is not None}
        for parameter in parameters:
            if parameter.default is not None and function.place is not None:
                if parameter not in found:
                    found[parameter] = self.value(parameter.default, function.place)
        return found

    def _returned_for(self, function: Function, arguments: dict[Parameter, TraceType]) -> TraceType:
        """Return what a function gives for what its parameters are."""
        key = (function, tuple(arguments.items()))
        known = self.recursion.known(key)
        if known is not None:
            return known
        frame = self.recursion.begin()
        self._building.append(function)
        with self.recursion.calling(arguments):
            result = self.returned(function)
        self._building.pop()
        self.recursion.end(frame, key, result, partial=False)
        return result

    def _shared_result(
        self,
        callee: FunctionValue,
        function: Function,
        call: ast.Call,
        given: Callable[[ast.expr], TraceType],
    ) -> TraceType:
        """Return what all calls of a function give, but for changes that only others may pass.

        A result that changes in a loop which is none of the function's may do so by what is passed.
        Where this call passes what does not change, it is worked out for that.
        """
        result = self.returned(function)
        loop = None if result.changes is None else result.changes.loop
        around = None if loop is None else self.queries.index.places.get(loop)
        if around is None or around.function is function:
            return result
        passed = self._arguments(callee, function, call, given)
        if not passed or any(
            value.changes is not None or type(value) is TraceType for value in passed.values()
        ):
            return result
        return (
            settled(result) if function in self._building else self._returned_for(function, passed)
        )

    def _is_in_context(self, call: ast.Call) -> bool:
        """Whether a call is in the body that is evaluated with the arguments of another."""
        arguments, place = self.recursion.arguments, self.queries.index.places.get(call)
        if not arguments or place is None:
            return bool(arguments)
        return not arguments.keys().isdisjoint(place.function.parameters)

    def _is_leaf(self, function: Function) -> bool:
        if function not in self._leaves:
            node = function.node
            self._leaves[function] = (
                (isinstance(node, ast.Lambda) or _is_short(node))
                and bool(function.parameters)
                and not (function.loops or function.inner or function.is_generator)
                and not any(p.kind in ("*", "**") for p in function.parameters)
                and not any(self.queries.calls.targets(call) for call, _ in function.calls)
            )
        return self._leaves[function]

    def _generator(self, function: Function, call: ast.expr) -> TraceType:
        """Return the generator that a call makes, with what it yields."""
        if getattr(function.node, "decorator_list", None):
            return UNKNOWN
        with self.recursion.working_out(function) as again:
            if again:
                return UNKNOWN
            given = [
                (self.value(node.value, place) if isinstance(node, ast.Yield) else UNKNOWN, place)
                for node, place in function.yields
            ]
        types = [yielded(value, place) for value, place in given]
        if any(isinstance(value, ObjectValue) and not value.kept for value in types):
            # What is yielded once, besides, is one more of them.
            types = [one if place.loops else value for one, (value, place) in zip(types, given)]
        return StreamValue("generator", join(types), call)

    def iterable(self, node: ast.expr | None, place: Place) -> TraceType:
        """Return what a loop over ``node`` goes over: of an instance, what its methods give."""
        value = self.value(node, place)
        if isinstance(value, ObjectValue) and value.qualified == DEQUE:
            return SequenceValue("list", None, self.variables.containers.held_by(value))
        if isinstance(node, ast.Set):
            return StreamValue("view", join(self.values(node.elts, place)), node)
        if isinstance(value, ObjectValue) and value.qualified == "set":
            # Of how many there are, nothing is known.
            element = without_constants(self.variables.containers.held_by(value))
            return StreamValue("view", element, value.site)
        if node is None or not isinstance(value, ObjectValue) or value.cls is None:
            return value
        methods = self.queries.classes.methods(value.cls, "__iter__", value.heirs)
        return join(self._iterator(one, value, node) for one in methods) if methods else value

    def fields(self, node: ast.expr, place: Place) -> TraceType:
        """Return the dict of the fields of an instance of a dataclass that ``node`` gives."""
        base, classes = self.value(node, place), self.queries.classes
        cls = base.cls if isinstance(base, ObjectValue) else None
        if cls is None or any("__init__" in one.methods for one in classes.lineage(cls)):
            return UNKNOWN
        names = dict.fromkeys(field.name for field in classes.fields(cls))
        reads = ((name, self._field_read(node, name)) for name in names)
        items = tuple((name, self._attribute_of(base, read, place)) for name, read in reads)
        return MappingValue(items) if items else UNKNOWN

    def _field_read(self, node: ast.expr, name: str) -> ast.Attribute:
        """Return the read of an attribute that is not written: the same one each time."""
        read = self._field_reads.get((node, name))
        if read is None:
            written = ast.copy_location(ast.Attribute(node, name, ast.Load()), node)
            read = self._field_reads[node, name] = written
        return read

    def _iterator(self, begin: Function, value: ObjectValue, node: ast.expr) -> TraceType:
        """Return what ``__iter__`` of an instance gives to loops."""
        if begin.is_generator:
            return self._generator(begin, node)
        iterator = self.returned(begin)
        if isinstance(iterator, SequenceValue):
            return StreamValue("iterator", iterated(iterator), node, count_of(iterator))
        if not isinstance(iterator, ObjectValue) or iterator.cls is None:
            return iterator if isinstance(iterator, StreamValue) else UNKNOWN
        # What a base class returns as ``self`` is still an instance of this one.
        assert value.cls is not None
        is_itself = iterator.cls in self.queries.classes.lineage(value.cls)
        made = value if is_itself else iterator
        assert made.cls is not None
        elements: list[TraceType] = []
        for following in self.queries.classes.methods(made.cls, "__next__", made.heirs):
            element = self.returned(following)
            # What a call makes is another object each time, unlike what an attribute holds.
            is_new = isinstance(element, ObjectValue) and not element.kept
            elements.append(element if is_new else yielded(element, following.body))
        return StreamValue("iterator", join(elements), node) if elements else UNKNOWN

    def returned(self, function: Function) -> TraceType:
        """Return what calling ``function`` gives."""
        if function.is_generator or isinstance(function.node, ast.AsyncFunctionDef):
            return UNKNOWN
        if isinstance(function.node, ast.Lambda):
            return self.value(function.node.body, function.body)
        if len(function.returns) == 0:
            return python_value(None)
        if len(function.returns) > _MAX_RETURNS:
            return UNKNOWN
        with self.recursion.working_out(function) as again:
            if again:
                return UNKNOWN
            types = []
            for statement, place in function.returns:
                if not self.variables.can_run(statement, place):
                    continue
                value = (
                    self.value(statement.value, place) if statement.value else python_value(None)
                )
                if isinstance(value, ObjectValue) and value.change is None:
                    site = value.site
                    inside = None if site is None else self.queries.index.places.get(site)
                    if inside is not None and inside.function is function:
                        # What is looked up before it is made is made once for each key.
                        kept = self.queries.syntax.is_memoized(inside)
                        value = replace(value, kept=kept)
                types.append(value)
                if type(value) is TraceType:
                    break
            return join(types)


def _is_new(node: ast.expr | None) -> bool:
    """Whether an expression makes a container that nothing else holds."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in ("dict", "list")
    return isinstance(node, (ast.Dict, ast.DictComp, ast.List, ast.ListComp))


def _made_by(call: ast.Call, function: Function, result: TraceType) -> TraceType:
    """Return what a call of a function gives: its own allocation site for what that makes anew."""
    if isinstance(result, ObjectValue) and not result.kept:
        return replace(result, site=call)
    if isinstance(result, ChoiceValue):
        made = [o for o in result.options if isinstance(o, ObjectValue) and not o.kept]
        if len(made) == len(result.options):
            return join(replace(option, site=call) for option in made)
    if isinstance(result, FunctionValue) and result.function is not None:
        if result.function.place is not None and result.function.place.function is function:
            return replace(result, site=call, kept=False)
    return result


def _is_of_class(binding: Binding) -> bool:
    """Whether it is an attribute of a class, not of its instances."""
    return binding.place.scope.kind == "class"


def _is_short(node: ast.AST) -> bool:
    """Whether a function has few statements."""
    return isinstance(node, ast.FunctionDef) and len(node.body) <= _SMALL


def _not_none(choice: ChoiceValue) -> list[TraceType]:
    """Return what is called, or asked for a part: with None that raises."""
    return [option for option in choice.in_order if not isinstance(option, PythonValue)]


def _out_of_graph(value: TraceType) -> TraceType:
    """Return what eager code gets of a value that a traced function returns.

    Numbers become tensors, of the shape that the call at hand gives them; what has one shape in all
    traces has it here.
    """
    if isinstance(value, PythonValue) and value.kind == "none":
        return value
    if isinstance(value, TensorValue):
        return TensorValue(value.dtype, None if value.constant_shape is None else value.shape)
    if isinstance(value, PythonValue):
        return TensorValue()
    if isinstance(value, SequenceValue):
        items = None if value.items is None else tuple(map(_out_of_graph, value.items))
        element = _out_of_graph(value.element)
        return replace(value, items=items, element=element, varied=None, most=None)
    if isinstance(value, MappingValue):
        pairs = value.items and tuple((name, _out_of_graph(part)) for name, part in value.items)
        return MappingValue(pairs, _out_of_graph(value.element), value.change, value.name)
    return UNKNOWN


def _are_strings(values: list[TraceType]) -> bool:
    """Whether the tensors among ``values`` hold strings."""
    return all(value.dtype == "string" for value in values if isinstance(value, TensorValue))


def _read_from(node: ast.expr) -> ast.expr:
    """Return the variable that an expression reads as it is: ``step`` of ``step.numpy()``."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.args:
        if node.func.attr in ("numpy", "read_value", "value"):
            return node.func.value
    return node


def _is_first_read(node: ast.Attribute, stored: list[Binding]) -> bool:
    """Whether ``node`` reads a method where the instance gets an attribute of its name.

    As in ``self.run = tf.function(self.run)``, in ``__init__``.
    """
    (binding, *others) = stored
    return (
        not others
        and binding.place.function.name == "__init__"
        and binding.value is not None
        and any(part is node for part in ast.walk(binding.value))
    )


_EXPRESSIONS: dict[type[ast.AST], Callable[[Evaluator, Any, Place], TraceType]] = {
    ast.Name: Evaluator.name,
    ast.Attribute: Evaluator.attribute,
    Accessor: Evaluator.accessor,
    ast.Subscript: Evaluator.subscript,
    ast.BinOp: Evaluator.binary,
    ast.UnaryOp: Evaluator.unary,
    ast.Compare: Evaluator.compare,
    ast.BoolOp: Evaluator.boolean,
    ast.IfExp: Evaluator.conditional,
    ast.JoinedStr: Evaluator.formatted,
    ast.List: Evaluator.sequence,
    ast.Tuple: Evaluator.sequence,
    ast.Dict: Evaluator.mapping,
    ast.Set: Evaluator.set_,
    ast.ListComp: Evaluator.comprehension,
    ast.SetComp: Evaluator.comprehension,
    ast.DictComp: Evaluator.comprehension,
    ast.GeneratorExp: Evaluator.comprehension,
    ast.Lambda: Evaluator.lambda_,
    ast.NamedExpr: Evaluator.inner,
    ast.Starred: Evaluator.inner,
    ast.Call: Evaluator.call,
    Access: Evaluator.call,
}
