"""Which TensorFlow and Keras a program is written for."""

from __future__ import annotations

import ast
from functools import cached_property

from flake8_tfretrace.program.dialect import Dialect, dialect
from flake8_tfretrace.program.scopes import Index, Place
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
    def requires_tensorflow_1(self) -> bool:
        """Whether the project requires TensorFlow 1."""
        requirement = required(self.filename)
        # Keras before 2.4, without TensorFlow's own, ran graphs of TensorFlow 1.
        return requirement.surely_below("tensorflow", "2.0") or requirement.surely_below(
            "keras", "2.4"
        )

    def is_tensorflow_1(self, place: Place) -> bool:
        """Whether code at ``place`` builds a graph of TensorFlow 1, where nothing is traced."""
        if self.dialect.tensorflow_1 or self.requires_tensorflow_1:
            return True
        return any(f.node in self.dialect.functions for f in place.function.enclosing())

    @cached_property
    def is_keras_2(self) -> bool:
        """Whether the file is written for Keras 2, or its project requires it."""
        return self.requires_keras_2 or self.dialect.keras_2
