"""Attributes that objects surely do not have, and those that they do not let be set."""

from __future__ import annotations

import ast
import re
from collections import ChainMap, Counter, OrderedDict, UserDict, defaultdict
from pathlib import PurePath
from types import GeneratorType

from flake8_tfretrace import knowledge
from flake8_tfretrace.modules import is_derived_elsewhere, is_set_elsewhere
from flake8_tfretrace.program import library
from flake8_tfretrace.program.call_context import CallContext
from flake8_tfretrace.program.calls import Calls
from flake8_tfretrace.program.classes import Classes
from flake8_tfretrace.program.files import Files
from flake8_tfretrace.program.loading import is_dynamic, may_have
from flake8_tfretrace.program.members import Members
from flake8_tfretrace.program.model_refusals import ModelRefusals
from flake8_tfretrace.program.mutations import Mutations
from flake8_tfretrace.program.names import Names
from flake8_tfretrace.program.refusals import Refusals
from flake8_tfretrace.program.scopes import Class, Function, Place, definitions
from flake8_tfretrace.program.syntax import Syntax, is_own
from flake8_tfretrace.program.tracetypes import (
    MappingValue,
    ModuleValue,
    ObjectValue,
    PythonValue,
    SequenceValue,
    StreamValue,
)
from flake8_tfretrace.program.values import Interpreter

BARE_BASES = frozenset({"object", "abc.ABC", "typing.Generic"})
"""Bases that have nothing, and call nothing."""
_BASES = BARE_BASES | {"gym.Env", "gymnasium.Env"}
"""Bases of which all attributes are known: none, but for an environment's."""
_TYPES: dict[str, type] = {
    one.__name__: one for one in (bool, bytes, complex, float, int, list, str)
}
"""Types of Python's by their names, without tuples: the shape of a tensor is no plain one."""
_MAPPINGS: tuple[type, ...] = (ChainMap, Counter, OrderedDict, UserDict, defaultdict, dict)
_VIEWS: tuple[type, ...] = tuple(map(type, (_TYPES.items(), _TYPES.keys(), _TYPES.values())))
_STREAMS: dict[str, tuple[type, ...]] = {"generator": (GeneratorType,), "view": _VIEWS}
"""What may be of a kind of value."""
_SHAPES: tuple[type, ...] = (dict, list, tuple)
_DIMENSIONS: tuple[type, ...] = (*_SHAPES, int, type(None))


class MissingAttributes:
    """Answers which attributes are surely missing where code asks for them: a must-analysis.

    Nobody gives an object of a library, or of the program, what nothing in the project gives it.
    """

    def __init__(
        self,
        files: Files,
        source: str | None,
        names: Names,
        mutations: Mutations,
        classes: Classes,
        syntax: Syntax,
        calls: Calls,
        refusals: Refusals,
        model_refusals: ModelRefusals,
        members: Members,
        interpreter: Interpreter,
    ) -> None:
        self.files = files
        self.source = source
        self.names = names
        self.mutations = mutations
        self.classes = classes
        self.syntax = syntax
        self.calls = calls
        self.refusals = refusals
        self.model_refusals = model_refusals
        self.members = members
        self.interpreter = interpreter

    def raises(self, node: ast.Attribute, function: Function, context: CallContext) -> bool:
        """Whether a library lacks a name, or nothing sets what a method reads of its instance."""
        base, name = node.value, node.attr
        place = self.syntax.place(function, node)
        if self.refusals.lacks_option(node, place):
            return True
        if isinstance(node.ctx, ast.Load) and self.refusals.lacks(node, place):
            # A program may give a library what it has no more, and run on.
            return self.is_set_nowhere(name, place)
        if self.refusals.lacks_on_instance(node, place) or self.members.lacks(node, place):
            return self.is_set_nowhere(name, place)
        if self._is_missing_in_python(node, place):
            return True
        if self._is_missing_in_module(node, place):
            return self.is_set_nowhere(name, place)
        if self.model_refusals.asks_for_method_of_keras_2(node, place):
            return self.is_set_nowhere(name, place)
        if not isinstance(node.ctx, ast.Load):
            return self.members.is_read_only(node, place) or self._is_read_only(
                node, function, context
            )
        if _is_missing_in_shape(node, function, context):
            return not self.refusals.has_keras_2
        if not is_own(base, function):
            return self._is_missing_in_own(node, place)
        return self.is_missing_in_self(node, function, context)

    def is_missing_in_self(
        self,
        node: ast.Attribute,
        function: Function,
        context: CallContext,
        *,
        or_none: bool = False,
    ) -> bool:
        """Whether nothing sets an attribute of a method's own instance, or, if asked, but to None.

        That is what some release of Keras does.
        """
        owner, name = function.owner, node.attr
        cls = context.cls or owner
        if cls is None or owner is None or name in library.ENVIRONMENT or name[:2] == "__":
            return False
        family = self.classes.family(cls)
        if any(name in one.attributes or name in one.methods for one in family):
            return False
        return self._is_stored_by_none(name, family, or_none=or_none) and (
            context.cls is not None or self.is_final(cls)
        )

    def _is_read_only(self, node: ast.Attribute, function: Function, context: CallContext) -> bool:
        """Whether a method stores what Keras works out itself for its instance."""
        owner = function.owner
        cls = context.cls or owner
        if not isinstance(node.ctx, ast.Store) or cls is None or self.refusals.has_keras_2:
            return False
        if not is_own(node.value, function) or owner not in self.classes.lineage(cls):
            return False
        if context.cls is None and not self.is_final(cls):
            return False
        lineage = self.classes.lineage(cls)
        return (
            any(knowledge.is_read_only(one, node.attr) for one in self.classes.inherited(cls))
            and not any(_defines(one, node.attr) for one in lineage)
            and all(
                base in _BASES or knowledge.class_(base) is not None
                for base in self.classes.inherited(cls)
            )
            and all(map(self.is_plain, lineage))
        )

    def _is_stored_by_none(self, name: str, family: list[Class], *, or_none: bool = False) -> bool:
        """Whether nothing gives such an attribute to instances of classes, which do not have it."""
        if any(self.mutations.outside_stores(name)):
            return False
        return all(
            self.is_known(one, name, or_none=or_none)
            and self._is_only_set_by_others(name, one.place)
            for one in family
        )

    def _is_missing_in_own(self, node: ast.Attribute, place: Place) -> bool:
        """Whether an instance of an own class, which derives from one of Keras', has no such."""
        value = self.interpreter.value(node.value, place)
        cls = value.cls if isinstance(value, ObjectValue) and not value.heirs else None
        if cls is None or self.calls.keras.class_kind(cls) is None or node.attr[:2] == "__":
            return False
        lineage = self.classes.lineage(cls)
        if any(node.attr in one.attributes or node.attr in one.methods for one in lineage):
            return False
        return self._is_stored_by_none(node.attr, lineage) and self.interpreter.knows(
            node.value, place
        )

    def _is_missing_in_python(self, node: ast.Attribute, place: Place) -> bool:
        """Whether a list, dict, string, number or iterator has no such attribute."""
        value = self.interpreter.value(node.value, place)
        if isinstance(value, MappingValue):
            types = _MAPPINGS
        elif isinstance(value, StreamValue):
            types = _STREAMS.get(value.kind, ())
        elif isinstance(value, (PythonValue, SequenceValue)) and value.kind in _TYPES:
            types = (_TYPES[value.kind],)
        else:
            return False
        if not types or any(hasattr(one, node.attr) for one in types):
            return False
        return self.interpreter.knows(node.value, place)

    def _is_missing_in_module(self, node: ast.Attribute, place: Place) -> bool:
        """Whether a module of the project has nothing by a name that is read of it."""
        if not isinstance(node.ctx, ast.Load) or node.attr[:2] == "__":
            return False
        value = self.interpreter.value(node.value, place)
        if not isinstance(value, ModuleValue) or not self.interpreter.knows(node.value, place):
            return False
        # What another folder has may be shadowed, or installed.
        folder = self.files.folder(place)
        is_near = folder is not None and PurePath(value.module.path).is_relative_to(folder)
        return is_near and not may_have(value.module, node.attr)

    def is_set_in_class(self, cls: Class, name: str) -> bool:
        """Whether nothing but a class, with what it derives from, sets an attribute."""
        return self.is_final(cls) and self._is_stored_by_none(name, self.classes.lineage(cls))

    def is_set_nowhere(self, name: str, place: Place) -> bool:
        """Whether nothing in the project gives objects of others such an attribute."""
        if any(self.mutations.outside_stores(name)):
            return False
        return is_set_elsewhere(name, "", self.files.path(place)) is False

    def is_known(self, cls: Class, name: str = "", *, or_none: bool = False) -> bool:
        """Whether all that a class inherits is known, and nothing makes it another one.

        If a name is given, a class of Keras' whose instances do not have such is known.
        """
        bases = self.classes.bases(cls)
        inherited = [self.names.qualified(base, cls.place) or "" for base in cls.bases]
        others = [
            base
            for base in inherited
            if base not in _BASES
            and not (name and self.refusals.lacks_of_class(base, name, or_none=or_none))
        ]
        return len(bases) == len(others) and self.is_plain(cls)

    def is_plain(self, cls: Class) -> bool:
        """Whether instances are made, and have attributes, as it is usual."""
        return not (
            cls.node.decorator_list
            or cls.node.keywords
            or {"__new__", "__getattr__", "__getattribute__", "__slots__"} & {*cls.attributes}
        )

    def is_final(self, cls: Class) -> bool:
        """Whether no class derives from another one."""
        if self.classes.family(cls) != self.classes.lineage(cls):
            return False
        return is_derived_elsewhere(cls.name, self.files.path(cls.place)) is False

    def _is_only_set_by_others(self, name: str, place: Place) -> bool:
        """Whether a project sets such an attribute only of classes that have it themselves.

        What is stored from outside of a class in its own file is not asked for.
        """
        text, path = self.text(place), self.files.path(place)
        # What is imported with a star sets attributes in its own file.
        if (
            text is None
            or is_dynamic(text.replace("import *", ""))
            or re.search(rf"[\"']{name}[\"']", text)
        ):
            return False
        return is_set_elsewhere(name, "", path) is False

    def text(self, place: Place) -> str | None:
        """Return the text of the file with the code at ``place``; None for that of a notebook."""
        if self.files.is_own(place):
            return self.source
        return self.files.linked[place.module].text


def _defines(cls: Class, name: str) -> bool:
    """Whether the body of a class has such an attribute: a property, say, that it may set."""
    stored = cls.attributes.get(name, ())
    return (
        name in cls.methods
        or name in cls.setters
        or "__setattr__" in cls.methods
        or any(binding.place.scope.kind == "class" for binding in stored)
    )


def _is_missing_in_shape(node: ast.Attribute, function: Function, context: CallContext) -> bool:
    """Whether a shape that Keras gives a method, or a part of it, has no such attribute.

    That is a tuple with integers and None, or a list or dict of such.
    """
    base, types = node.value, _SHAPES
    if isinstance(base, ast.Subscript) and not isinstance(base.slice, ast.Slice):
        base, types = base.value, _DIMENSIONS
    return (
        isinstance(base, ast.Name)
        and base.id in context.shapes
        and is_parameter(base, function)
        and not any(hasattr(one, node.attr) for one in types)
    )


def is_parameter(node: ast.Name, function: Function) -> bool:
    """Whether a name is what the function was called with, and nothing else."""
    bindings = definitions(node, function.body)
    return bool(bindings) and all(
        binding.kind == "parameter" and binding.place.function is function for binding in bindings
    )
