"""Whether what a loop carries keeps its shape, where the shape itself is not known.

A shape is what others broadcast to: known ones, and those of what the loop finds and leaves as it
is. Broadcasting is commutative, associative and idempotent, so that two tensors that come of the
same shapes have the same one, whatever these are.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping

from flake8_tfretrace.program import Binding, Function, Place
from flake8_tfretrace.program.library import MATRIX_PRODUCTS
from flake8_tfretrace.program.scopes import end, start
from flake8_tfretrace.program.syntax import bind
from flake8_tfretrace.program.tracetypes import TensorValue, TraceType
from tfretrace_fix.conversion.comparison import Comparison
from tfretrace_fix.functions import known_call

_Sizes = tuple[int, ...]
Shape = frozenset[Binding | _Sizes]
"""What a shape is broadcast from, of the known sizes the result; that of a scalar is empty."""
_SCALAR: Shape = frozenset()
_HOLDING = frozenset({"assign", "loop", "parameter", "with"})
"""The definitions after which a name holds one value until the next."""
_OF_THE_FIRST = frozenset({"transpose_a", "adjoint_a"})
_OF_THE_SECOND = frozenset({"transpose_b", "adjoint_b"})


class Shapes:
    """The shapes of what is computed in a loop, if what it carries keeps its shape.

    That is the premise of an induction: it is shown of all that a loop carries, or of nothing.
    """

    def __init__(self, compared: Comparison, loop: ast.stmt, place: Place) -> None:
        self._program = compared.program
        self._after = compared.after
        self._loop = loop
        self._function = place.function
        self._pending: list[Binding] = []
        """The definitions that are looked at: what depends on itself does so by way of an earlier
        iteration, which has left the shape that the loop has found."""
        self._entered: list[Function] = []

    def keeps(self, update: Binding, before: Iterable[Binding]) -> bool:
        """Whether an update has the one shape that definitions before the loop have."""
        found = {self._of_binding(binding, {}) for binding in before}
        if len(found) != 1 or None in found:
            return False
        # What the name is afterwards is the premise.
        return self._of_value(update, {}) in found

    def _of(self, node: ast.expr, place: Place, given: Mapping[str, Shape | None]) -> Shape | None:
        """Return the shape of an expression; None if it is not known to be of others.

        ``given``: those of the parameters of a function that is looked into.
        """
        value = self._after.value(node, place)
        known = _known(value)
        if known is not None:
            return known
        if isinstance(node, ast.Name):
            return self._of_name(node, place, given)
        if not isinstance(value, TensorValue):
            # Operators and functions may do something else with lists and objects.
            return None
        match node:
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self._of(operand, place, given)
            case ast.BinOp(left=left, op=ast.MatMult(), right=right):
                return self._product([(left, right), (right, left)], place, given)
            case ast.BinOp(left=left, right=right):
                return self._broadcast([left, right], place, given)
            case ast.Compare(left=left, comparators=[right]):
                return self._broadcast([left, right], place, given)
            case ast.Call():
                return self._call(node, place, given)
        return None

    def _of_name(
        self, node: ast.Name, place: Place, given: Mapping[str, Shape | None]
    ) -> Shape | None:
        found = self._program.bindings(node, place)
        shapes = {self._of_binding(b, given) for b in found if b not in self._pending}
        return shapes.pop() if len(shapes) == 1 else None

    def _of_binding(self, binding: Binding, given: Mapping[str, Shape | None]) -> Shape | None:
        place = binding.place
        known = _known(self._after.variables.binding(binding, place))
        if known is not None:
            return known
        if self._entered and place.function is self._entered[-1] and binding.kind == "parameter":
            return given.get(binding.name)
        if binding.kind in ("assign", "augmented") and not is_taken_apart(binding):
            shape = self._of_value(binding, given)
            if shape is not None:
                return shape
        is_found = binding.kind in _HOLDING and (
            place.scope.kind == "module" or self._is_before(binding)
        )
        return frozenset({binding}) if is_found else None

    def _of_value(self, binding: Binding, given: Mapping[str, Shape | None]) -> Shape | None:
        """Return the shape of what an assignment sets its name to."""
        self._pending.append(binding)
        shape = self._of(new_value(binding), binding.place, given)
        self._pending.pop()
        return shape

    def _is_before(self, binding: Binding) -> bool:
        """Whether a definition of the function around stands outside the loop."""
        is_in_loop = start(self._loop) <= start(binding.node) < end(self._loop)
        return binding.place.function is self._function and not is_in_loop

    def _broadcast(
        self, operands: Iterable[ast.expr], place: Place, given: Mapping[str, Shape | None]
    ) -> Shape | None:
        shapes = [self._of(operand, place, given) for operand in operands]
        parts = [part for shape in shapes if shape is not None for part in shape]
        if not shapes or None in shapes:
            return None
        sizes: _Sizes | None = ()
        for part in parts:
            if isinstance(part, tuple) and sizes is not None:
                sizes = _broadcast_sizes(sizes, part)
        if sizes is None:
            return None
        others = frozenset(part for part in parts if not isinstance(part, tuple))
        return others | {sizes} if sizes else others

    def _product(
        self,
        factors: Iterable[tuple[ast.expr, ast.expr]],
        place: Place,
        given: Mapping[str, Shape | None],
    ) -> Shape | None:
        """Look at a product: one with a square matrix has the shape of the other factor.

        ``factors``: what may be the matrix, with the other one.
        """
        for matrix, other in factors:
            value = self._after.value(matrix, place)
            sizes = value.constant_shape if isinstance(value, TensorValue) else None
            if sizes is not None and len(sizes) == 2 and sizes[0] == sizes[1]:
                return self._of(other, place, given)
        return None

    def _call(
        self, node: ast.Call, place: Place, given: Mapping[str, Shape | None]
    ) -> Shape | None:
        place = self._program.index.places.get(node, place)
        known, bound = known_call(self._program, node, place)
        if known is None:
            return self._follow(node, place, given)
        if known.name in MATRIX_PRODUCTS and len(node.args) == 2:
            by_vector = MATRIX_PRODUCTS[known.name]
            return self._product_call(node, place, given, by_vector=by_vector)
        rule = None if bound is None else known.returned(bound).shape
        if rule is None or bound is None:
            return None
        operands = [one for one in map(bound.get, rule.names) if one is not None]
        if rule.sign == "=":
            return self._broadcast(operands, place, given)
        if rule.sign == "$" and len(operands) == 1:
            of = self._shape_of(operands[0], place)
            return None if of is None else self._of(of, place, given)
        return None

    def _product_call(
        self, node: ast.Call, place: Place, given: Mapping[str, Shape | None], *, by_vector: bool
    ) -> Shape | None:
        """Look at a product that a function computes: it may turn over the square one alone."""
        turned = {keyword.arg for keyword in node.keywords}
        left, right = node.args
        ways = [
            (pair, turning)
            for pair, turning in (((left, right), _OF_THE_FIRST), ((right, left), _OF_THE_SECOND))
            if turned <= turning and not (by_vector and pair[0] is right)
        ]
        return self._product([pair for pair, _ in ways], place, given)

    def _shape_of(self, node: ast.expr, place: Place) -> ast.expr | None:
        """Return the tensor whose shape an expression is: ``x`` of ``tf.shape(x)``."""
        match node:
            case ast.Attribute(value=value, attr="shape"):
                return value
            case ast.Call(args=[value], keywords=[]):
                if self._program.qualified(node.func, place) == "tensorflow.shape":
                    return value
        return None

    def _follow(
        self, node: ast.Call, place: Place, given: Mapping[str, Shape | None]
    ) -> Shape | None:
        """Look into a function of the file that returns at its end alone."""
        function = self._program.calls.target(node)
        if function is None or function in self._entered:
            return None
        match function.returns:
            case [(ast.Return(value=ast.expr() as value) as returned, _)]:
                if returned is not getattr(function.node, "body", [None])[-1]:
                    return None
            case _:
                return None
        shapes: dict[str, Shape | None] = {}
        for argument, parameter, starred in bind(function.call_parameters, node):
            if parameter is not None and not starred:
                shapes[parameter.name] = self._of(argument, place, given)
        self._entered.append(function)
        shape = self._of(value, function.body, shapes)
        self._entered.pop()
        return shape


def _known(value: TraceType) -> Shape | None:
    """Return the shape of a number, or of a tensor with sizes that are known."""
    if value.is_number:
        return _SCALAR
    sizes = value.constant_shape if isinstance(value, TensorValue) else None
    if sizes is None:
        return None
    return frozenset({sizes}) if sizes else _SCALAR


def _broadcast_sizes(one: _Sizes, other: _Sizes) -> _Sizes | None:
    """Return what two shapes broadcast to; None if they do not."""
    shorter, longer = sorted((one, other), key=len)
    padded = (1,) * (len(longer) - len(shorter)) + shorter
    if any(a != b and 1 not in (a, b) for a, b in zip(padded, longer, strict=True)):
        return None
    return tuple(b if a == 1 else a for a, b in zip(padded, longer, strict=True))


def new_value(update: Binding) -> ast.expr:
    """Return what an assignment sets its name to."""
    node = update.node
    if isinstance(node, ast.AugAssign):
        old = ast.copy_location(ast.Name(update.name, ast.Load()), node.target)
        return ast.copy_location(ast.BinOp(old, node.op, node.value), node)
    assert update.value is not None
    if update.path and isinstance(update.value, ast.Tuple) and isinstance(update.path[0], int):
        return update.value.elts[update.path[0]]
    return update.value


def is_taken_apart(update: Binding) -> bool:
    """Whether an assignment gives several names parts of a value that is not written out."""
    if not update.path:
        return update.value is None and not isinstance(update.node, ast.AugAssign)
    return (
        len(update.path) > 1
        or not isinstance(update.value, ast.Tuple)
        or not isinstance(update.path[0], int)
        or any(isinstance(element, ast.Starred) for element in update.value.elts)
    )
