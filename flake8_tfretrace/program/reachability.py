"""Code that control never comes to, since something before it surely raises."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator

from flake8_tfretrace.modules import is_loaded, is_mentioned
from flake8_tfretrace.program.call_context import CallContext
from flake8_tfretrace.program.calls import Calls
from flake8_tfretrace.program.classes import Classes
from flake8_tfretrace.program.exceptions import Exceptions, may_catch
from flake8_tfretrace.program.files import Files
from flake8_tfretrace.program.keras import CALLED
from flake8_tfretrace.program.missing_attributes import BARE_BASES, MissingAttributes
from flake8_tfretrace.program.names import Names
from flake8_tfretrace.program.refusals import Refusals
from flake8_tfretrace.program.scopes import (
    Binding,
    Class,
    Function,
    LoopNode,
    Place,
    definitions,
    is_none,
)
from flake8_tfretrace.program.straight_line import evaluated, header
from flake8_tfretrace.program.syntax import Syntax, is_own

_TRANSPARENT_DECORATORS = ("tensorflow.", "functools.")
"""How the names of decorators begin that call nothing, and give what they decorate to nobody."""
_COMPOUND = (ast.If, ast.For, ast.While, ast.With)


class Reachability:
    """Answers which code never runs because of an exception: a must-analysis, of calls as well.

    A function is not reached if all that calls it is not. The cells of a notebook run one after the
    other, up to the first that raises.
    """

    def __init__(
        self,
        files: Files,
        names: Names,
        classes: Classes,
        syntax: Syntax,
        calls: Calls,
        refusals: Refusals,
        attributes: MissingAttributes,
        exceptions: Exceptions,
    ) -> None:
        self.files = files
        self.names = names
        self.classes = classes
        self.syntax = syntax
        self.calls = calls
        self.refusals = refusals
        self.attributes = attributes
        self.exceptions = exceptions
        self._late: dict[Function, bool] = {}
        self._made_late: dict[Class, bool] = {}
        self._first: dict[Function, dict[str, int]] = {}
        """By module, the first of its statements that speaks of each name."""
        self._none: dict[tuple[Class, str], bool] = {}
        """Whether an attribute never holds anything but None."""
        self._handed_on: dict[Function, frozenset[str]] = {}
        """The names by which a module speaks of a class otherwise than to call it, or derive."""

    def prevent(self, node: ast.AST, place: Place) -> bool:
        """Whether something that runs before ``node`` does surely raises: it is dead code."""
        parts = evaluated(node) if isinstance(node, ast.expr) else ()
        if any(self._is_never_bound(part, place) for part in parts):
            return True
        function, child = place.function, node
        while (parent := self.syntax.parent(function, child)) is not None:
            if isinstance(child, ast.stmt) and not isinstance(parent, ast.ClassDef):
                if any(
                    self.exceptions.comes_to_raise(*part, function)
                    for part in _before(child, parent)
                ):
                    return True
                if isinstance(parent, _COMPOUND):
                    if any(
                        self.exceptions.evaluation_raises(part, function) for part in header(parent)
                    ):
                        return True
            child = parent
        if function.place is None:
            return False
        return (
            self._is_of_none(function)
            or self._is_never_built(function)
            or self._is_called_too_late(function)
            or self.prevent(function.node, function.place)
        )

    def _is_never_bound(self, node: ast.AST, place: Place) -> bool:
        """Whether a variable is read here of which every definition raises.

        Or an attribute of such an attribute of the method's own instance, be that None before.
        """
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute):
            function, held = place.function, node.value
            is_read = function.owner is not None and is_own(held.value, function)
            return is_read and self._is_never_more_than_none(function.owner, held.attr)
        if not isinstance(node, ast.Name) or not isinstance(node.ctx, ast.Load):
            return False
        bindings = definitions(node, place)
        return bool(bindings) and all(
            binding.kind == "assign"
            and binding.value is not None
            and self.exceptions.evaluation_raises(binding.value, binding.place.function)
            for binding in bindings
        )

    def _is_never_more_than_none(self, cls: Class | None, name: str) -> bool:
        """Whether the code that gives an attribute anything but None never gets so far."""
        if cls is None:
            return False
        if (cls, name) not in self._none:
            self._none[cls, name] = False
            stored = [b for one in self.classes.lineage(cls) for b in one.attributes.get(name, ())]
            given = [b for b in stored if b.value is None or not is_none(b.value)]
            self._none[cls, name] = (
                bool(given)
                and self.attributes.is_set_in_class(cls, name)
                and all(map(self._is_never_given, given))
            )
        return self._none[cls, name]

    def _is_never_given(self, binding: Binding) -> bool:
        """Whether control never comes through the statement that stores an attribute."""
        node, place = binding.node, binding.place
        if binding.kind != "assign" or not isinstance(node, ast.stmt):
            return False
        return self.prevent(node, place) or self.exceptions.any_raises([node], place.function)

    def _is_called_too_late(self, function: Function) -> bool:
        """Whether all that calls a function, and there are calls, comes after what raises."""
        if function not in self._late:
            # What is recursive is called late if other code calls it late.
            self._late[function] = False
            if not self._may_be_run_unseen(function):
                # A method of the name may be that of whatever it is called of.
                calling = (
                    self.calls.callers(function)
                    if function.owner is None
                    else self.calls.named(function.name)
                )
                callers = [(call, at) for call, at in calling if at.function is not function]
                self._late[function] = (
                    all(self._is_too_late(call, place) for call, place in callers)
                    if callers
                    else self._is_left_before_calls(function)
                )
        return self._late[function]

    def _is_too_late(self, call: ast.Call, place: Place) -> bool:
        """Whether a call is never come to, or its arguments raise."""
        parts = (*call.args, *(keyword.value for keyword in call.keywords))
        return self.prevent(call, place) or any(self.exceptions.stop(part, place) for part in parts)

    def _is_left_before_calls(self, function: Function) -> bool:
        """Whether a module raises, or exits, before all statements that speak of its function.

        Those are unreachable: no definition reaches the calls there, so that none is known.
        """
        if function.place is None or function.place.scope.kind != "module":
            return False
        module = function.place.function
        body: list[ast.stmt] = getattr(module.node, "body", [])
        if module not in self._first:
            # A module is walked once for all of its functions.
            self._first[module] = {
                node.id: number
                for number, statement in reversed([*enumerate(body)])
                for node in ast.walk(statement)
                if isinstance(node, ast.Name)
            }
        first = self._first[module].get(function.name)
        return first is not None and self.exceptions.comes_to_raise(body, first, module)

    def _may_be_run_unseen(self, function: Function) -> bool:
        """Whether other code than calls of its name in the file may run a function or method."""
        owner, name = function.owner, function.name
        if owner is not None:
            # What a class derives from may call a method that it has itself.
            if name[:2] == "__" or function.is_getter or function.is_setter:
                return True
            family = self.classes.family(owner)
            inherited = [
                self.names.qualified(base, one.place) for one in family for base in one.bases
            ]
            own = sum(len(self.classes.bases(one)) for one in family)
            others = [
                base
                for base in inherited
                if base not in BARE_BASES and not self.refusals.lacks_of_class(base or "", name)
            ]
            if len(others) > own or any(map(self._is_class_handed_on, family)):
                return True
            text = self.attributes.text(function.body)
            if text is None or re.search(rf"[\"']{name}[\"']", text):
                return True
        return self._is_handed_on(function)

    def _is_handed_on(self, function: Function) -> bool:
        """Whether a function may be called by other code than the calls of its name in the file."""
        decorators = getattr(function.node, "decorator_list", ())
        names = (self.names.qualified(_callee(one), function.body) for one in decorators)
        if not all((name or "").startswith(_TRANSPARENT_DECORATORS) for name in names):
            return True
        path = self.files.path(function.body)
        if is_loaded(path) is not False and is_mentioned(function.name, path):
            others = self.files.speaking_of(function.name, function.body)
            if others is None or any(self.calls.is_handed_on_by(one, function) for one in others):
                return True
        return self.calls.is_handed_on(function)

    def _is_of_none(self, function: Function) -> bool:
        """Whether a method's class has no instances: to make one raises, before the method runs."""
        cls = function.owner
        if cls is None or not function.is_method or "classmethod" in function.marks():
            return False
        heirs = self.classes.heirs(cls)
        if all(self._is_never_made(one, function) for one in heirs):
            return True
        # Something must make instances: else code that is not in view does.
        return any(self.calls.named(one.name) for one in heirs) and all(
            self._is_never_made(one, function) or self._is_made_too_late(one) for one in heirs
        )

    def _is_never_built(self, function: Function) -> bool:
        """Whether a method is the ``call`` of layers that Keras builds before, which raises."""
        cls = function.owner
        if cls is None or function.name != "call" or self.calls.named("call"):
            return False
        if self.calls.keras.class_kind(cls) not in CALLED:
            return False
        for one in self.classes.heirs(cls):
            build = self.classes.method(one, "build")
            if build is None or not isinstance(build.node, ast.FunctionDef):
                return False
            if "built" in one.attributes or not self.exceptions.is_bare(build):
                return False
            if not self.exceptions.any_raises(build.node.body, build, CallContext(one, depth=1)):
                return False
        return True

    def _is_made_too_late(self, cls: Class) -> bool:
        """Whether all that makes instances of a class comes after what raises."""
        if cls not in self._made_late:
            self._made_late[cls] = False
            if self.attributes.is_plain(cls) and not self._is_class_handed_on(cls):
                self._made_late[cls] = all(
                    self._is_too_late(call, place) for call, place in self.calls.named(cls.name)
                )
        return self._made_late[cls]

    def _is_class_handed_on(self, cls: Class) -> bool:
        """Whether other code may make instances of a class than calls of its name in the file."""
        path, module = self.files.path(cls.place), cls.place.module
        if is_loaded(path) is not False and is_mentioned(cls.name, path) is not False:
            return True
        if module not in self._handed_on:
            self._handed_on[module] = _handed_on(module.node)
        return cls.name in self._handed_on[module]

    def _is_never_made(self, cls: Class, function: Function) -> bool:
        """Whether to make an instance of a class raises, and does not run a method before."""
        made = self.classes.method(cls, "__init__") if self.attributes.is_plain(cls) else None
        if (
            made is None
            or not self.exceptions.is_bare(made)
            or not self.exceptions.is_made_by(cls, made)
        ):
            return False
        if not isinstance(made.node, ast.FunctionDef):
            return False
        if function.name in _mentioned_from(made, self.classes.lineage(cls)):
            return False
        return self.exceptions.any_raises(made.node.body, made, CallContext(cls, depth=1))

    def ended(self, place: Place) -> tuple[LoopNode, ...]:
        """Return the loops that end with an exception in the iteration that comes to ``place``."""
        for around in place.enclosing():
            if may_catch(around.node) and around.branch == "body":
                break
            body = getattr(around.node, around.branch, None)
            if (
                isinstance(body, list)
                and around.loops
                and not isinstance(around.node, ast.ClassDef)
            ):
                if self.exceptions.any_raises(body, place.function):
                    return around.loops
        return ()


def _before(child: ast.stmt, parent: ast.AST) -> Iterator[tuple[list[ast.stmt], int]]:
    """Yield each body, and how many statements of it run before a statement in a compound one."""
    for name in ("body", "orelse", "finalbody"):
        body: list[ast.stmt] = getattr(parent, name, [])
        if child in body:
            yield body, body.index(child)
            if name == "orelse" and isinstance(parent, ast.Try):
                yield parent.body, len(parent.body)


def _handed_on(module: ast.AST) -> frozenset[str]:
    """Return the names that a module reads otherwise than to call them, or a constructor above.

    Or to derive a class from one.
    """
    read: Counter[str] = Counter()
    for node in ast.walk(module):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            read[node.id] += 1
        elif isinstance(node, ast.Call):
            parts = [node.func]
            if isinstance(node.func, ast.Name) and node.func.id == "super":
                parts += node.args[:1]
            read.subtract(part.id for part in parts if isinstance(part, ast.Name))
        elif isinstance(node, ast.ClassDef):
            read.subtract(base.id for base in node.bases if isinstance(base, ast.Name))
        elif isinstance(node, ast.Attribute) and node.attr == "__init__":
            read.subtract([node.value.id] if isinstance(node.value, ast.Name) else ())
        elif isinstance(node, ast.arg) and isinstance(node.annotation, ast.Name):
            read.subtract([node.annotation.id])
    return frozenset(name for name, count in read.items() if count > 0)


def _callee(node: ast.expr) -> ast.expr:
    """Return what a call calls, or what is no call."""
    return node.func if isinstance(node, ast.Call) else node


def _mentioned_from(function: Function, lineage: Iterable[Class]) -> set[str]:
    """Return the attributes that a method mentions, and those that other methods do of these."""
    methods = {name: method for cls in lineage for name, method in cls.methods.items()}
    pending, found = [function], {function.name}
    for method in pending:
        names = {n.attr for n in ast.walk(method.node) if isinstance(n, ast.Attribute)} - found
        found |= names
        pending += [methods[name] for name in sorted(names) if name in methods]
    return found
