"""Cross-module name resolution: what names stand for that other modules of the project define."""

from __future__ import annotations

import ast

from flake8_tfretrace.program.mutations import Mutations
from flake8_tfretrace.program.project import Imported, Project
from flake8_tfretrace.program.scopes import Binding, Class, Place
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

    def star_import(self, name: str, place: Place) -> Imported | None:
        """Return what a name that the code at ``place`` does not bind is, by a star import."""
        return None if self.project is None else self.project.star_import(name, place)

    def attribute(self, node: ast.Attribute, place: Place) -> Imported | None:
        """Return what ``module.name`` is; None if it is not that, or if it is assigned to."""
        if self.project is None:
            return None
        base = self.values.value(node.value, place)
        if not isinstance(base, ModuleValue) or any(
            isinstance(self.values.value(target.value, binding.place), ModuleValue)
            for target, binding in self.mutations.outside_stores(node.attr)
        ):
            return None
        return self.project.member(base.module, node.attr)
