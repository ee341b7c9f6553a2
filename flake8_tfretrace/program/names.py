"""The dotted names that expressions refer to."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from flake8_tfretrace.program.imports import canonical, well_known
from flake8_tfretrace.program.scopes import Binding, Place, lookup

if TYPE_CHECKING:
    from flake8_tfretrace.program import Program
    from flake8_tfretrace.program.project import Imported


class Names:
    """Resolves names of one program, through imports and aliases."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._followed: set[Binding] = set()

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
        if others or binding.kind != "assign" or binding.path or binding in self._followed:
            return None
        if isinstance(binding.value, (ast.Attribute, ast.Name)):
            self._followed.add(binding)
            try:
                return self.qualified(binding.value, binding.place)
            finally:
                self._followed.discard(binding)
        return None
