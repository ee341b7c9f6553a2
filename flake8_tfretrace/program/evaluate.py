"""From expressions to abstract trace types."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from flake8_tfretrace.modules import Module
from flake8_tfretrace.program.imports import canonical, well_known
from flake8_tfretrace.program.library_calls import LibraryCalls
from flake8_tfretrace.program.operations import (
    ITSELF,
    chosen_by,
    is_made_here,
    is_new_axis,
    is_truth,
    library_value,
    of_its_kind,
    python_arithmetic,
    python_value,
    sequence_arithmetic,
    settled,
    tensor_arithmetic,
    truth,
    updated_from_itself,
)
from flake8_tfretrace.program.scopes import (
    Binding,
    Class,
    Function,
    LoopNode,
    Parameter,
    Place,
    Position,
    lookup,
    reaching,
    start,
)
from flake8_tfretrace.program.tracetypes import (
    MAX_CONSTANTS,
    UNKNOWN,
    Change,
    ClassValue,
    Dimension,
    FunctionValue,
    MappingValue,
    ModuleValue,
    ObjectValue,
    PythonValue,
    SequenceValue,
    StreamValue,
    TensorValue,
    TraceType,
    join,
)

if TYPE_CHECKING:
    from flake8_tfretrace.program import Program
    from flake8_tfretrace.program.project import Imported

_MAX_DEPTH = 60


class Evaluator:
    """Evaluates the expressions of one program; results are remembered."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.library = LibraryCalls(self)
        self._known: dict[tuple[ast.AST, Place], TraceType] = {}
        self._partial: dict[tuple[ast.AST, Place], tuple[TraceType, tuple[object, ...]]] = {}
        """Answers that lack what was being worked out then, with what that was.

        They hold while it still is: else variables that depend on each other would be followed
        along every path from one to the next, of which there are n! for n of them.
        """
        self._bound: dict[Binding, TraceType] = {}
        self._named: dict[tuple[str, Place, tuple[Binding, ...]], TraceType] = {}
        self._active: set[object] = set()
        self._hits: list[object] = []
        """What was asked for while it was itself being worked out: answers that met it lack it."""
        self._cuts = 0
        """How often something was nested too deeply to be followed."""
        self._iteration: dict[LoopNode, int] = {}

    # entry points

    def value(self, node: ast.expr | None, place: Place) -> TraceType:
        """Return what is known of ``node`` evaluated at ``place``."""
        if node is None:
            return UNKNOWN
        if isinstance(node, ast.Constant):
            return python_value(node.value)
        key = (node, place)
        if not self._iteration and key in self._known:
            return self._known[key]
        if key in self._active:
            self._hits.append(key)
            return UNKNOWN
        if key in self._partial:
            result, lacking = self._partial[key]
            still = [what for what in lacking if what in self._active]
            if still:
                self._hits += still
                return result
        if len(self._active) > _MAX_DEPTH:
            self._cuts += 1
            return UNKNOWN
        self._active.add(key)
        mark = len(self._hits)
        try:
            method = _EXPRESSIONS.get(type(node))
            result = UNKNOWN if method is None else method(self, node, place)
        finally:
            self._active.discard(key)
        if self._is_complete(mark):
            self._known[key] = result
        elif not self._iteration:
            self._partial[key] = result, tuple(dict.fromkeys(self._hits[mark:]))
        return result

    @contextmanager
    def _working_out(self, what: object) -> Iterator[bool]:
        """Say whether ``what`` is being worked out further up already; it is from here on."""
        again = what in self._active
        if again:
            self._hits.append(what)
        self._active.add(what)
        try:
            yield again
        finally:
            if not again:
                self._active.discard(what)

    def knows(self, node: ast.expr, place: Place) -> bool:
        """Whether all there is to know of ``node`` at ``place`` has been worked out."""
        return (node, place) in self._known

    def _is_complete(self, mark: int) -> bool:
        """Whether the evaluation since ``mark`` met nothing that is still being worked out."""
        self._hits[mark:] = [hit for hit in self._hits[mark:] if hit in self._active]
        return len(self._hits) == mark and not self._iteration

    @contextmanager
    def iteration(self, indices: dict[LoopNode, int]) -> Iterator[None]:
        """Evaluate within the given iterations of loops: loop variables have one value each."""
        outer, self._iteration = self._iteration, indices
        try:
            yield
        finally:
            self._iteration = outer

    # names

    def name(self, node: ast.Name, place: Place) -> TraceType:
        return self.named(node.id, place, start(node))

    def named(self, name: str, place: Place, at: Position) -> TraceType:
        """Return what ``name`` holds at ``at``."""
        bindings = reaching(name, place, at)
        if not bindings:
            return self.imported(self.program.star_import(name, place))
        key = (name, place, tuple(bindings))
        if not self._iteration and key in self._named:
            return self._named[key]
        mark, cuts = len(self._hits), self._cuts
        result = self._held(name, bindings, place)
        if self._is_complete(mark) and self._cuts == cuts:
            self._named[key] = result
        return result

    def _held(self, name: str, bindings: list[Binding], place: Place) -> TraceType:
        types = [self.binding(binding, place) for binding in bindings[-12:]]
        result = join([t for t in types if t is not ITSELF] or types)
        if isinstance(result, SequenceValue) and result.kind == "list":
            return self._grown(name, result, bindings, place)
        if isinstance(result, MappingValue):
            return self._filled(name, result, bindings, place)
        return result

    def _filled(
        self, name: str, value: MappingValue, bindings: list[Binding], place: Place
    ) -> MappingValue:
        """Return a dict as ``name[key] = ...`` leaves it."""
        for target, at in self.program.dict_stores(name, place.scope):
            with self._working_out(("dict", lookup(name, place.scope)[0], name)) as again:
                key = UNKNOWN if again else self.value(target.slice, at)
            values = [item for _, item in value.items or ()] or [value.element]
            element = UNKNOWN if type(values[0]) is TraceType else settled(join(values))
            change = value.change
            around = [loop for loop in at.loops if loop in place.loops]
            made = [binding.place.loops for binding in bindings]
            if key.changes is not None and any(
                not all(loop in loops for loops in made) for loop in around
            ):
                change = Change("length", name, start(target)[0], around[-1])
            elif isinstance(key, PythonValue) and key.constant is not None:
                if value.items is not None and key.constant in dict(value.items):
                    continue
            value = MappingValue(None, element, change)
        return value

    def _grown(
        self, name: str, value: SequenceValue, bindings: list[Binding], place: Place
    ) -> SequenceValue:
        """Return a list as ``append`` and the like leave it."""
        for call, at in self.program.list_growth(name, place.scope):
            around = [loop for loop in at.loops if loop in place.loops]
            made = [binding.place.loops for binding in bindings]
            grows = [loop for loop in around if not all(loop in loops for loops in made)]
            if any(
                isinstance(p.node, ast.If) and set(grows) & set(p.loops) for p in place.enclosing()
            ):
                # A condition in the loop picks the iteration, most often the last one.
                grows = []
            element = value.element if value.items is None else join(value.items)
            if call.args and getattr(call.func, "attr", "") == "append":
                with self._working_out(("list", lookup(name, place.scope)[0], name)) as again:
                    appended = UNKNOWN if again else settled(self.value(call.args[0], at))
                element = appended if value.items == () else join([element, appended])
            change = value.change
            if grows:
                change = Change("length", name, start(call)[0], grows[-1])
            value = SequenceValue("list", None, element, change)
        return value

    def _before(self, update: Binding) -> TraceType:
        """Return what a name or attribute holds before its first update, as far as it is known.

        What other updates give is not worked out here: each may depend on all the others.
        """
        earlier = reaching(update.name, update.place, start(update.node))
        owner = update.place.function.owner
        if update not in earlier:
            earlier = [] if owner is None else owner.attributes.get(update.name, [])
        return join([self._bound[b] for b in earlier if b is not update and b in self._bound])

    def binding(self, binding: Binding, place: Place) -> TraceType:
        """Return what ``binding`` gives, as seen from ``place``."""
        if binding in self._active:
            self._hits.append(binding)
            return ITSELF
        cached = self._bound.get(binding) if not self._iteration else None
        if cached is None:
            self._active.add(binding)
            mark, cuts = len(self._hits), self._cuts
            try:
                cached = self._evaluate_binding(binding)
            finally:
                self._active.discard(binding)
            if binding in self._hits[mark:]:
                cached = updated_from_itself(binding, cached, self._before(binding))
            # What is too deep from here need not be from another use of the name.
            if self._is_complete(mark) and self._cuts == cuts:
                self._bound[binding] = cached
        return self._seen_from(cached, binding, place)

    def _evaluate_binding(self, binding: Binding) -> TraceType:
        place = binding.place
        if binding.kind == "function":
            assert binding.function is not None
            return self.defined(binding.function)
        if binding.kind == "class":
            assert binding.cls is not None
            return ClassValue(binding.cls)
        if binding.kind == "parameter":
            return self.parameter(place.function, binding.name)
        if binding.kind == "loop":
            assert binding.value is not None
            return self._loop_variable(binding)
        if binding.kind == "augmented":
            statement = binding.node
            assert isinstance(statement, ast.AugAssign)
            if isinstance(statement.target, ast.Attribute):
                current = self.attribute(statement.target, place)
            else:
                current = self.named(binding.name, place, start(statement))
            result = self._arithmetic(
                statement.op, current, self.value(statement.value, place), statement
            )
            if current is ITSELF:
                self._hits.append(binding)
            return result
        if binding.kind == "import":
            return self.imported(self.program.imported(binding))
        if binding.kind in ("assign", "with"):
            result = self.value(binding.value, place)
            for step in binding.path:
                result = self.element(result, step)
            if isinstance(result, (ObjectValue, FunctionValue)) and not result.kept:
                result = replace(result, kept=True)
            return result
        return UNKNOWN

    def imported(self, found: Imported | None) -> TraceType:
        """Return the value of what another module of the project defines."""
        if found is None:
            return UNKNOWN
        if isinstance(found, Module):
            return ModuleValue(found)
        return join([self.binding(binding, binding.place) for binding in found])

    def _seen_from(self, value: TraceType, binding: Binding, place: Place) -> TraceType:
        """Return a bound value as a use at ``place`` sees it.

        A change in a loop that is over leaves one value; an object constructed in a loop
        around both differs per iteration of that loop.
        """
        if place.function is not binding.place.function:
            # Another function sees one object, made once, unless it is made in a loop.
            return value
        change = value.changes
        if change is not None and change.loop is not None:
            function = self.program.index.places.get(change.loop, place).function
            if function is place.function and change.loop not in place.loops:
                return settled(value)
        if isinstance(value, (ObjectValue, FunctionValue)) and value.change is None:
            constructed = isinstance(value, ObjectValue) or isinstance(value.site, ast.Lambda)
            shared = [loop for loop in binding.place.loops if loop in place.loops]
            if binding.kind == "function" and isinstance(value, FunctionValue):
                constructed = value.function is binding.function
            made = is_made_here(value) or binding.kind == "function"
            if shared and binding.kind in ("assign", "function") and constructed and made:
                what = binding.name
                return replace(
                    value, change=Change("constructed", what, start(value.site)[0], shared[-1])
                )
        return value

    def _loop_variable(self, binding: Binding) -> TraceType:
        loop = binding.node
        assert isinstance(loop, (ast.For, ast.AsyncFor, ast.comprehension))
        iterable = self.value(loop.iter, self.program.index.places[loop])
        index = self._iteration.get(loop)
        result: TraceType
        if index is not None:
            elements = self.elements(iterable)
            result = elements[index] if elements is not None else UNKNOWN
        else:
            result = self.iterated(iterable)
        for step in binding.path:
            result = self.element(result, step)
        if index is None:
            result = self._changing_with(result, binding, loop, iterable)
        return result

    def _changing_with(
        self, value: TraceType, binding: Binding, loop: LoopNode, iterable: TraceType
    ) -> TraceType:
        """Return ``value`` marked as changing with the loop, where it is a Python value."""
        line = start(loop)[0]
        if isinstance(value, PythonValue):
            if value.kind in ("bool", "none"):
                return value
            count = len(value.constants) if value.constants is not None else None
            if count is None:
                elements = self.count(iterable)
                count = elements if value.kind in ("int", "range") else None
            if count is not None and count <= 1:
                return value
            return replace(value, change=Change("loop", binding.name, line, loop, count))
        if isinstance(value, ObjectValue) and value.change is None:
            count = self.count(iterable)
            if count is None or count > 2:
                return replace(value, change=Change("iterated", binding.name, line, loop, count))
        if isinstance(value, SequenceValue) and value.items is not None:
            items = tuple(
                self._changing_with(item, binding, loop, iterable) for item in value.items
            )
            return replace(value, items=items)
        if isinstance(value, MappingValue) and value.items is not None:
            pairs = tuple(
                (key, self._changing_with(item, binding, loop, iterable))
                for key, item in value.items
            )
            return replace(value, items=pairs)
        return value

    def defined(self, function: Function) -> FunctionValue:
        """Return the value of the name that ``function``'s definition binds."""
        traced = self.program.traced_by_node.get(function.node)
        return FunctionValue(function.node, function, traced)

    def parameter(self, function: Function, name: str) -> TraceType:
        """Return what is known of a parameter: its annotation, signature, callers, default."""
        parameter = function.parameter(name)
        if parameter is None:
            return UNKNOWN
        if function.is_method and function.parameters[0] is parameter:
            assert function.owner is not None
            if "classmethod" in function.marks():
                return ClassValue(function.owner)
            return ObjectValue(function.owner.node, function.owner)
        if parameter.kind == "*":
            return SequenceValue("tuple")
        if parameter.kind == "**":
            return MappingValue()
        specified = self.program.specified(function, parameter)
        if specified is not None:
            return specified
        annotated = self.annotated(parameter, function)
        if isinstance(annotated, TensorValue):
            return annotated
        passed = self.program.calls.passed(function, parameter)
        if isinstance(passed, TensorValue) and self.program.traced_of(function):
            # Arrays, NumPy numbers and variables are tensors inside.
            passed = replace(passed, numpy=False)
        if passed is not None and type(passed) is not TraceType:
            return passed
        if annotated is not None:
            return annotated
        seen = self.program.seen(function, parameter)
        if isinstance(seen, (TensorValue, SequenceValue, MappingValue)):
            return seen
        if parameter.default is not None and passed is None and function.place is not None:
            default = self.value(parameter.default, function.place)
            if isinstance(default, PythonValue) and default.kind != "none":
                return PythonValue(default.kind)
        return UNKNOWN

    def annotated(self, parameter: Parameter, function: Function) -> TraceType | None:
        """Return the type that a parameter's annotation promises; None if it is not understood."""
        annotation = parameter.annotation
        if annotation is None or function.place is None:
            return None
        if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
            text = annotation.value.strip()
            if text in ("int", "float", "str", "bool"):
                return PythonValue(text)
            if text in ("tf.Tensor", "tf.Variable"):
                return TensorValue()
            return None
        qualified = self.qualified(annotation, function.place)
        if qualified in ("int", "float", "str", "bool"):
            return PythonValue(qualified)
        if qualified in ("tensorflow.Tensor", "tensorflow.Variable", "numpy.ndarray"):
            return TensorValue(numpy=qualified.startswith("numpy"))
        return None

    # qualified names

    def qualified(self, node: ast.AST, place: Place) -> str | None:
        """Return the dotted name that ``node`` refers to, through imports and aliases."""
        if isinstance(node, ast.Attribute):
            found = self.program.imported_attribute(node, place)
            if found is not None:
                return self._qualified_import(found)
            base = self.qualified(node.value, place)
            return None if base is None else canonical(f"{base}.{node.attr}")
        if not isinstance(node, ast.Name):
            return None
        _, bindings = lookup(node.id, place.scope)
        if not bindings:
            found = self.program.star_import(node.id, place)
            if found is not None:
                return self._qualified_import(found)
            return well_known(node.id) or node.id
        imports = [binding for binding in bindings if binding.kind == "import"]
        if imports:
            for binding in imports:
                found = self.program.imported(binding)
                if isinstance(found, tuple):
                    return self._qualified_import(found)
            # try: import x except ImportError: import y as x
            names = {binding.qualified for binding in imports}
            return sorted(names, key=lambda name: not name.startswith(("tensorflow", "keras")))[0]
        return self._qualified_binding(bindings)

    def _qualified_import(self, found: Imported) -> str | None:
        return self._qualified_binding(found) if isinstance(found, tuple) else None

    def _qualified_binding(self, bindings: Sequence[Binding]) -> str | None:
        """Return the dotted name that a name is assigned, if nothing else is."""
        (binding, *others) = bindings
        if others or binding.kind != "assign" or binding.path or binding in self._active:
            return None
        if isinstance(binding.value, (ast.Attribute, ast.Name)):
            self._active.add(binding)
            try:
                return self.qualified(binding.value, binding.place)
            finally:
                self._active.discard(binding)
        return None

    # attributes, subscripts

    def attribute(self, node: ast.Attribute, place: Place) -> TraceType:
        found = self.program.imported_attribute(node, place)
        if found is not None:
            return self.imported(found)
        qualified = self.qualified(node, place)
        if qualified is not None and "." in qualified:
            return library_value(node, qualified)
        base = self.value(node.value, place)
        if isinstance(base, TensorValue):
            return self._tensor_attribute(node, base)
        if isinstance(base, ObjectValue) and base.cls is not None:
            return self.member(base, node, place)
        if isinstance(base, ClassValue):
            method = self.program.classes.method(base.cls, node.attr)
            if method is not None:
                value = self.defined(method)
                return replace(value, bound=base) if "classmethod" in method.marks() else value
            return self._attribute_bindings(base.cls, node, place)
        return UNKNOWN

    def _tensor_attribute(self, node: ast.Attribute, base: TensorValue) -> TraceType:
        if node.attr == "shape":
            if base.shape is None:
                return SequenceValue("tuple", None, PythonValue("int"), base.change)
            return SequenceValue(
                "tuple", tuple(PythonValue("int") if d is None else d for d in base.shape)
            )
        if node.attr == "dtype":
            return PythonValue("dtype", frozenset([base.dtype]) if base.dtype else None)
        if node.attr == "T":
            shape = None if base.shape is None else base.shape[::-1]
            return replace(base, shape=shape, variable=False)
        return UNKNOWN

    def member(self, base: ObjectValue, node: ast.Attribute, place: Place) -> TraceType:
        """Return an attribute of an instance of one of this file's classes."""
        cls = base.cls
        assert cls is not None
        method = self.program.classes.method(cls, node.attr)
        assigned = self.program.classes.attribute_bindings(cls, node.attr)
        if method is not None and not any(b.kind != "function" for b in assigned):
            if "property" in method.marks() or "cached_property" in method.marks():
                return self.returned(method)
            value = self.defined(method)
            if "staticmethod" in method.marks():
                return value
            # Taking a method from an instance makes a new bound method each time.
            return replace(value, bound=base, site=node, kept=False)
        constructed = self._constructor_field(base, node.attr)
        if constructed is not None:
            return constructed
        return self._attribute_bindings(cls, node, place)

    def _attribute_bindings(self, cls: Class, node: ast.Attribute, place: Place) -> TraceType:
        bindings = self.program.classes.attribute_bindings(cls, node.attr)
        types = [
            self._recomputed(binding, self.binding(binding, place)) for binding in bindings[:12]
        ]
        known = [t for t in types if t is not ITSELF]
        return join(known) if known else (ITSELF if types else UNKNOWN)

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

    def _constructor_field(self, base: ObjectValue, name: str) -> TraceType | None:
        """Return a dataclass field as the constructor call sets it."""
        cls, site = base.cls, base.site
        if cls is None or not isinstance(site, ast.Call) or "__init__" in cls.methods:
            return None
        fields = [b.name for b in self.program.classes.fields(cls)]
        if name not in fields or self.program.classes.attribute_updates(cls, name):
            return None
        place = self.program.index.places.get(site)
        if place is None:
            return None
        for keyword in site.keywords:
            if keyword.arg == name:
                return self.value(keyword.value, place)
        position = fields.index(name)
        if position < len(site.args) and not any(isinstance(a, ast.Starred) for a in site.args):
            return self.value(site.args[position], place)
        return None

    def subscript(self, node: ast.Subscript, place: Place) -> TraceType:
        base = self.value(node.value, place)
        if isinstance(base, TensorValue):
            return self._indexed_tensor(base, node.slice, place)
        index = self.value(node.slice, place) if not isinstance(node.slice, ast.Slice) else UNKNOWN
        if isinstance(base, MappingValue):
            key = index.constant if isinstance(index, PythonValue) else None
            if base.items is not None:
                for name, value in base.items:
                    if name == key and key is not None:
                        return value
                values = [value for _, value in base.items]
                return chosen_by(join(values), index) if values else UNKNOWN
            return chosen_by(base.element, index)
        if isinstance(base, SequenceValue):
            if isinstance(node.slice, ast.Slice):
                return self._sliced_sequence(base, node.slice, place)
            position = index.constant if isinstance(index, PythonValue) else None
            if isinstance(position, int) and base.items is not None:
                if -len(base.items) <= position < len(base.items):
                    return base.items[position]
                return UNKNOWN
            values = list(base.items) if base.items is not None else [base.element]
            return chosen_by(join(values), index) if values else UNKNOWN
        return UNKNOWN

    def _sliced_sequence(self, base: SequenceValue, slice_: ast.Slice, place: Place) -> TraceType:
        bounds = [
            self.value(part, place) for part in (slice_.lower, slice_.upper, slice_.step) if part
        ]
        change = next((b.changes for b in bounds if b.changes is not None), None)
        element = join(base.items) if base.items else base.element
        if change is None and base.items is not None:
            constants = [
                None if part is None else getattr(self.value(part, place), "constant", None)
                for part in (slice_.lower, slice_.upper, slice_.step)
            ]
            given = (slice_.lower, slice_.upper, slice_.step)
            if all(p is None or isinstance(c, int) for p, c in zip(given, constants)):
                return replace(base, items=base.items[slice(*constants)])
        return SequenceValue(base.kind, None, element, change or base.change)

    def _indexed_tensor(self, base: TensorValue, node: ast.expr, place: Place) -> TraceType:
        indices = list(node.elts) if isinstance(node, ast.Tuple) else [node]
        if base.shape is None:
            change = base.change
            for index in indices:
                if isinstance(index, ast.Slice):
                    change = change or self._slice_change(index, place)
            return TensorValue(base.dtype, None, base.numpy, change=change)
        shape: list[Dimension] = []
        remaining = list(base.shape)
        for position, index in enumerate(indices):
            if isinstance(index, ast.Constant) and index.value is None:
                shape.append(python_value(1))
            elif isinstance(index, ast.Constant) and index.value is Ellipsis:
                rest = len([i for i in indices[position + 1 :] if not is_new_axis(i)])
                while len(remaining) > rest:
                    shape.append(remaining.pop(0))
            elif not remaining:
                return TensorValue(base.dtype, None, base.numpy, change=base.change)
            elif isinstance(index, ast.Slice):
                shape.append(self._sliced(remaining.pop(0), index, place))
            else:
                value = self.value(index, place)
                if not (isinstance(value, PythonValue) and value.kind == "int"):
                    if not (isinstance(value, TensorValue) and value.shape == ()):
                        # A mask or an array of indices: as many rows as it asks for.
                        return TensorValue(base.dtype, None, base.numpy, change=base.change)
                remaining.pop(0)
        return TensorValue(base.dtype, (*shape, *remaining), base.numpy, change=base.change)

    def _slice_change(self, node: ast.Slice, place: Place) -> Change | None:
        """Return the change of the length that a slice with one changing bound has."""
        bounds = [self.value(part, place) for part in (node.lower, node.upper) if part is not None]
        changing = [b.changes for b in bounds if b.changes is not None]
        # x[i : i + n] moves a window: one changing bound on each side is no evidence.
        return changing[0] if len(changing) == 1 and len(bounds) == 1 else None

    def _sliced(self, dimension: Dimension, node: ast.Slice, place: Place) -> Dimension:
        lower, upper, step = (
            None if part is None else self.value(part, place)
            for part in (node.lower, node.upper, node.step)
        )
        if lower is None and upper is None and step is None:
            return dimension
        parts = [
            None if part is None else (part.constant if isinstance(part, PythonValue) else "?")
            for part in (lower, upper, step)
        ]
        size = None if dimension is None else dimension.constant
        given = [p is not None for p in (lower, upper, step)]
        known = all(not g or isinstance(p, int) for g, p in zip(given, parts))
        if known and isinstance(size, int):
            bounds: list[Any] = parts
            return python_value(len(range(size)[slice(*bounds)]))
        change = self._slice_change(node, place)
        if change is not None:
            return PythonValue("int", None, change)
        if (
            node.lower is not None
            and isinstance(node.upper, ast.BinOp)
            and isinstance(node.upper.op, ast.Add)
            and ast.dump(node.upper.left) == ast.dump(node.lower)
        ):
            width = self.value(node.upper.right, place)
            if isinstance(width, PythonValue) and width.constant is not None:
                return width
        return None

    # operators

    def binary(self, node: ast.BinOp, place: Place) -> TraceType:
        left, right = self.value(node.left, place), self.value(node.right, place)
        return self._arithmetic(node.op, left, right, node)

    def _arithmetic(
        self, op: ast.operator, left: TraceType, right: TraceType, node: ast.AST
    ) -> TraceType:
        if left is ITSELF and right is ITSELF:
            return ITSELF
        if left is ITSELF or right is ITSELF:
            other = right if left is ITSELF else left
            if isinstance(other, (PythonValue, TensorValue)):
                return of_its_kind(other)
            return UNKNOWN
        if isinstance(left, TensorValue) or isinstance(right, TensorValue):
            return tensor_arithmetic(left, right, op)
        if isinstance(left, SequenceValue) or isinstance(right, SequenceValue):
            return sequence_arithmetic(op, left, right)
        if isinstance(left, PythonValue) and isinstance(right, PythonValue):
            return python_arithmetic(op, left, right)
        return UNKNOWN

    def unary(self, node: ast.UnaryOp, place: Place) -> TraceType:
        operand = self.value(node.operand, place)
        if isinstance(node.op, ast.Not):
            in_graph = isinstance(operand, TensorValue) and not operand.numpy
            return TensorValue("bool", ()) if in_graph else truth()
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
            return replace(operand, constants=constants)
        return UNKNOWN

    def compare(self, node: ast.Compare, place: Place) -> TraceType:
        if all(isinstance(op, (ast.Is, ast.IsNot, ast.In, ast.NotIn)) for op in node.ops):
            return truth()
        operands = [self.value(operand, place) for operand in (node.left, *node.comparators)]
        if any(isinstance(operand, TensorValue) for operand in operands):
            none = any(isinstance(o, PythonValue) and o.kind in ("none", "str") for o in operands)
            dtype = any(isinstance(o, PythonValue) and o.kind == "dtype" for o in operands)
            if not none and not dtype:
                return replace(tensor_arithmetic(operands[0], operands[1]), dtype="bool")
        return truth()

    def boolean(self, node: ast.BoolOp, place: Place) -> TraceType:
        values = [self.value(value, place) for value in node.values]
        if any(isinstance(v, TensorValue) for v in values):
            if all(isinstance(v, TensorValue) or is_truth(v) for v in values):
                dtypes = {v.dtype for v in values if isinstance(v, TensorValue)}
                return TensorValue("bool" if dtypes == {"bool"} else None, ())
            return UNKNOWN
        if all(is_truth(value) for value in values):
            return truth()
        return join(values)

    def conditional(self, node: ast.IfExp, place: Place) -> TraceType:
        return join([self.value(node.body, place), self.value(node.orelse, place)])

    def formatted(self, node: ast.JoinedStr, place: Place) -> TraceType:
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                change = self.value(part.value, place).changes
                if change is not None:
                    return PythonValue("str", None, change)
        return PythonValue("str")

    # displays

    def sequence(self, node: ast.List | ast.Tuple, place: Place) -> TraceType:
        kind: Literal["list", "tuple"] = "list" if isinstance(node, ast.List) else "tuple"
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
                return SequenceValue(kind, None, join(items[:4]))
        return SequenceValue(kind, tuple(items))

    def set_(self, node: ast.Set, place: Place) -> TraceType:
        return ObjectValue(node, None, "set", kept=False)

    def mapping(self, node: ast.Dict, place: Place) -> TraceType:
        if len(node.keys) > MAX_CONSTANTS or None in node.keys:
            return MappingValue()
        names = [self.value(key, place) for key in node.keys]
        values = [self.value(value, place) for value in node.values]
        keys = [name.constant if isinstance(name, PythonValue) else None for name in names]
        if None in keys:
            change = next((name.changes for name in names if name.changes is not None), None)
            return MappingValue(None, join(values), change)
        return MappingValue(tuple(zip(keys, values)))

    def comprehension(
        self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp, place: Place
    ) -> TraceType:
        inner = self.program.index.places[node]
        if isinstance(node, ast.GeneratorExp):
            return StreamValue("generator", self.value(node.elt, inner), node)
        if isinstance(node, ast.SetComp):
            return ObjectValue(node, None, "set", kept=False)
        if isinstance(node, ast.DictComp):
            return MappingValue(None, settled(self.value(node.value, inner)))
        assert isinstance(node, ast.ListComp)
        (first, *others) = node.generators
        iterable = self.value(first.iter, self.program.index.places[first])
        count = self.count(iterable)
        if count is not None and not others and not first.ifs and count <= MAX_CONSTANTS:
            if self.elements(iterable) is not None:
                items = []
                for position in range(count):
                    with self.iteration({**self._iteration, first: position}):
                        items.append(self.value(node.elt, inner))
                return SequenceValue("list", tuple(items))
        return SequenceValue(
            "list",
            None,
            settled(self.value(node.elt, inner), set(node.generators)),
            self.length_change(iterable),
        )

    def length_change(self, iterable: TraceType) -> Change | None:
        if isinstance(iterable, PythonValue) and iterable.kind == "range":
            return iterable.change
        return iterable.change if isinstance(iterable, SequenceValue) else None

    def lambda_(self, node: ast.Lambda, place: Place) -> TraceType:
        return FunctionValue(node, self.program.index.by_node.get(node), kept=False)

    def named_expression(self, node: ast.NamedExpr, place: Place) -> TraceType:
        return self.value(node.value, place)

    def starred(self, node: ast.Starred, place: Place) -> TraceType:
        return self.value(node.value, place)

    def await_(self, node: ast.Await, place: Place) -> TraceType:
        return UNKNOWN

    # iteration

    def iterated(self, iterable: TraceType) -> TraceType:
        """Return what one element of ``iterable`` is."""
        if isinstance(iterable, PythonValue) and iterable.kind == "range":
            if iterable.constants is not None and iterable.change is None:
                (values,) = iterable.constants
                if len(values) <= MAX_CONSTANTS:
                    return PythonValue("int", frozenset(values))
            return PythonValue("int", None, iterable.change)
        if isinstance(iterable, SequenceValue):
            if iterable.items is None:
                return iterable.element
            return join(iterable.items)
        if isinstance(iterable, StreamValue):
            return iterable.element
        if isinstance(iterable, TensorValue):
            if iterable.shape is None or not iterable.shape:
                return TensorValue(iterable.dtype, None, iterable.numpy, change=iterable.change)
            return TensorValue(iterable.dtype, iterable.shape[1:], iterable.numpy)
        if isinstance(iterable, MappingValue) and iterable.items is not None:
            return join([python_value(key) for key, _ in iterable.items])
        return UNKNOWN

    def elements(self, iterable: TraceType) -> list[TraceType] | None:
        """Return the elements of ``iterable`` one by one, where they are known."""
        if isinstance(iterable, PythonValue) and iterable.kind == "range":
            values = iterable.constant
            if values is not None and len(values) <= 10_000:
                return [python_value(value) for value in values]
            return None
        if isinstance(iterable, SequenceValue) and iterable.items is not None:
            return list(iterable.items) if iterable.change is None else None
        if isinstance(iterable, MappingValue) and iterable.items is not None:
            return [python_value(key) for key, _ in iterable.items]
        if isinstance(iterable, TensorValue) and iterable.shape:
            first = iterable.shape[0]
            size = None if first is None else first.constant
            if isinstance(size, int) and size <= 10_000:
                return [self.iterated(iterable)] * size
        return None

    def count(self, iterable: TraceType) -> int | None:
        """Return how many elements ``iterable`` has, where that is known."""
        if isinstance(iterable, StreamValue):
            return iterable.count
        elements = self.elements(iterable)
        return None if elements is None else len(elements)

    def element(self, value: TraceType, step: int | None) -> TraceType:
        """Return element ``step`` of ``value``, for unpacking."""
        if isinstance(value, SequenceValue):
            if value.items is None:
                return value.element
            if step is not None and step < len(value.items):
                return value.items[step]
            return UNKNOWN
        if isinstance(value, TensorValue):
            return self.iterated(value)
        if isinstance(value, StreamValue) and value.kind == "dataset":
            return UNKNOWN
        return UNKNOWN

    # calls

    def call(self, node: ast.Call, place: Place) -> TraceType:
        traced = self.program.traced_by_node.get(node)
        if traced is not None:
            return FunctionValue(node, traced.function, traced, kept=False)
        qualified = self.qualified(node.func, place)
        if qualified is not None:
            result = self.library.result(node, qualified, place)
            if result is not None:
                return result
        callee = self.value(node.func, place)
        if isinstance(callee, ClassValue):
            return ObjectValue(node, callee.cls, kept=False)
        if isinstance(callee, FunctionValue):
            if callee.traced is not None:
                return self._traced_result(callee)
            if callee.function is not None:
                return self._result(callee.function, node)
        if isinstance(callee, ObjectValue):
            if callee.cls is not None and self.program.keras.kind(callee) is None:
                called = self.program.classes.method(callee.cls, "__call__")
                return UNKNOWN if called is None else self.returned(called)
            if self.program.keras.kind(callee) is not None:
                return self.program.keras.called(callee)
        if isinstance(node.func, ast.Attribute):
            return self.library.method_result(node, node.func, place)
        return UNKNOWN

    def _traced_result(self, callee: FunctionValue) -> TraceType:
        if callee.function is None:
            return UNKNOWN
        result = self.returned(callee.function)
        if isinstance(result, (PythonValue, TensorValue)):
            if isinstance(result, PythonValue) and result.kind == "none":
                return result
            return TensorValue(result.dtype if isinstance(result, TensorValue) else None)
        if isinstance(result, (SequenceValue, MappingValue)):
            return UNKNOWN
        is_lambda = isinstance(callee.function.node, ast.Lambda)
        return TensorValue() if is_lambda or len(callee.function.returns) == 1 else UNKNOWN

    def _result(self, function: Function, call: ast.Call) -> TraceType:
        result = self.returned(function)
        if isinstance(result, ObjectValue) and not result.kept:
            # A factory: another object at each of its calls.
            return replace(result, site=call)
        if isinstance(result, FunctionValue) and result.function is not None:
            if result.function.place is not None and result.function.place.function is function:
                return replace(result, site=call, kept=False)
        return result

    def returned(self, function: Function) -> TraceType:
        """Return what calling ``function`` gives."""
        if function.is_generator or isinstance(function.node, ast.AsyncFunctionDef):
            return UNKNOWN
        if isinstance(function.node, ast.Lambda):
            return self.value(function.node.body, function.body)
        if len(function.returns) == 0:
            return python_value(None)
        if len(function.returns) > 4:
            return UNKNOWN
        if function in self._active:
            self._hits.append(function)
            return UNKNOWN
        self._active.add(function)
        try:
            types = []
            for statement, place in function.returns:
                value = (
                    self.value(statement.value, place) if statement.value else python_value(None)
                )
                if isinstance(value, ObjectValue) and value.change is None:
                    inside = self.program.index.places.get(value.site)
                    if inside is not None and inside.function is function:
                        value = replace(value, kept=False)
                types.append(value)
            return join(types)
        finally:
            self._active.discard(function)

    # builtins


_EXPRESSIONS: dict[type[ast.AST], Callable[[Evaluator, Any, Place], TraceType]] = {
    ast.Name: Evaluator.name,
    ast.Attribute: Evaluator.attribute,
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
    ast.NamedExpr: Evaluator.named_expression,
    ast.Starred: Evaluator.starred,
    ast.Await: Evaluator.await_,
    ast.Call: Evaluator.call,
}
