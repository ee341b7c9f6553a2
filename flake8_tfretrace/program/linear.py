"""Linear forms: what a size is in terms of the values that it is computed from.

``i + n`` minus ``i`` is ``n``, whatever ``i`` is: a window that moves keeps its length.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass

from flake8_tfretrace.program.scopes import Binding, Place, definitions, reaching, start, tail
from flake8_tfretrace.program.tracetypes import Change, PythonValue
from flake8_tfretrace.program.values import Values

_MAX_DEPTH = 8
_Symbol = tuple[str, tuple[Binding, ...]]
"""A name with the definitions that reach it, or the text of an attribute with those of its root.

Of a product the text of both, with the definitions of both.
"""


@dataclass(frozen=True)
class Linear:
    """A sum of multiples of values that are not known."""

    constant: int
    terms: tuple[tuple[_Symbol, int, ast.expr], ...] = ()
    """The values, how often each counts, and an expression that gives it."""

    def __sub__(self, other: Linear) -> Linear:
        return _sum(((self, 1), (other, -1)))

    @property
    def symbols(self) -> set[_Symbol]:
        """The values that are not known."""
        return {symbol for symbol, _, _ in self.terms}

    @property
    def values(self) -> list[ast.expr]:
        """The expressions on which it depends."""
        return [node for _, _, node in self.terms]


def _sum(parts: Iterable[tuple[Linear, int]]) -> Linear:
    constant = 0
    counts: dict[_Symbol, int] = {}
    nodes: dict[_Symbol, ast.expr] = {}
    for part, factor in parts:
        constant += factor * part.constant
        for symbol, count, node in part.terms:
            counts[symbol] = counts.get(symbol, 0) + factor * count
            nodes.setdefault(symbol, node)
    return Linear(constant, tuple((s, count, nodes[s]) for s, count in counts.items() if count))


def _product(left: Linear, right: Linear, node: ast.expr) -> Linear:
    """Return the product of two forms; that of two values is one that is not known."""
    products = (
        Linear(0, ((_times(one, other), count * factor, node),))
        for one, count, _ in left.terms
        for other, factor, _ in right.terms
    )
    constant = Linear(-left.constant * right.constant)
    scaled = ((left, right.constant), (right, left.constant), (constant, 1))
    return _sum((*scaled, *((product, 1) for product in products)))


def _times(one: _Symbol, other: _Symbol) -> _Symbol:
    (text, bindings), (text_2, bindings_2) = sorted((one, other), key=lambda symbol: symbol[0])
    return f"({text}) * ({text_2})", bindings + bindings_2


def linear(values: Values, node: ast.expr, place: Place, depth: int = 0) -> Linear | None:
    """Return an int expression as a linear form; None if it is something else."""
    value = values.value(node, place)
    if isinstance(value, PythonValue) and type(value.constant) is int:
        return Linear(value.constant)
    if depth > _MAX_DEPTH:
        return None
    if isinstance(node, ast.BinOp):
        left = linear(values, node.left, place, depth + 1)
        right = linear(values, node.right, place, depth + 1)
        if left is None or right is None:
            return None
        if isinstance(node.op, ast.Add):
            return _sum(((left, 1), (right, 1)))
        if isinstance(node.op, ast.Sub):
            return left - right
        return _product(left, right, node) if isinstance(node.op, ast.Mult) else None
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        operand = linear(values, node.operand, place, depth + 1)
        return None if operand is None else _sum(((operand, -1),))
    return _named(values, node, place, depth)


def width(values: Values, lower: ast.expr, upper: ast.expr, place: Place) -> Linear | None:
    """Return the difference of two bounds as a linear form; None if they are something else.

    Where the upper one is the least of several, it is one that moves with the lower one, if there
    is one: what cuts the last window short cuts no other.
    """
    first = linear(values, lower, place)
    if first is None:
        return None
    for bound in _least_of(upper, place):
        last = linear(values, bound, place)
        if last is not None and first.symbols and not first.symbols & (last - first).symbols:
            return last - first
    last = linear(values, upper, place)
    return None if last is None else last - first


def most_sliced(values: Values, node: ast.Slice, place: Place) -> int | None:
    """Return how many elements a slice has at most, whatever it is taken from."""
    if node.step is not None:
        return None
    if node.lower is not None and node.upper is not None:
        window = width(values, node.lower, node.upper, place)
        # Of x[2:-3] the difference says nothing.
        is_known = window is not None and not window.terms and window.constant >= 0
        return window.constant if window is not None and is_known else None
    bound = values.value(node.upper or node.lower, place)
    number = bound.most if isinstance(bound, PythonValue) else None
    if number is None or (number < 0) is not (node.upper is None):
        return None
    # Of x[-n:], the least of several numbers takes most.
    return abs(number) if node.upper is not None or bound.constant is not None else None


def _least_of(node: ast.expr, place: Place) -> list[ast.expr]:
    """Return the expressions of which one is the least, as ``min`` or ``tf.minimum`` gives it."""
    source: ast.expr | None = node
    if isinstance(node, ast.Name):
        bindings = definitions(node, place)
        is_here = len(bindings) == 1 and bindings[0].place.loops == place.loops
        source = assigned(bindings[0]) if is_here else None
    is_least = isinstance(source, ast.Call) and tail(source.func) in ("min", "minimum")
    return source.args if isinstance(source, ast.Call) and is_least else []


def width_change(values: Values, lower: ast.expr, upper: ast.expr, place: Place) -> Change | None:
    """Return why the difference of two bounds changes: a window that moves keeps its length."""
    found = width(values, lower, upper, place)
    changes = [] if found is None else [values.value(node, place).changes for node in found.values]
    known = [change for change in changes if change is not None]
    return known[0] if len(known) == 1 else None


def _named(values: Values, node: ast.expr, place: Place, depth: int) -> Linear | None:
    """Return the linear form of a name or attribute: its definition's, or itself."""
    root = node
    while isinstance(root, ast.Attribute):
        root = root.value
    if not isinstance(root, ast.Name):
        return None
    bindings = tuple(definitions(root, place))
    if root is node and len(bindings) == 1:
        (binding,) = bindings
        source = assigned(binding)
        if source is not None:
            if binding.place.loops == place.loops and _holds_at(binding, node, place):
                found = linear(values, source, binding.place, depth + 1)
                if found is not None:
                    return found
    return Linear(0, (((ast.unparse(node), bindings), 1, node),))


def assigned(binding: Binding) -> ast.expr | None:
    """Return the expression that a name is assigned, be it in a tuple of several."""
    return part_of(binding.value, binding.path) if binding.kind == "assign" else None


def part_of(value: ast.expr | None, path: tuple[int | None, ...]) -> ast.expr | None:
    """Return the expression of an element of tuples; None if they are not written out."""
    for step in path:
        parts = value.elts if isinstance(value, (ast.Tuple, ast.List)) else []
        if step is None or step >= len(parts) or any(isinstance(p, ast.Starred) for p in parts):
            return None
        value = parts[step]
    return value


def _holds_at(binding: Binding, use: ast.expr, place: Place) -> bool:
    """Whether what a definition reads still has the same definitions where its name is used."""
    if binding.place.function is not place.function or binding.value is None:
        return False
    return all(
        reaching(part.id, binding.place, start(part)) == reaching(part.id, place, start(use))
        for part in ast.walk(binding.value)
        if isinstance(part, ast.Name)
    )
