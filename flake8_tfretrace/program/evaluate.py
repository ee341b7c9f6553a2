"""From expressions to abstract trace types."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from flake8_tfretrace.program import library
from flake8_tfretrace.program.imports import TF_FUNCTION, canonical, well_known
from flake8_tfretrace.program.scopes import (
    Binding,
    Class,
    Function,
    FunctionNode,
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

_ITSELF = TraceType()
"""What a name is while its own value is being worked out: ``step`` in ``step = step + 1``."""

_MAX_DEPTH = 60

_OPERATORS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
}
_LARGE = 10**9


def python_value(constant: object) -> PythonValue:
    """Return the trace type of a Python constant."""
    kind = "none" if constant is None else type(constant).__name__
    if kind == "ellipsis":
        kind = "value"
    return PythonValue(kind, frozenset([constant]))


class Evaluator:
    """Evaluates the expressions of one program; results are remembered."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._known: dict[tuple[ast.AST, Place], TraceType] = {}
        self._bound: dict[Binding, TraceType] = {}
        self._active: set[object] = set()
        self._hits: list[object] = []
        """What was asked for while it was itself being worked out: answers that met it lack it."""
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
        if len(self._active) > _MAX_DEPTH:
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
        return result

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
        types = [self.binding(binding, place) for binding in bindings[-12:]]
        result = join([t for t in types if t is not _ITSELF] or types)
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
            key = self.value(target.slice, at)
            values = [item for _, item in value.items or ()] or [value.element]
            element = UNKNOWN if type(values[0]) is TraceType else _settled(join(values))
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
            if any(isinstance(p.node, ast.If) and set(grows) & set(p.loops) for p in place.enclosing()):
                # A condition in the loop picks the iteration, most often the last one.
                grows = []
            element = value.element if value.items is None else join(value.items)
            if call.args and call.func.attr == "append":  # type: ignore[attr-defined]
                appended = _settled(self.value(call.args[0], at))
                element = appended if value.items == () else join([element, appended])
            change = value.change
            if grows:
                change = Change("length", name, start(call)[0], grows[-1])
            value = SequenceValue("list", None, element, change)
        return value

    def binding(self, binding: Binding, place: Place) -> TraceType:
        """Return what ``binding`` gives, as seen from ``place``."""
        if binding in self._active:
            self._hits.append(binding)
            return _ITSELF
        cached = self._bound.get(binding) if not self._iteration else None
        if cached is None:
            self._active.add(binding)
            mark = len(self._hits)
            try:
                cached = self._evaluate_binding(binding)
            finally:
                self._active.discard(binding)
            if binding in self._hits[mark:]:
                cached = _updated_from_itself(binding, cached)
            if self._is_complete(mark):
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
            if current is _ITSELF:
                self._hits.append(binding)
            return result
        if binding.kind in ("assign", "with"):
            result = self.value(binding.value, place)
            for step in binding.path:
                result = self.element(result, step)
            if isinstance(result, (ObjectValue, FunctionValue)) and not result.kept:
                result = replace(result, kept=True)
            return result
        return UNKNOWN

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
                return _settled(value)
        if isinstance(value, (ObjectValue, FunctionValue)) and value.change is None:
            constructed = isinstance(value, ObjectValue) or isinstance(value.site, ast.Lambda)
            shared = [loop for loop in binding.place.loops if loop in place.loops]
            if binding.kind == "function" and isinstance(value, FunctionValue):
                constructed = value.function is binding.function
            made = _is_made_here(value) or binding.kind == "function"
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
        passed = self.program.passed(function, parameter)
        if isinstance(passed, TensorValue) and self.program.traced_of(function):
            # Arrays, NumPy numbers and variables are tensors inside.
            passed = replace(passed, numpy=False)
        if passed is not None and type(passed) is not TraceType:
            return passed
        if annotated is not None:
            return annotated
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
            base = self.qualified(node.value, place)
            return None if base is None else canonical(f"{base}.{node.attr}")
        if not isinstance(node, ast.Name):
            return None
        _, bindings = lookup(node.id, place.scope)
        if not bindings:
            return well_known(node.id) or node.id
        imports = {binding.qualified for binding in bindings if binding.kind == "import"}
        if imports:
            # try: import x except ImportError: import y as x
            return sorted(imports, key=lambda name: not name.startswith(("tensorflow", "keras")))[0]
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
        qualified = self.qualified(node, place)
        if qualified is not None and "." in qualified:
            return _library_value(node, qualified)
        base = self.value(node.value, place)
        if isinstance(base, TensorValue):
            return self._tensor_attribute(node, base)
        if isinstance(base, ObjectValue) and base.cls is not None:
            return self.member(base, node, place)
        if isinstance(base, ClassValue):
            method = self.program.method(base.cls, node.attr)
            if method is not None:
                return self.defined(method)
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
        method = self.program.method(cls, node.attr)
        assigned = self.program.attribute_bindings(cls, node.attr)
        if method is not None and not any(b.kind != "function" for b in assigned):
            if "property" in method.marks() or "cached_property" in method.marks():
                return self.returned(method)
            value = self.defined(method)
            if "staticmethod" in method.marks():
                return value
            kept = not isinstance(node.value, ast.Call)
            return replace(value, bound=base, site=node, kept=False) if kept else replace(
                value, bound=base, site=node, kept=False
            )
        constructed = self._constructor_field(base, node.attr)
        if constructed is not None:
            return constructed
        return self._attribute_bindings(cls, node, place)

    def _attribute_bindings(self, cls: Class, node: ast.Attribute, place: Place) -> TraceType:
        bindings = self.program.attribute_bindings(cls, node.attr)
        types = [
            self._recomputed(binding, self.binding(binding, place)) for binding in bindings[:12]
        ]
        known = [t for t in types if t is not _ITSELF]
        return join(known) if known else (_ITSELF if types else UNKNOWN)

    def _recomputed(self, binding: Binding, value: TraceType) -> TraceType:
        """Mark a number that a method works out from tensors anew, at each of its calls."""
        node = binding.value
        if binding.place.function.name == "__init__" or not isinstance(node, ast.Call):
            return value
        if isinstance(value, PythonValue) and value.change is None and len(node.args) == 1:
            is_number = isinstance(node.func, ast.Name) and node.func.id in ("int", "float")
            if is_number and isinstance(self.value(node.args[0], binding.place), TensorValue):
                change = Change("counter", binding.name, start(binding.node)[0])
                return replace(value, change=change)
        return value

    def _constructor_field(self, base: ObjectValue, name: str) -> TraceType | None:
        """Return a dataclass field as the constructor call sets it."""
        cls, site = base.cls, base.site
        if cls is None or not isinstance(site, ast.Call) or "__init__" in cls.methods:
            return None
        fields = [b.name for b in self.program.fields(cls)]
        if name not in fields or self.program.attribute_updates(cls, name):
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
                return _chosen_by(join(values), index) if values else UNKNOWN
            return _chosen_by(base.element, index)
        if isinstance(base, SequenceValue):
            if isinstance(node.slice, ast.Slice):
                return self._sliced_sequence(base, node.slice, place)
            position = index.constant if isinstance(index, PythonValue) else None
            if isinstance(position, int) and base.items is not None:
                if -len(base.items) <= position < len(base.items):
                    return base.items[position]
                return UNKNOWN
            values = list(base.items) if base.items is not None else [base.element]
            return _chosen_by(join(values), index) if values else UNKNOWN
        return UNKNOWN

    def _sliced_sequence(self, base: SequenceValue, slice_: ast.Slice, place: Place) -> TraceType:
        bounds = [self.value(part, place) for part in (slice_.lower, slice_.upper, slice_.step) if part]
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
                rest = len([i for i in indices[position + 1 :] if not _is_new_axis(i)])
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
        return TensorValue(
            base.dtype, (*shape, *remaining), base.numpy, change=base.change
        )

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
            return python_value(len(range(size)[slice(*parts)]))
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
        if left is _ITSELF and right is _ITSELF:
            return _ITSELF
        if left is _ITSELF or right is _ITSELF:
            other = right if left is _ITSELF else left
            if isinstance(other, (PythonValue, TensorValue)):
                return _of_its_kind(other)
            if isinstance(other, SequenceValue) and isinstance(op, ast.Add):
                return SequenceValue(
                    other.kind, None, other.element, Change("length", "", start(node)[0])
                )
            return UNKNOWN
        if isinstance(left, TensorValue) or isinstance(right, TensorValue):
            return _tensor_arithmetic(left, right)
        if isinstance(left, SequenceValue) or isinstance(right, SequenceValue):
            return _sequence_arithmetic(op, left, right)
        if isinstance(left, PythonValue) and isinstance(right, PythonValue):
            return _python_arithmetic(op, left, right)
        return UNKNOWN

    def unary(self, node: ast.UnaryOp, place: Place) -> TraceType:
        operand = self.value(node.operand, place)
        if isinstance(node.op, ast.Not):
            return TensorValue("bool", ()) if isinstance(operand, TensorValue) else _truth()
        if isinstance(operand, TensorValue):
            return replace(operand, variable=False)
        if isinstance(operand, PythonValue) and operand.is_number:
            functions = {ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Invert: operator.invert}
            function = functions[type(node.op)]
            constants = None
            if operand.constants is not None and (operand.kind == "int" or function is not operator.invert):
                constants = frozenset(function(value) for value in operand.constants)
            return replace(operand, constants=constants)
        return UNKNOWN

    def compare(self, node: ast.Compare, place: Place) -> TraceType:
        if all(isinstance(op, (ast.Is, ast.IsNot, ast.In, ast.NotIn)) for op in node.ops):
            return _truth()
        operands = [self.value(operand, place) for operand in (node.left, *node.comparators)]
        if any(isinstance(operand, TensorValue) for operand in operands):
            none = any(isinstance(o, PythonValue) and o.kind in ("none", "str") for o in operands)
            dtype = any(isinstance(o, PythonValue) and o.kind == "dtype" for o in operands)
            if not none and not dtype:
                result = _tensor_arithmetic(operands[0], operands[1])
                assert isinstance(result, TensorValue)
                return replace(result, dtype="bool", variable=False, numpy=result.numpy)
        return _truth()

    def boolean(self, node: ast.BoolOp, place: Place) -> TraceType:
        values = [self.value(value, place) for value in node.values]
        if any(isinstance(v, TensorValue) for v in values):
            if all(isinstance(v, TensorValue) or _is_truth(v) for v in values):
                return TensorValue("bool", ())
            return UNKNOWN
        if all(_is_truth(value) for value in values):
            return _truth()
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
        kind = "list" if isinstance(node, ast.List) else "tuple"
        items: list[TraceType] = []
        for element in node.elts:
            if isinstance(element, ast.Starred):
                inner = self.value(element.value, place)
                if not isinstance(inner, SequenceValue) or inner.items is None:
                    return SequenceValue(kind, None, UNKNOWN, inner.changes)  # type: ignore[arg-type]
                items.extend(inner.items)
            else:
                items.append(self.value(element, place))
            if len(items) > MAX_CONSTANTS:
                return SequenceValue(kind, None, join(items[:4]))  # type: ignore[arg-type]
        return SequenceValue(kind, tuple(items))  # type: ignore[arg-type]

    def set_(self, node: ast.Set, place: Place) -> TraceType:
        return ObjectValue(node, None, "set", kept=False)

    def mapping(self, node: ast.Dict, place: Place) -> TraceType:
        items: list[tuple[Hashable, TraceType]] = []
        for key, value in zip(node.keys, node.values):
            name = UNKNOWN if key is None else self.value(key, place)
            constant = name.constant if isinstance(name, PythonValue) else None
            if constant is None:
                change = name.changes
                return MappingValue(None, self.value(value, place), change)
            items.append((constant, self.value(value, place)))
            if len(items) > MAX_CONSTANTS:
                return MappingValue()
        return MappingValue(tuple(items))

    def comprehension(self, node: ast.AST, place: Place) -> TraceType:
        inner = self.program.index.places[node]
        generators: list[ast.comprehension] = node.generators  # type: ignore[attr-defined]
        if isinstance(node, ast.GeneratorExp):
            return StreamValue("generator", self.value(node.elt, inner), node)
        if isinstance(node, ast.SetComp):
            return ObjectValue(node, None, "set", kept=False)
        if isinstance(node, ast.DictComp):
            return MappingValue(None, _settled(self.value(node.value, inner)))
        assert isinstance(node, ast.ListComp)
        (first, *others) = generators
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
            _settled(self.value(node.elt, inner), set(generators)),
            self._length_change(iterable),
        )

    def _length_change(self, iterable: TraceType) -> Change | None:
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
            result = self._library_call(node, qualified, place)
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
                called = self.program.method(callee.cls, "__call__")
                return UNKNOWN if called is None else self.returned(called)
            if self.program.keras.kind(callee) is not None:
                return self.program.keras.called(callee)
        if isinstance(node.func, ast.Attribute):
            return self._method_call(node, node.func, place)
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
        return TensorValue() if len(callee.function.returns) == 1 else UNKNOWN

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
            return python_value(None) if function.node.body else UNKNOWN  # type: ignore[attr-defined]
        if len(function.returns) > 4:
            return UNKNOWN
        if function in self._active:
            self._hits.append(function)
            return UNKNOWN
        self._active.add(function)
        try:
            types = []
            for statement, place in function.returns:
                value = self.value(statement.value, place) if statement.value else python_value(None)
                if isinstance(value, ObjectValue) and value.change is None:
                    inside = self.program.index.places.get(value.site)
                    if inside is not None and inside.function is function:
                        value = replace(value, kept=False)
                types.append(value)
            return join(types)
        finally:
            self._active.discard(function)

    def _arguments(self, node: ast.Call, place: Place) -> list[TraceType]:
        return [self.value(argument, place) for argument in node.args]

    def _keyword(self, node: ast.Call, name: str) -> ast.expr | None:
        return next((k.value for k in node.keywords if k.arg == name), None)

    def _argument(self, node: ast.Call, position: int, name: str) -> ast.expr | None:
        keyword = self._keyword(node, name)
        if keyword is not None:
            return keyword
        if position < len(node.args) and not any(isinstance(a, ast.Starred) for a in node.args):
            return node.args[position]
        return None

    def _library_call(self, node: ast.Call, qualified: str, place: Place) -> TraceType | None:
        """Return the result of a function of Python, NumPy, TensorFlow or Keras."""
        builtin = _BUILTINS.get(qualified)
        if builtin is not None:
            return builtin(self, node, place)
        if qualified.rpartition(".")[2] in library.LOOP_WRAPPERS and node.args:
            if qualified.endswith("range"):
                return self.range_(node, place)
            return self.value(node.args[0], place)
        if qualified in library.UNHASHABLE:
            return ObjectValue(node, None, qualified, kept=False)
        if qualified in library.CLOCKS:
            kind = "float" if qualified.startswith(("time", "timeit")) else "value"
            return PythonValue(kind, None, Change("clock", f"{qualified}()", start(node)[0]))
        if qualified in library.PYTHON_RANDOM:
            kind = library.PYTHON_RANDOM[qualified]
            return PythonValue(kind, None, Change("random", f"{qualified}()", start(node)[0]))
        if qualified.startswith(("tensorflow.", "numpy.", "keras.")):
            return self._array_call(node, qualified, place)
        if qualified.startswith("functools.") and qualified.endswith("partial"):
            return FunctionValue(node, kept=False)
        if qualified == "copy.deepcopy" or qualified == "copy.copy":
            return _settled(self.value(node.args[0], place)) if node.args else UNKNOWN
        if "." in qualified and not qualified.startswith(("self.", "tf_keras.")):
            return None
        return self.program.keras.constructed(node, qualified)

    def _array_call(self, node: ast.Call, qualified: str, place: Place) -> TraceType | None:
        numpy = qualified.startswith("numpy.")
        if qualified in library.CREATES_SHAPE:
            position, keyword, default = library.CREATES_SHAPE[qualified]
            dtype = self._dtype_argument(node, qualified, keyword, place) or default
            names = ("shape", "size", "dims")
            shape_node = next((k.value for k in node.keywords if k.arg in names), None)
            if shape_node is None and position < len(node.args):
                shape_node = node.args[position]
            if shape_node is None:
                if numpy and qualified.startswith("numpy.random."):
                    return PythonValue(
                        "float", None, Change("random", f"{qualified}()", start(node)[0])
                    )
                return TensorValue(dtype, None, numpy)
            if dtype is None and len(node.args) > 1:
                filled = self.value(node.args[1], place)
                dtype = _default_dtype(filled, numpy)
            shape, change = self._shape(self.value(shape_node, place))
            return TensorValue(dtype, shape, numpy, change=change)
        if qualified in library.CREATES_DIMENSIONS or qualified in library.CREATES_SIZE_ARGUMENT:
            return self._numpy_draw(node, qualified, place)
        if qualified in library.FROM_VALUE:
            return self._from_value(node, qualified, place, numpy)
        if qualified in library.VARYING_SHAPE:
            if qualified.endswith("where") and len(node.args) + len(node.keywords) > 1:
                return TensorValue()
            change = Change("shape", f"{_short(qualified)}()", start(node)[0])
            first = self.value(node.args[0], place) if node.args else UNKNOWN
            dtype = first.dtype if isinstance(first, TensorValue) else None
            rows = PythonValue("int", None, change)
            size: tuple[Dimension, ...] | None = None
            if qualified.endswith("unique"):
                size = (rows,)
            elif qualified == "tensorflow.boolean_mask" and len(node.args) > 1:
                mask = self.value(node.args[1], place)
                shapes = [v.shape if isinstance(v, TensorValue) else None for v in (first, mask)]
                if shapes[0] is not None and shapes[1] is not None:
                    size = (rows, *shapes[0][len(shapes[1]) :])
            result = TensorValue(dtype, size, numpy, change=change)
            if qualified == "tensorflow.unique":
                return SequenceValue("tuple", (result, TensorValue("int32")))
            return result
        if qualified in library.PREDICATES:
            return TensorValue("bool")
        if qualified == "tensorflow.TensorSpec":
            return self._tensor_spec(node, place)
        if qualified in library.ELEMENTWISE:
            first = self.value(node.args[0], place) if node.args else UNKNOWN
            if isinstance(first, TensorValue):
                return replace(first, variable=False, numpy=False)
            return TensorValue()
        if qualified in ("tensorflow.range", "numpy.arange", "numpy.linspace"):
            return self._arange(node, qualified, place, numpy)
        if qualified == "tensorflow.shape":
            return TensorValue("int32")
        if qualified == "tensorflow.eye":
            size = self.value(node.args[0], place) if node.args else UNKNOWN
            shape = (size, size) if isinstance(size, PythonValue) else None
            return TensorValue("float32", shape)
        if qualified == "tensorflow.reshape" and len(node.args) > 1:
            first = self.value(node.args[0], place)
            shape, change = self._shape(self.value(node.args[1], place))
            dtype = first.dtype if isinstance(first, TensorValue) else None
            known = shape is not None and not any(
                d is not None and d.constant == -1 for d in shape
            )
            return TensorValue(dtype, shape if known else None, change=change)
        if qualified.startswith("tensorflow.data."):
            return self._dataset(node, qualified, place)
        if qualified.startswith(("keras.", "tensorflow.")):
            constructed = self.program.keras.constructed(node, qualified)
            if constructed is not None:
                return constructed
        if qualified in ("tensorflow.is_tensor", "tensorflow.executing_eagerly"):
            return _truth()
        if library.gives_tensor(qualified):
            arguments = self._arguments(node, place)
            change = next(
                (a.change for a in arguments if isinstance(a, TensorValue) and a.change), None
            )
            keyword = self._keyword(node, "dtype")
            dtype = self._dtype(keyword, place) if keyword is not None else None
            reduces = qualified.startswith(("tensorflow.reduce_", "tensorflow.math.reduce_"))
            if reduces:
                change = None
                if arguments and isinstance(arguments[0], TensorValue):
                    dtype = dtype or arguments[0].dtype
                if len(node.args) == 1 and self._keyword(node, "axis") is None:
                    return TensorValue(dtype, ())
            return TensorValue(dtype, None, change=change)
        if numpy and qualified.startswith("numpy.random."):
            return TensorValue(None, None, numpy=True) if node.args or node.keywords else UNKNOWN
        if numpy and qualified.partition(".")[2] in library.DTYPES:
            return TensorValue(qualified.partition(".")[2], (), numpy=True)
        return UNKNOWN if numpy else None

    def _tensor_spec(self, node: ast.Call, place: Place) -> TensorValue:
        """Return what an input_signature's TensorSpec makes of its argument."""
        shape_node = self._argument(node, 0, "shape")
        dtype_node = self._argument(node, 1, "dtype")
        dtype = "float32" if dtype_node is None else self._dtype(dtype_node, place)
        shape = None
        if shape_node is not None:
            shape, _ = self._shape(self.value(shape_node, place))
        return TensorValue(dtype, shape)

    def _numpy_draw(self, node: ast.Call, qualified: str, place: Place) -> TraceType:
        integers = qualified.endswith("randint")
        if qualified in library.CREATES_DIMENSIONS:
            if not node.args:
                return PythonValue(
                    "float", None, Change("random", f"{qualified}()", start(node)[0])
                )
            dimensions = SequenceValue("tuple", tuple(self._arguments(node, place)))
            shape, change = self._shape(dimensions)
            return TensorValue("float64", shape, True, change=change)
        size = self._argument(node, 2 if not qualified.endswith("choice") else 1, "size")
        if size is None:
            if qualified.endswith("choice"):
                return UNKNOWN
            kind = "int" if integers else "float"
            return PythonValue(kind, None, Change("random", f"{qualified}()", start(node)[0]))
        shape, change = self._shape(self.value(size, place))
        dtype = "int64" if integers else "float64"
        if qualified.endswith("choice"):
            return TensorValue(None, shape, True, change=change)
        return TensorValue(dtype, shape, True, change=change)

    def _from_value(self, node: ast.Call, qualified: str, place: Place, numpy: bool) -> TensorValue:
        if not node.args and self._keyword(node, "value") is None:
            return TensorValue(numpy=numpy)
        source = node.args[0] if node.args else self._keyword(node, "value")
        value = self.value(source, place)
        dtype_node = self._keyword(node, "dtype")
        if dtype_node is None and len(node.args) > 1 and not qualified.endswith("Variable"):
            dtype_node = node.args[1]
        dtype = self._dtype(dtype_node, place) if dtype_node is not None else None
        change = None
        if isinstance(value, TensorValue):
            shape: tuple[Dimension, ...] | None = value.shape
            change = value.change
            dtype = dtype if dtype_node is not None else value.dtype
        else:
            shape = _nested_shape(value)
            if isinstance(value, SequenceValue) and value.items is None:
                change = value.change
            if dtype_node is None:
                dtype = _default_dtype(value, numpy)
        variable = qualified == "tensorflow.Variable"
        return TensorValue(dtype, shape, numpy, variable, change)

    def _arange(self, node: ast.Call, qualified: str, place: Place, numpy: bool) -> TensorValue:
        values = [self.value(argument, place) for argument in node.args]
        dtype_node = self._keyword(node, "dtype")
        dtype = self._dtype(dtype_node, place) if dtype_node is not None else None
        if qualified.endswith("linspace"):
            count = self._argument(node, 2, "num")
            size = self.value(count, place) if count is not None else python_value(50)
            dimension = size if isinstance(size, PythonValue) else None
            return TensorValue(dtype or "float64", (dimension,), numpy)
        if dtype is None and all(isinstance(v, PythonValue) for v in values):
            integers = all(isinstance(v, PythonValue) and v.kind == "int" for v in values)
            if numpy:
                dtype = "int64" if integers else "float64"
            else:
                dtype = "int32" if integers else "float32"
        elif dtype is None and all(isinstance(v, TensorValue) for v in values):
            dtypes = {v.dtype for v in values if isinstance(v, TensorValue)}
            dtype = dtypes.pop() if len(dtypes) == 1 else None
        constants = [v.constant if isinstance(v, PythonValue) else None for v in values]
        if constants and all(isinstance(c, int) for c in constants) and 0 not in constants[2:]:
            return TensorValue(dtype, (python_value(len(range(*constants))),), numpy)  # type: ignore[arg-type]
        if len(values) == 1 and isinstance(values[0], PythonValue) and values[0].kind == "int":
            return TensorValue(dtype, (values[0],), numpy)
        change = next((v.changes for v in values if v.changes is not None), None)
        return TensorValue(dtype, (PythonValue("int", None, change) if change else None,), numpy)

    def _shape(self, value: TraceType) -> tuple[tuple[Dimension, ...] | None, Change | None]:
        """Return the shape that a shape argument asks for, and why its rank changes."""
        if isinstance(value, PythonValue) and value.kind in ("int", "number"):
            return (value,), None
        if isinstance(value, SequenceValue) and value.items is not None:
            return tuple(
                item if isinstance(item, PythonValue) and item.kind == "int" else None
                for item in value.items
            ), None
        if isinstance(value, SequenceValue):
            return None, value.changes
        return None, None

    def _dtype_argument(
        self, node: ast.Call, qualified: str, keyword: str, place: Place
    ) -> str | None:
        position = library.DTYPE_POSITIONS.get(qualified)
        given = self._keyword(node, keyword)
        if given is None and position is not None and position < len(node.args):
            given = node.args[position]
        return None if given is None else self._dtype(given, place)

    def _dtype(self, node: ast.expr | None, place: Place) -> str | None:
        """Return the dtype that an expression names."""
        if node is None:
            return None
        value = self.value(node, place)
        if isinstance(value, PythonValue) and value.kind in ("str", "dtype"):
            name = value.constant
            if isinstance(name, str):
                name = library.DTYPE_ALIASES.get(name, name)
                return name if name in library.DTYPES else None
        qualified = self.qualified(node, place)
        if qualified in ("float", "int", "bool", "str", "complex"):
            return library.DTYPE_ALIASES.get(qualified, qualified)
        return None

    def _dataset(self, node: ast.Call, qualified: str, place: Place) -> TraceType:
        if qualified == "tensorflow.data.Dataset.range":
            return StreamValue("dataset", TensorValue("int64", ()), node)
        if qualified.endswith("from_tensor_slices") and node.args:
            source = self.value(node.args[0], place)
            return StreamValue("dataset", _rows(self, source), node)
        if qualified.endswith("from_tensors") and node.args:
            return StreamValue("dataset", _as_tensors(self.value(node.args[0], place)), node)
        return StreamValue("dataset", UNKNOWN, node)

    def _method_call(self, node: ast.Call, func: ast.Attribute, place: Place) -> TraceType:
        base = self.value(func.value, place)
        name = func.attr
        if isinstance(base, StreamValue):
            return self._stream_method(node, name, base, place)
        if isinstance(base, TensorValue):
            return self._tensor_method(node, name, base, place)
        if isinstance(base, MappingValue):
            return _mapping_method(name, base, node)
        if isinstance(base, ObjectValue):
            return self.program.keras.method_result(base, name)
        if isinstance(base, PythonValue) and base.kind == "str":
            if name in ("format", "join", "lower", "upper", "strip", "replace"):
                arguments = self._arguments(node, place)
                changes = [base.change, *(a.changes for a in arguments)]
                return PythonValue("str", None, next((c for c in changes if c), None))
        return UNKNOWN

    def _stream_method(
        self, node: ast.Call, name: str, base: StreamValue, place: Place
    ) -> TraceType:
        if base.kind != "dataset" or name not in library.DATASET_METHODS:
            return UNKNOWN
        if name == "enumerate":
            pair = SequenceValue("tuple", (TensorValue("int64", ()), base.element))
            return replace(base, element=pair, site=node)
        if name == "padded_batch":
            change = Change("shape", "padded_batch()", start(node)[0])
            return replace(base, element=_batched(base.element, None, change), site=node)
        if name in ("batch", "ragged_batch"):
            size_node = self._argument(node, 0, "batch_size")
            size = self.value(size_node, place) if size_node is not None else UNKNOWN
            remainder = self._argument(node, 1, "drop_remainder")
            dropped = isinstance(remainder, ast.Constant) and remainder.value is True
            known = size if dropped and isinstance(size, PythonValue) else None
            return replace(base, element=_batched(base.element, known, None), site=node)
        if name in ("shuffle", "repeat", "prefetch", "take", "skip", "cache", "with_options", "shard"):
            return replace(base, site=node)
        if name == "as_numpy_iterator":
            return StreamValue("iterator", _as_numpy(base.element), node)
        return StreamValue("dataset", UNKNOWN, node)

    def _tensor_method(
        self, node: ast.Call, name: str, base: TensorValue, place: Place
    ) -> TraceType:
        if name == "astype" and node.args:
            return replace(base, dtype=self._dtype(node.args[0], place), variable=False)
        if name == "numpy":
            return replace(base, numpy=True, variable=False)
        if name in ("copy", "read_value", "value"):
            return replace(base, variable=False)
        if name in ("item", "tolist"):
            return UNKNOWN
        if name == "reshape":
            sizes = self._arguments(node, place)
            first = sizes[0] if len(sizes) == 1 else SequenceValue("tuple", tuple(sizes))
            shape, change = self._shape(first)
            known = shape is not None and not any(d is not None and d.constant == -1 for d in shape)
            return TensorValue(base.dtype, shape if known else None, base.numpy, change=change)
        if name in ("mean", "sum", "max", "min", "std", "var", "argmax", "all", "any"):
            if not node.args and not node.keywords:
                return TensorValue(base.dtype, (), base.numpy)
            return TensorValue(base.dtype, None, base.numpy)
        if name in ("assign", "assign_add", "assign_sub"):
            return replace(base, variable=False)
        return UNKNOWN

    # builtins

    def range_(self, node: ast.Call, place: Place) -> TraceType:
        values = self._arguments(node, place)
        if any(isinstance(value, TensorValue) and not value.numpy for value in values):
            return TensorValue("int32", (None,))
        change = next((v.changes for v in values if v.changes is not None), None)
        constants = [v.constant if isinstance(v, PythonValue) else None for v in values]
        if constants and all(isinstance(c, int) for c in constants) and 0 not in constants[2:]:
            return PythonValue("range", frozenset([range(*constants)]))  # type: ignore[arg-type]
        return PythonValue("range", None, change)

    def number(self, node: ast.Call, place: Place) -> TraceType:
        kind = node.func.id if isinstance(node.func, ast.Name) else "number"
        if not node.args:
            return UNKNOWN
        value = self.value(node.args[0], place)
        if isinstance(value, PythonValue):
            constants = None
            if value.constants is not None:
                convert = {"int": int, "float": float, "str": str, "abs": abs, "round": round}[kind]
                try:
                    constants = frozenset(convert(c) for c in value.constants)
                except (TypeError, ValueError, OverflowError):
                    constants = None
            result = value.kind if kind in ("abs",) else ("int" if kind == "round" else kind)
            if kind == "round" and len(node.args) > 1:
                result, constants = value.kind, None
            return PythonValue(result, constants, value.change)
        if isinstance(value, TensorValue):
            if kind in ("abs", "round"):
                return value
            # A Python number in eager code; whether it changes is not shown here.
            return PythonValue(kind) if kind in ("int", "float") else UNKNOWN
        return PythonValue(kind) if kind in ("int", "float", "str") else UNKNOWN

    def truth(self, node: ast.Call, place: Place) -> TraceType:
        return _truth()

    def length(self, node: ast.Call, place: Place) -> TraceType:
        value = self.value(node.args[0], place) if node.args else UNKNOWN
        if isinstance(value, SequenceValue):
            if value.items is not None and value.change is None:
                return python_value(len(value.items))
            return PythonValue("int", None, value.change)
        if isinstance(value, TensorValue) and value.shape:
            return value.shape[0] or PythonValue("int", None, value.change)
        return PythonValue("int")

    def extreme(self, node: ast.Call, place: Place) -> TraceType:
        values = self._arguments(node, place)
        if len(values) == 1:
            return UNKNOWN
        known = [value for value in values if isinstance(value, PythonValue) and value.is_number]
        if len(known) < len([v for v in values if v is not _ITSELF]):
            return UNKNOWN
        change = next((v.change for v in known if v.change), None)
        if len(known) < len(values):
            return _of_its_kind(known[0]) if known else _ITSELF
        kinds = {value.kind for value in known}
        kind = kinds.pop() if len(kinds) == 1 else "number"
        constants = [value.constant for value in known]
        if all(c is not None for c in constants):
            assert isinstance(node.func, ast.Name)
            return python_value((min if node.func.id == "min" else max)(constants))
        if sum(value.change is not None for value in known) == 1 and len(known) == 2:
            changing = next(v for v in known if v.change)
            bound = next(v for v in known if not v.change)
            if changing.constants is not None and bound.constant is not None:
                assert isinstance(node.func, ast.Name)
                function = min if node.func.id == "min" else max
                limited = frozenset(function(c, bound.constant) for c in changing.constants)
                return PythonValue(kind, limited, _recounted(changing.change, limited))
        return PythonValue(kind, None, change)

    def enumerate_(self, node: ast.Call, place: Place) -> TraceType:
        if not node.args:
            return UNKNOWN
        iterable = self.value(node.args[0], place)
        first = self._argument(node, 1, "start")
        offset = self.value(first, place) if first is not None else python_value(0)
        elements = self.elements(iterable)
        base = offset.constant if isinstance(offset, PythonValue) else None
        if elements is not None and isinstance(base, int):
            pairs = tuple(
                SequenceValue("tuple", (python_value(base + position), element))
                for position, element in enumerate(elements)
            )
            return SequenceValue("list", pairs)
        pair = SequenceValue("tuple", (PythonValue("int"), self.iterated(iterable)))
        return StreamValue("iterator", pair, node, self.count(iterable))

    def zip_(self, node: ast.Call, place: Place) -> TraceType:
        iterables = self._arguments(node, place)
        columns = [self.elements(iterable) for iterable in iterables]
        if columns and all(column is not None for column in columns):
            rows = zip(*columns)  # type: ignore[arg-type]
            return SequenceValue("list", tuple(SequenceValue("tuple", row) for row in rows))
        pair = SequenceValue("tuple", tuple(self.iterated(iterable) for iterable in iterables))
        counts = [c for c in map(self.count, iterables) if c is not None]
        return StreamValue("iterator", pair, node, min(counts) if counts else None)

    def same(self, node: ast.Call, place: Place) -> TraceType:
        """Return the argument: reversed, sorted, iter and the like keep the elements."""
        return self.value(node.args[0], place) if node.args else UNKNOWN

    def listed(self, node: ast.Call, place: Place) -> TraceType:
        kind = "tuple" if isinstance(node.func, ast.Name) and node.func.id == "tuple" else "list"
        if not node.args:
            return SequenceValue(kind, ())  # type: ignore[arg-type]
        value = self.value(node.args[0], place)
        elements = self.elements(value)
        if elements is not None:
            return SequenceValue(kind, tuple(elements))  # type: ignore[arg-type]
        return SequenceValue(kind, None, _settled(self.iterated(value)), self._length_change(value))  # type: ignore[arg-type]

    def dictionary(self, node: ast.Call, place: Place) -> TraceType:
        if node.args or any(keyword.arg is None for keyword in node.keywords):
            return MappingValue()
        return MappingValue(
            tuple((k.arg, self.value(k.value, place)) for k in node.keywords)
        )

    def fresh_iterator(self, node: ast.Call, place: Place) -> TraceType:
        """``iter``, ``map`` and ``filter`` of Python values; of a dataset, TensorFlow's own."""
        assert isinstance(node.func, ast.Name)
        if node.func.id == "iter" and node.args:
            source = self.value(node.args[0], place)
            if not isinstance(source, (SequenceValue, MappingValue, PythonValue)):
                return source if isinstance(source, StreamValue) else UNKNOWN
            return StreamValue("iterator", self.iterated(source), node)
        return StreamValue("iterator", UNKNOWN, node)

    def counting(self, node: ast.Call, place: Place) -> TraceType:
        return StreamValue("iterator", PythonValue("int"), node)


_BUILTINS: dict[str, Callable[[Evaluator, ast.Call, Place], TraceType]] = {
    "range": Evaluator.range_,
    "int": Evaluator.number,
    "float": Evaluator.number,
    "str": Evaluator.number,
    "abs": Evaluator.number,
    "round": Evaluator.number,
    "bool": Evaluator.truth,
    "isinstance": Evaluator.truth,
    "hasattr": Evaluator.truth,
    "callable": Evaluator.truth,
    "any": Evaluator.truth,
    "all": Evaluator.truth,
    "len": Evaluator.length,
    "min": Evaluator.extreme,
    "max": Evaluator.extreme,
    "enumerate": Evaluator.enumerate_,
    "zip": Evaluator.zip_,
    "reversed": Evaluator.same,
    "sorted": Evaluator.same,
    "list": Evaluator.listed,
    "tuple": Evaluator.listed,
    "dict": Evaluator.dictionary,
    "iter": Evaluator.fresh_iterator,
    "map": Evaluator.fresh_iterator,
    "filter": Evaluator.fresh_iterator,
    "itertools.count": Evaluator.counting,
}

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


def _short(qualified: str) -> str:
    return qualified.replace("tensorflow.", "tf.", 1).replace("numpy.", "np.", 1)


def _truth() -> PythonValue:
    return PythonValue("bool", frozenset([True, False]))


def _is_truth(value: TraceType) -> bool:
    return isinstance(value, PythonValue) and value.kind in ("bool", "none")


def _is_new_axis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_made_here(value: ObjectValue | FunctionValue) -> bool:
    return isinstance(value.site, (ast.Call, ast.Lambda))


def _of_its_kind(value: TraceType) -> TraceType:
    """Return ``value`` without its constants: what an update by it makes of a number."""
    if isinstance(value, PythonValue):
        return PythonValue(value.kind)
    if isinstance(value, TensorValue):
        return TensorValue(value.dtype)
    return UNKNOWN


def _updated_from_itself(binding: Binding, value: TraceType) -> TraceType:
    """Return the value of a binding that is worked out from its own earlier value."""
    loops = binding.place.loops
    if isinstance(value, PythonValue) and value.kind in ("int", "float", "number", "str"):
        if _grows_geometrically(binding.node):
            return value
        change = Change("counter", binding.name, start(binding.node)[0], loops[-1] if loops else None)
        return PythonValue(value.kind, None, change)
    if isinstance(value, SequenceValue) and value.change is not None:
        return replace(value, change=replace(value.change, what=binding.name))
    return value


def _grows_geometrically(node: ast.AST) -> bool:
    """Whether a statement doubles or halves an int: it takes few values, one per scale."""
    return (
        isinstance(node, ast.AugAssign)
        and isinstance(node.op, (ast.Mult, ast.FloorDiv))
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, int)
    )


def _settled(value: TraceType, loops: set[ast.comprehension] | None = None) -> TraceType:
    """Return ``value`` as seen when the loop in which it changed is over."""
    change = value.changes
    if change is None or (loops is not None and change.loop not in loops):
        return value
    if isinstance(value, PythonValue):
        return PythonValue(value.kind)
    if isinstance(value, TensorValue):
        shape = value.shape
        if shape is not None:
            shape = tuple(d if d is None or d.change is None else None for d in shape)
        return TensorValue(value.dtype, shape, value.numpy, value.variable)
    if isinstance(value, (ObjectValue, FunctionValue)):
        return replace(value, change=None)
    if isinstance(value, SequenceValue):
        items = None if value.items is None else tuple(_settled(i, loops) for i in value.items)
        return SequenceValue(value.kind, items, _settled(value.element, loops))
    return UNKNOWN


def _chosen_by(value: TraceType, index: TraceType) -> TraceType:
    """Return an element taken by ``index``: it changes when the index does."""
    change = index.changes
    if change is None or not isinstance(value, PythonValue) or value.kind in ("bool", "none"):
        return value
    return replace(value, change=_recounted(change, value.constants))


def _recounted(change: Change | None, constants: frozenset[Any] | None) -> Change | None:
    if change is None:
        return None
    count = change.count
    if constants is not None:
        count = len(constants) if count is None else min(count, len(constants))
    return replace(change, count=count)


def _python_arithmetic(op: ast.operator, left: PythonValue, right: PythonValue) -> TraceType:
    if left.kind == "str" or right.kind == "str":
        return PythonValue("str", None, left.change or right.change)
    numeric = ("int", "float", "number", "bool")
    if left.kind not in numeric or right.kind not in numeric:
        return UNKNOWN
    if isinstance(op, (ast.Div, ast.Pow)) or "float" in (left.kind, right.kind):
        kind = "float" if isinstance(op, ast.Div) or "float" in (left.kind, right.kind) else "number"
        if isinstance(op, ast.Pow) and left.kind == right.kind == "int":
            kind = "int"
    elif "number" in (left.kind, right.kind):
        kind = "number"
    else:
        kind = "int"
    change = left.change or right.change
    constants = _combined(_OPERATORS.get(type(op)), left.constants, right.constants)
    if left.change is not None and right.change is not None and left.change != right.change:
        constants = None
    if change is not None:
        count = change.count
        if left.change is not None and right.change is not None and left.change != right.change:
            count = None
        if constants is not None:
            count = len(constants)
        elif isinstance(op, ast.Mod) and isinstance(right.constant, int):
            count = abs(right.constant) if count is None else min(count, abs(right.constant))
        change = replace(change, count=count)
    return PythonValue(kind, constants, change)


def _combined(
    function: Callable[[Any, Any], Any] | None,
    left: frozenset[Any] | None,
    right: frozenset[Any] | None,
) -> frozenset[Any] | None:
    if function is None or left is None or right is None or len(left) * len(right) > MAX_CONSTANTS:
        return None
    if any(abs(value) > _LARGE for value in (*left, *right)):
        return None
    if function in (operator.pow, operator.lshift) and any(abs(value) > 64 for value in right):
        return None
    try:
        return frozenset(function(a, b) for a in left for b in right)
    except (ArithmeticError, TypeError, ValueError):
        return None


def _tensor_arithmetic(left: TraceType, right: TraceType) -> TraceType:
    tensors = [value for value in (left, right) if isinstance(value, TensorValue)]
    change = next((t.change for t in tensors if t.change), None)
    if len(tensors) == 1:
        (tensor,) = tensors
        other = right if left is tensor else left
        if isinstance(other, PythonValue) and other.kind != "none":
            dtype = tensor.dtype
            if tensor.numpy and other.kind == "float" and dtype and dtype.startswith("int"):
                dtype = "float64"
            return TensorValue(dtype, tensor.shape, tensor.numpy, change=change)
        return TensorValue(tensor.dtype if not tensor.numpy else None, None, change=change)
    a, b = tensors
    dtype = a.dtype if a.dtype == b.dtype else None
    if a.numpy != b.numpy:
        dtype = b.dtype if a.numpy else a.dtype
    shape = None
    if a.shape is not None and b.shape is not None:
        longer, shorter = (a.shape, b.shape) if len(a.shape) >= len(b.shape) else (b.shape, a.shape)
        one_sized = all(d is not None and d.constant == 1 for d in shorter)
        if not shorter or one_sized or longer[-len(shorter) :] == shorter:
            shape = longer
    return TensorValue(dtype, shape, a.numpy and b.numpy, change=change)


def _sequence_arithmetic(op: ast.operator, left: TraceType, right: TraceType) -> TraceType:
    if isinstance(op, ast.Add) and isinstance(left, SequenceValue):
        if isinstance(right, SequenceValue) and left.kind == right.kind:
            if left.items is not None and right.items is not None:
                return SequenceValue(left.kind, left.items + right.items)
            elements = [join(v.items) if v.items else v.element for v in (left, right)]
            return SequenceValue(left.kind, None, join(elements), left.change or right.change)
    if isinstance(op, ast.Mult):
        sequence, times = (left, right) if isinstance(left, SequenceValue) else (right, left)
        if isinstance(sequence, SequenceValue) and isinstance(times, PythonValue):
            factor = times.constant
            if sequence.items is not None and isinstance(factor, int) and 0 <= factor <= 64:
                return SequenceValue(sequence.kind, sequence.items * factor)
            element = join(sequence.items) if sequence.items else sequence.element
            return SequenceValue(sequence.kind, None, element, times.change)
    return UNKNOWN


def _default_dtype(value: TraceType, numpy: bool) -> str | None:
    """Return the dtype that TensorFlow (or NumPy) gives a Python value."""
    if isinstance(value, SequenceValue):
        parts = value.items if value.items is not None else (value.element,)
        dtypes = {_default_dtype(part, numpy) for part in parts}
        if len(dtypes) == 1:
            return dtypes.pop()
        if dtypes == {"int32", "float32"}:
            return "float32"
        if dtypes == {"int64", "float64"}:
            return "float64"
        return None
    if isinstance(value, TensorValue):
        return value.dtype
    if isinstance(value, PythonValue):
        names = {"int": "int64" if numpy else "int32", "float": "float64" if numpy else "float32"}
        names |= {"bool": "bool", "str": "string", "bytes": "string", "complex": "complex128"}
        if value.kind == "int" and not numpy and value.constants is not None:
            if any(isinstance(c, int) and not -(2**31) <= c < 2**31 for c in value.constants):
                return "int64"
        return names.get(value.kind) if not (numpy and value.kind == "str") else None
    return None


def _nested_shape(value: TraceType) -> tuple[Dimension, ...] | None:
    """Return the shape of the tensor made of nested lists."""
    if isinstance(value, PythonValue):
        return () if value.kind not in ("range", "slice", "none") else None
    if isinstance(value, TensorValue):
        return value.shape
    if isinstance(value, SequenceValue):
        if value.items is None:
            inner = _nested_shape(value.element)
            length = PythonValue("int", None, value.change) if value.change else None
            return None if inner is None else (length, *inner)
        shapes = {_nested_shape(item) for item in value.items}
        if len(shapes) > 1 or None in shapes:
            return None
        inner = shapes.pop() if shapes else ()
        assert inner is not None
        return (python_value(len(value.items)), *inner)
    return None


def _rows(evaluator: Evaluator, value: TraceType) -> TraceType:
    if isinstance(value, SequenceValue) and value.kind == "tuple" and value.items is not None:
        return SequenceValue("tuple", tuple(_rows(evaluator, item) for item in value.items))
    if isinstance(value, MappingValue) and value.items is not None:
        return MappingValue(tuple((k, _rows(evaluator, v)) for k, v in value.items))
    if isinstance(value, SequenceValue):
        shape = _nested_shape(value)
        dtype = _default_dtype(value, numpy=False)
        return TensorValue(dtype, shape[1:] if shape else None)
    if isinstance(value, TensorValue):
        return replace(evaluator.iterated(value), numpy=False)  # type: ignore[call-arg]
    return UNKNOWN


def _as_tensors(value: TraceType) -> TraceType:
    if isinstance(value, TensorValue):
        return replace(value, numpy=False, variable=False)
    if isinstance(value, SequenceValue) and value.items is not None and value.kind == "tuple":
        return SequenceValue("tuple", tuple(_as_tensors(item) for item in value.items))
    return UNKNOWN


def _as_numpy(value: TraceType) -> TraceType:
    if isinstance(value, TensorValue):
        return replace(value, numpy=True)
    if isinstance(value, SequenceValue) and value.items is not None:
        return SequenceValue("tuple", tuple(_as_numpy(item) for item in value.items))
    return UNKNOWN


def _batched(value: TraceType, size: Dimension, change: Change | None) -> TraceType:
    if isinstance(value, TensorValue):
        shape = None if value.shape is None or change is not None else (size, *value.shape)
        return TensorValue(value.dtype, shape, change=change)
    if isinstance(value, SequenceValue) and value.items is not None:
        return SequenceValue(
            "tuple", tuple(_batched(item, size, change) for item in value.items)
        )
    if isinstance(value, MappingValue) and value.items is not None:
        return MappingValue(tuple((k, _batched(v, size, change)) for k, v in value.items))
    return TensorValue(change=change) if change is not None else UNKNOWN


def _mapping_method(name: str, base: MappingValue, node: ast.Call) -> TraceType:
    if name == "keys":
        keys = [python_value(key) for key, _ in base.items or ()]
        return SequenceValue("list", tuple(keys)) if base.items is not None else UNKNOWN
    if name == "values":
        if base.items is not None:
            return SequenceValue("list", tuple(value for _, value in base.items))
        return StreamValue("view", base.element, node)
    if name == "items":
        if base.items is not None:
            pairs = tuple(SequenceValue("tuple", (python_value(k), v)) for k, v in base.items)
            return SequenceValue("list", pairs)
        pair = SequenceValue("tuple", (UNKNOWN, base.element))
        return StreamValue("view", pair, node)
    return UNKNOWN


def _library_value(node: ast.AST, qualified: str) -> TraceType:
    """Return a module's attribute: a dtype, a function, a number."""
    module, _, name = qualified.rpartition(".")
    name = library.DTYPE_ALIASES.get(name, name)
    if module in ("tensorflow", "numpy", "tensorflow.dtypes") and name in library.DTYPES:
        return PythonValue("dtype", frozenset([name]))
    if qualified in ("math.pi", "math.e", "numpy.pi", "numpy.e", "math.inf", "numpy.inf"):
        return PythonValue("float")
    if qualified == "tensorflow.newaxis" or qualified == "numpy.newaxis":
        return python_value(None)
    if module.startswith(("tensorflow", "numpy", "keras", "math")) and name[:1].islower():
        return FunctionValue(node, qualified=qualified)
    return UNKNOWN


__all__ = ["TF_FUNCTION", "Evaluator", "FunctionNode", "python_value"]
