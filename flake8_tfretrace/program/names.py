"""The dotted names that expressions refer to."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Sequence

from flake8_tfretrace.modules import LIBRARIES, find, origin
from flake8_tfretrace.program.files import Files
from flake8_tfretrace.program.imports import canonical
from flake8_tfretrace.program.links import Links
from flake8_tfretrace.program.project import Imported
from flake8_tfretrace.program.scopes import Binding, Function, Place, definitions, is_none, lookup


class Names:
    """Resolves names of one program, through imports and aliases."""

    def __init__(self, files: Files, links: Links) -> None:
        self.files = files
        self.links = links
        self._followed: set[Binding] = set()
        self._originals: dict[tuple[str, Function], str] = {}

    def qualified(self, node: ast.AST, place: Place) -> str | None:
        """Return the dotted name that ``node`` refers to, through imports and aliases."""
        if isinstance(node, ast.Attribute):
            found = self.links.attribute(node, place)
            if found is not None:
                return self._qualified_import(found)
            base = self.qualified(node.value, place)
            return None if base is None else self._original(f"{base}.{node.attr}", place)
        if not isinstance(node, ast.Name):
            return None
        owner, bindings = lookup(node.id, place.scope)
        if owner is None:
            found = self.links.star_import(node.id, place)
            if found is not None:
                return self._qualified_import(found)
            return self._unbound(node.id, place)
        if len(bindings) > 1:
            bindings = definitions(node, place)
        imports = [binding for binding in bindings if binding.kind == "import"]
        if imports:
            for binding in imports:
                found = self.links.imported(binding)
                if isinstance(found, tuple):
                    return self._qualified_import(found)
            # try: import x except ImportError: import y as x, or: x = None
            others = [b for b in bindings if b.kind != "import" and not is_none(b.value)]
            names = {self._original(binding.qualified, place) for binding in imports}
            return names.pop() if len(names) == 1 and not others else None
        return self._qualified_binding(bindings) if bindings else None

    def _unbound(self, name: str, place: Place) -> str | None:
        """Return what a name is that the file does not bind: built in, or star-imported."""
        if hasattr(builtins, name):
            return name
        tree = place.module.node
        starred = [
            statement
            for statement in tree.body  # type: ignore[attr-defined]
            if isinstance(statement, ast.ImportFrom) and statement.names[0].name == "*"
        ]
        folder = self.files.folder(place)
        for statement in reversed(starred):
            module = "." * statement.level + (statement.module or "")
            dotted = f"{module}{'' if module.endswith('.') else '.'}{name}"
            found = self._original(dotted, place)
            if found != dotted or len(starred) == 1:
                return found
            source = None if folder is None else find(module, folder)
            if source is None or source.may_define(name):
                # All that a library offers is not known.
                return None
        return None

    def _original(self, dotted: str, place: Place) -> str:
        """Return the one name of a library's member, which modules of the project may pass on."""
        known = self._originals.get((dotted, place.module))
        if known is None:
            known = dotted
            if dotted.partition(".")[0] not in LIBRARIES:
                folder = self.files.folder(place)
                known = dotted if folder is None else origin(dotted, folder)
            known = self._originals[dotted, place.module] = canonical(known)
        return known

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
