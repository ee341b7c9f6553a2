"""What the files of a user hold: as many things as there are, which no code says."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from flake8_tfretrace.program import library
from flake8_tfretrace.program.calls import Calls
from flake8_tfretrace.program.linear import part_of
from flake8_tfretrace.program.names import Names
from flake8_tfretrace.program.scopes import Binding, LoopNode, Place, definitions

_READING = frozenset(
    {"csv.DictReader", "csv.reader", "glob.glob", "glob.iglob", "io.open", "open"}
    | {"os.listdir", "os.scandir", "os.walk", "numpy.genfromtxt", "numpy.load", "numpy.loadtxt"}
    | {f"tensorflow.io.gfile.{name}" for name in ("GFile", "glob", "listdir", "walk")}
)
"""Functions that list files, or read one: settings, which have few elements, are none of theirs."""
_TABLES = "pandas.read_"
_LISTING = frozenset({"glob", "iterdir", "rglob"})
"""Methods of paths that list files."""
_KEEPING = frozenset(
    {"enumerate", "iter", "list", "numpy.array", "numpy.asarray", "reversed", "sorted", "tuple"}
    | {"zip"}
)
"""Functions that give as many elements as what they are given."""
_KEEPING_METHODS = frozenset(
    {"iterrows", "itertuples", "read", "readlines", "split", "splitlines", "strip", "to_numpy"}
    | {"tolist"}
)


@dataclass(eq=False, repr=False)
class FileData:
    """Answers which loops of a program go over what files hold."""

    names: Names
    calls: Calls

    def goes_over(self, loop: LoopNode, place: Place) -> bool:
        """Whether a loop at ``place`` runs once for each of many files, lines, or rows."""
        return not isinstance(loop, ast.While) and self._holds(loop.iter, place, frozenset())

    def _holds(self, node: ast.expr | None, place: Place, seen: frozenset[Binding]) -> bool:
        """Whether an expression gives all files of a folder, or all that one holds."""
        match node:
            case ast.Call():
                return self._gives(node, place, seen)
            case ast.Subscript(value=whole, slice=part):
                is_cut = isinstance(part, ast.Slice) and part.upper is not None
                return not is_cut and self._holds(whole, place, seen)
            case ast.Attribute(value=table, attr="values"):
                return self._holds(table, place, seen)
            case ast.ListComp(generators=[only]) | ast.GeneratorExp(generators=[only]):
                return self._holds(only.iter, place, seen)
            case ast.Name():
                bindings = frozenset(definitions(node, place))
                return any(
                    self._holds(*source, seen | bindings)
                    for binding in bindings - seen
                    for source in self._sources(binding)
                )
        return False

    def _sources(self, binding: Binding) -> Iterator[tuple[ast.expr, Place]]:
        if binding.kind == "parameter":
            yield from self.calls.given(binding.place.function, binding.name)
        elif binding.kind in ("assign", "with") and binding.value is not None:
            part = part_of(binding.value, binding.path)
            yield part or binding.value, binding.place

    def _gives(self, node: ast.Call, place: Place, seen: frozenset[Binding]) -> bool:
        name = self.names.qualified(node.func, place) or ""
        if name in _READING or name.startswith(_TABLES):
            return True
        function = self.calls.target(node)
        if function is not None:
            return any(self._holds(one.value, at, seen) for one, at in function.returns)
        if name in _KEEPING | library.LOOP_WRAPPERS:
            return any(self._holds(given, place, seen) for given in node.args)
        if isinstance(node.func, ast.Attribute):
            if node.func.attr in _LISTING:
                return True
            if node.func.attr in _KEEPING_METHODS:
                return self._holds(node.func.value, place, seen)
        return False
