"""Which TensorFlow and Keras a program is written for."""

from __future__ import annotations

import ast
import os
from functools import cached_property, lru_cache
from pathlib import Path

from flake8_tfretrace.modules import Module, importers, is_called_by_imports
from flake8_tfretrace.parsing import parse
from flake8_tfretrace.program.dialect import DISABLES, Dialect, dialect, may_tell
from flake8_tfretrace.program.scopes import Index, Place
from flake8_tfretrace.questions import question
from flake8_tfretrace.requirements import required


class Versions:
    """What a file, and the project around it, say of the libraries that they need."""

    def __init__(self, tree: ast.Module, filename: str, source: str | None, index: Index) -> None:
        self.tree = tree
        self.filename = filename
        self.source = source
        self.index = index

    @cached_property
    def dialect(self) -> Dialect:
        """Which TensorFlow and Keras the file is written for."""
        return dialect(self.tree, self.source, self.index)

    @cached_property
    def requires_keras_2(self) -> bool:
        """Whether the project requires Keras 2."""
        return required(self.filename).legacy_keras

    @cached_property
    def asks_for_keras_2(self) -> bool:
        """Whether the file or its project asks for Keras 2 by its name, be it beside Keras 3."""
        return self.dialect.asks_for_keras_2 or required(self.filename).asks_for_keras_2

    @cached_property
    def has_keras_below_3_13(self) -> bool:
        """Whether the project requires a Keras before 3.13, which takes NumPy's integers."""
        return required(self.filename).surely_below("keras", "3.13")

    @cached_property
    def requires_tensorflow_1(self) -> bool:
        """Whether the project requires TensorFlow 1."""
        requirement = required(self.filename)
        # Keras before 2.4, without TensorFlow's own, ran graphs of TensorFlow 1.
        return requirement.surely_below("tensorflow", "2.0") or requirement.surely_below(
            "keras", "2.4"
        )

    @cached_property
    def loads_tensorflow_1(self) -> bool:
        """Whether the file imports a module of the project that turns eager execution off."""
        return is_called_by_imports(DISABLES, self.filename)

    @cached_property
    def is_used_by_tensorflow_1(self) -> bool:
        """Whether only programs for TensorFlow 1 use the file."""
        return _is_used_by_tensorflow_1(str(Path(self.filename).absolute()))

    def is_tensorflow_1(self, place: Place) -> bool:
        """Whether code at ``place`` builds a graph of TensorFlow 1, where nothing is traced."""
        if self.dialect.tensorflow_1 or self.requires_tensorflow_1 or self.is_used_by_tensorflow_1:
            return True
        if any(f.node in self.dialect.functions for f in place.function.enclosing()):
            return True
        return self.loads_tensorflow_1

    @cached_property
    def is_keras_2(self) -> bool:
        """Whether the file is written for Keras 2, or its project requires it."""
        return self.requires_keras_2 or self.dialect.keras_2


@question(lambda value: value)
def _is_used_by_tensorflow_1(filename: str) -> bool:
    return _is_used(os.path.realpath(filename), {})


def _is_used(path: str, known: dict[str, bool]) -> bool:
    """Whether all that import a file are written for TensorFlow 1, or all that import these."""
    if path not in known:
        # Modules that only each other use show nothing.
        known[path] = False
        users = importers(path)
        known[path] = bool(users) and all(
            _is_written_for_tensorflow_1(user) or _is_used(user.path, known) for user in users
        )
    return known[path]


@lru_cache(maxsize=1 << 12)
def _is_written_for_tensorflow_1(module: Module) -> bool:
    try:
        return may_tell(module.text) and dialect(parse(module.text)).tensorflow_1
    except (SyntaxError, ValueError, RecursionError):
        return False
