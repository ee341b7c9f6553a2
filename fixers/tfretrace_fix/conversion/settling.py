"""Whether the shape of what a loop carries settles: only the first iteration may change it.

A static shape is a function of static shapes. So a loop whose first iteration leaves the shape of
what it carries leaves it for good, and it is enough that an update is computed from the value
before by what keeps a shape, or takes a dimension away for each that it adds.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping

from flake8_tfretrace import knowledge
from flake8_tfretrace.program import Binding, Function, Place
from flake8_tfretrace.program.library import MATRIX_PRODUCTS
from flake8_tfretrace.program.syntax import bind
from flake8_tfretrace.program.tracetypes import python_value
from tfretrace_fix.conversion.comparison import Comparison
from tfretrace_fix.functions import keeps_type, known_call

_TRANSPOSING = frozenset({"transpose_a", "transpose_b"})


class Settling:
    """What the shape of an expression owes to that of a name which a loop carries."""

    def __init__(
        self, compared: Comparison, name: str, changing: Collection[str], *, keeps_dtype: bool
    ) -> None:
        self._program = compared.program
        self._after = compared.after
        self._name = name
        self._changing = changing
        """The names that the loop sets."""
        self._keeps_dtype = keeps_dtype
        """Whether the dtype of the update is inferred from the operations that are passed over."""
        self._entered: list[Function] = []
        self._multiplied: set[str] = set()
        """The matrices that it is multiplied by as they are."""

    def settles(self, node: ast.expr, place: Place) -> bool:
        """Whether ``node`` has the shape of the name, if that shape settles."""
        return self._rank(node, place, {}) == 0

    def _rank(self, node: ast.expr, place: Place, given: Mapping[str, int]) -> int | None:
        """Return the dimensions that ``node`` has more than the name; None if it is not of it.

        ``given``: those of the parameters of a function that is looked into.
        """
        match node:
            case ast.Name(id=name):
                return self._rank_of_name(node, name, place, given)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self._rank(operand, place, given)
            case ast.BinOp(left=left, op=ast.MatMult(), right=right):
                return self._product(left, right, place, given)
            case ast.BinOp(left=left, right=right):
                return self._broadcast([left, right], place, given)
            case ast.Compare(left=left, comparators=[right]) if not self._keeps_dtype:
                return self._broadcast([left, right], place, given)
            case ast.Subscript(value=value, slice=index) if not self._keeps_dtype:
                added = self._added(index, place)
                rank = None if added is None else self._rank(value, place, given)
                return None if rank is None or added is None else rank + added
            case ast.Call():
                return self._call(node, place, given)
        return None

    def _rank_of_name(
        self, node: ast.Name, name: str, place: Place, given: Mapping[str, int]
    ) -> int | None:
        if not self._entered and name == self._name:
            return 0
        if self._entered and name in given:
            return given[name]
        if self._keeps_dtype or (not self._entered and name not in self._changing):
            return None
        match self._program.bindings(node, place):
            case [Binding(kind="assign", path=(), value=ast.expr() as value) as binding]:
                if binding.place.function is place.function:
                    return self._rank(value, binding.place, given)
        return None

    def _broadcast(
        self, operands: list[ast.expr], place: Place, given: Mapping[str, int]
    ) -> int | None:
        """Return the dimensions of what operands are broadcast to, one of which is of the name."""
        ranks = [self._rank(operand, place, given) for operand in operands]
        return max((rank for rank in ranks if rank is not None), default=None)

    def _product(
        self,
        left: ast.expr,
        right: ast.expr,
        place: Place,
        given: Mapping[str, int],
        *,
        is_transposed: bool = False,
    ) -> int | None:
        """Look at a product of matrices: one factor is of the name, and the other stays."""
        ranks = [self._rank(factor, place, given) for factor in (left, right)]
        if [rank is None for rank in ranks].count(True) != 1:
            return None
        matrix = left if ranks[0] is None else right
        if any(
            self._rank(part, place, given) is not None
            or (not self._entered and part.id in self._changing)
            for part in ast.walk(matrix)
            if isinstance(part, ast.Name)
        ):
            return None
        if is_transposed and ast.unparse(matrix) not in self._multiplied:
            # Multiplied by a matrix and by its transpose it has the shape that it had.
            return None
        self._multiplied.add(ast.unparse(matrix))
        return ranks[1] if ranks[0] is None else ranks[0]

    def _call(self, node: ast.Call, place: Place, given: Mapping[str, int]) -> int | None:
        place = self._program.index.places.get(node, place)
        known, bound = known_call(self._program, node, place)
        if known is None and self._is_of_keras(node, place):
            # What it gives and takes again is of the shape that it takes.
            return self._rank(node.args[0], place, given) if node.args else None
        if known is None:
            return self._follow(node, given)
        if known.name in MATRIX_PRODUCTS and len(node.args) == 2:
            keywords = {keyword.arg for keyword in node.keywords}
            if keywords and (self._keeps_dtype or not keywords <= _TRANSPOSING):
                return None
            left, right = node.args
            return self._product(left, right, place, given, is_transposed=bool(keywords))
        if self._keeps_dtype:
            same = keeps_type(self._program, node, place)
            return None if same is None else self._rank(same, place, given)
        if bound is None:
            return None
        shape = known.returned(bound).shape
        operands = [a for a in map(bound.get, shape.names if shape else ()) if a is not None]
        if shape is not None and shape.sign == "=":
            return self._broadcast(operands, place, given)
        if shape is not None and shape.sign == "$" and len(operands) == 1:
            return self._of_shape(operands[0], place, given)
        return self._reduced(known, bound, place, given)

    def _is_of_keras(self, node: ast.Call, place: Place) -> bool:
        """Whether a layer or model is called."""
        return self._program.keras.kind(self._after.value(node.func, place)) in ("layer", "model")

    def _of_shape(self, shape: ast.expr, place: Place, given: Mapping[str, int]) -> int | None:
        """Look at a shape: that of something, as ``tf.shape(x)`` or ``x.shape``."""
        match shape:
            case ast.Attribute(value=value, attr="shape"):
                return self._rank(value, place, given)
            case ast.Call(args=[value], keywords=[]):
                if self._program.qualified(shape.func, place) == "tensorflow.shape":
                    return self._rank(value, place, given)
        return None

    def _reduced(
        self,
        known: knowledge.Function,
        bound: knowledge.Bound,
        place: Place,
        given: Mapping[str, int],
    ) -> int | None:
        """Look at a reduction over one axis."""
        rule = known.result.shape
        is_reduction = rule is not None and (rule.sign, *rule.names) == ("^", "0")
        axis, (first, *_) = bound.get("axis"), (*known.tensors, "")
        reduced = bound.get(first)
        if not is_reduction or reduced is None or axis is None or bound.get("keepdims") is not None:
            return None
        try:
            is_one = isinstance(ast.literal_eval(axis), int)
        except ValueError:
            return None
        rank = self._rank(reduced, place, given) if is_one else None
        return None if rank is None else rank - 1

    def _follow(self, node: ast.Call, given: Mapping[str, int]) -> int | None:
        """Look into a function of the file that returns at its end alone."""
        function = None if self._keeps_dtype else self._program.calls.target(node)
        if function is None or function in self._entered:
            return None
        match function.returns:
            case [(ast.Return(value=ast.expr() as value) as returned, _)]:
                if returned is not getattr(function.node, "body", [None])[-1]:
                    return None
            case _:
                return None
        ranks: dict[str, int] = {}
        for argument, parameter, starred in bind(function.call_parameters, node):
            rank = self._rank(argument, self._program.index.places[node], given)
            if rank is not None and (parameter is None or starred):
                return None
            if rank is not None and parameter is not None:
                ranks[parameter.name] = rank
        self._entered.append(function)
        rank = self._rank(value, function.body, ranks)
        self._entered.pop()
        return rank

    def _added(self, index: ast.expr, place: Place) -> int | None:
        """Return how many dimensions an index adds that takes the others as they are."""
        parts = index.elts if isinstance(index, ast.Tuple) else [index]
        added = 0
        for part in parts:
            match part:
                case ast.Constant(value=None):
                    added += 1
                case ast.Attribute() if self._program.value(part, place) == python_value(None):
                    added += 1
                case ast.Constant(value=value) if value is ...:
                    pass
                case ast.Slice(lower=None, upper=None, step=None):
                    pass
                case _:
                    return None
        return added
