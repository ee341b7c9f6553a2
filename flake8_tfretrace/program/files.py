"""Which file the code of a program is in: the one that is analysed, or another of its project."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from pathlib import PurePath

from flake8_tfretrace.finding import Assumption, Step, Witness
from flake8_tfretrace.modules import Module, folder_of, imports_of, texts_with, users
from flake8_tfretrace.program.project import Project
from flake8_tfretrace.program.scopes import Function, Place, start


class Files:
    """The files that take part in one program."""

    def __init__(self, filename: str, module: Function, project: Project | None) -> None:
        self.filename = filename
        self.module = module
        """The top-level code of the file that is analysed."""
        self.project = project
        self._folders: dict[str, str | None] = {}

    @property
    def linked(self) -> Mapping[Function, Module]:
        """The files of the other modules that take part, by their top-level code."""
        return {} if self.project is None else self.project.modules

    def is_own(self, place: Place) -> bool:
        """Whether the code at ``place`` is in the file that is analysed."""
        return self.project is None or place.module is self.module

    def path(self, place: Place) -> str:
        """Return the path of the file that holds the code at ``place``."""
        return self.filename if self.is_own(place) else self.linked[place.module].path

    def folder(self, place: Place) -> str | None:
        """Return the folder of the file with the code at ``place``; None if there is no file."""
        path = self.path(place)
        if path not in self._folders:
            self._folders[path] = folder_of(path)
        return self._folders[path]

    def speaking_of(self, name: str, place: Place) -> list[Function] | None:
        """Return the modules that may speak of a function of the module of ``place``.

        By their top-level code. None if some of them do not take part. One with no word of the
        module means another function if it has one of its own by that name, or imports one that
        does not come from the module.
        """
        path = self.path(place)
        texts = texts_with(name, path)
        if texts is None or self.project is None:
            return None
        if not texts:
            return []
        known = {self.module: self.project.module, **self.project.linked}
        using = users(known[place.module], {name})
        users_of_it = {module.text for module in using or ()}
        own, stem = re.compile(rf"^def {name}\b", re.MULTILINE), PurePath(path).stem

        def means_another(text: str) -> bool:
            if stem in text or text in users_of_it:
                return False
            if own.search(text) is not None:
                return True
            return using is not None and any(one.name == name for one in imports_of(text))

        speaking = {text for text in texts if not means_another(text)}
        found = [one for one, module in known.items() if module.text in speaking]
        return found if {known[one].text for one in found}.issuperset(speaking) else None

    def location(self, place: Place, line: int) -> str:
        """Return where a line of the file with the code at ``place`` is: ``steps.py:12``."""
        return f"{PurePath(self.path(place)).name}:{line}"

    def step(self, node: ast.AST, place: Place, text: str) -> Step:
        """Return a step of a witness: what happens at ``node``."""
        return Step(self.path(place), start(node)[0], text)

    def witness(self, node: ast.AST, place: Place, text: str, *assumptions: Assumption) -> Witness:
        """Return a witness of one step: what happens at ``node``."""
        return Witness((self.step(node, place, text),), frozenset(assumptions))
