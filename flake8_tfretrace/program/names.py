"""The dotted names that expressions refer to."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Sequence
from functools import cached_property

from flake8_tfretrace import knowledge
from flake8_tfretrace.modules import LIBRARIES, find, origin, reached
from flake8_tfretrace.program.files import Files
from flake8_tfretrace.program.imports import canonical
from flake8_tfretrace.program.links import Links
from flake8_tfretrace.program.project import Imported
from flake8_tfretrace.program.scopes import (
    Binding,
    Function,
    Index,
    Place,
    definitions,
    is_none,
    lookup,
    tail,
)


class Names:
    """Resolves names of one program, through imports and aliases."""

    def __init__(self, index: Index, files: Files, links: Links) -> None:
        self.index = index
        self.files = files
        self.links = links
        self._followed: set[Binding] = set()
        self._originals: dict[tuple[str, Function], str] = {}
        self._known: dict[ast.AST, str | None] = {}

    def qualified(self, node: ast.AST, place: Place) -> str | None:
        """Return the dotted name that ``node`` refers to, through imports and aliases."""
        if node in self._known:
            return self._known[node]
        found = self._qualified(node, place)
        if not self._followed:
            # Else it may lack what is being followed.
            self._known[node] = found
        return found

    def _qualified(self, node: ast.AST, place: Place) -> str | None:
        if isinstance(node, ast.Attribute):
            module = self.links.module(node, place) if _may_be_module(node.value, place) else None
            if module is not None:
                if self.links.defines(module, node.attr):
                    return None
                found = self.links.member(module, node.attr)
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
                is_defined = self.links.is_defined(binding)
                if is_defined:
                    return None
                found = self.links.imported(binding) if is_defined is None else None
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
            if len(starred) > 1 and knowledge.lacks(canonical(module), name):
                continue
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
                known = dotted if folder is None else origin(dotted, folder, canonical)
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

    @cached_property
    def import_aliases(self) -> dict[str, set[str]]:
        """The names that the members of modules are imported under, where these are others."""
        found: dict[str, set[str]] = {}
        for binding in self.index.variables:
            if isinstance(binding.node, ast.ImportFrom):
                for alias in binding.node.names:
                    if alias.asname == binding.name:
                        found.setdefault(alias.name, set()).add(binding.name)
        return found

    def names_of_member(self, name: str) -> set[str]:
        """Return the names under which a member of a module is called: of imports and variables."""
        return reached({name}, lambda one: self._names_of_members.get(one, ()))

    @cached_property
    def _names_of_members(self) -> dict[str, set[str]]:
        found = {member: set(names) for member, names in self.import_aliases.items()}
        for binding in self.index.variables:
            if isinstance(binding.value, (ast.Name, ast.Attribute)):
                found.setdefault(tail(binding.value), set()).add(binding.name)
        return found


def _may_be_module(node: ast.expr, place: Place) -> bool:
    """Whether an expression may be a module: one that is imported, or another name of such."""
    while isinstance(node, ast.Attribute):
        node = node.value
    if not isinstance(node, ast.Name):
        return False
    owner, bindings = lookup(node.id, place.scope)
    # What nothing binds may be a star import's.
    return owner is None or any(
        binding.kind == "import" or isinstance(binding.value, (ast.Attribute, ast.Name))
        for binding in bindings
    )
