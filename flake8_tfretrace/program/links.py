"""Cross-module name resolution: what names stand for that other modules of the project define."""

from __future__ import annotations

import ast

from flake8_tfretrace.modules import Module, is_elsewhere
from flake8_tfretrace.program.mutations import Mutations
from flake8_tfretrace.program.project import Imported, Project
from flake8_tfretrace.program.scopes import Binding, Class, Function, Place, lookup
from flake8_tfretrace.program.tracetypes import ModuleValue
from flake8_tfretrace.program.values import Values


class Links:
    """Follows the imports of one program to the modules of its project, if it has one."""

    def __init__(self, project: Project | None, mutations: Mutations, values: Values) -> None:
        self.project = project
        self.mutations = mutations
        self.values = values

    def imported(self, binding: Binding) -> Imported | None:
        """Return what an import of the file stands for, if the project defines it."""
        return None if self.project is None else self.project.imported(binding)

    def class_of(self, node: ast.expr, place: Place) -> Class | None:
        """Return the class that an expression in a module of the project is."""
        return None if self.project is None else self.project.class_of(node, place)

    def function_of(self, node: ast.expr, place: Place) -> Function | None:
        """Return the function that an expression in a module of the project is."""
        return None if self.project is None else self.project.function_of(node, place)

    def star_import(self, name: str, place: Place) -> Imported | None:
        """Return what a name that the code at ``place`` does not bind is, by a star import."""
        return None if self.project is None else self.project.star_import(name, place)

    def is_defined(self, binding: Binding) -> bool | None:
        """Whether an import stands for a function or class of the project; None if that is open.

        The module that would define it is not parsed for that.
        """
        return None if self.project is None else self.project.is_defined(binding)

    def attribute(self, node: ast.Attribute, place: Place) -> Imported | None:
        """Return what ``module.name`` is; None if it is not that, or if it is assigned to."""
        module = self.module(node, place)
        return None if module is None else self.member(module, node.attr)

    def module(self, node: ast.Attribute, place: Place) -> Module | None:
        """Return the module that an attribute is one of, if nothing assigns to it."""
        if self.project is None or is_of_library(node.value, place):
            return None
        base = self.values.value(node.value, place)
        if not isinstance(base, ModuleValue) or any(
            isinstance(self.values.value(target.value, binding.place), ModuleValue)
            for target, binding in self.mutations.outside_stores(node.attr)
        ):
            return None
        return base.module

    def member(self, module: Module, name: str) -> Imported | None:
        """Return what ``module.name`` is, if the project defines it."""
        return None if self.project is None else self.project.member(module, name)

    def defines(self, module: Module, name: str) -> bool:
        """Whether ``module.name`` surely is a function or class: its module is not parsed."""
        return self.project is not None and self.project.defines(module, name)


def is_of_library(node: ast.expr, place: Place) -> bool:
    """Whether an expression is what a library is imported as, or an attribute of it."""
    while isinstance(node, ast.Attribute):
        node = node.value
    bindings = lookup(node.id, place.scope)[1] if isinstance(node, ast.Name) else ()
    return bool(bindings) and all(
        b.kind == "import" and is_elsewhere(b.qualified) for b in bindings
    )
