"""The names and calls that are ``tf.function``: aliases, partials, configured decorators."""

from __future__ import annotations

import ast
from collections.abc import Collection
from functools import cached_property

from flake8_tfretrace.program.imports import TF_AGENTS_FUNCTION, TF_FUNCTION
from flake8_tfretrace.program.names import Names
from flake8_tfretrace.program.scopes import Index, Place, definitions, tail


class Wrappers:
    """Recognises ``tf.function`` and its aliases."""

    def __init__(self, index: Index, names: Names, configured: Collection[str]) -> None:
        self.index = index
        self.names = names
        self.configured = configured
        """Further names of decorators that trace."""

    @cached_property
    def tails(self) -> set[str]:
        """Last components of what can be tf.function: looked at first, since it is cheap."""
        found = {"function", *(name.rpartition(".")[2] for name in self.configured)}
        for binding in self.index.variables:
            if binding.qualified in (TF_FUNCTION, TF_AGENTS_FUNCTION):
                found.add(binding.name)
        for binding in self.index.variables:
            if binding.kind == "assign" and binding.value is not None:
                if _mentions(binding.value, found):
                    found.add(binding.name)
        return found

    def options(self, node: ast.expr, place: Place) -> dict[str, ast.expr] | None:
        """Return the options if ``node`` is something that turns a function into a traced one.

        That is ``tf.function``, ``tf.function(jit_compile=True)``, a partial of it, or a name
        for one of these.
        """
        if isinstance(node, (ast.Name, ast.Attribute)):
            if tail(node) not in self.tails:
                return None
            if self.is_tf_function(node, place):
                agents = self.names.qualified(node, place) == TF_AGENTS_FUNCTION
                return {"reduce_retracing": ast.Constant(True)} if agents else {}
            if isinstance(node, ast.Name):
                value = self._assigned(node, place)
                return None if value is None else self.options(*value)
            return None
        if isinstance(node, ast.Call):
            keywords = self.keywords(node, place)
            qualified = self.names.qualified(node.func, place)
            if qualified in ("functools.partial", "partial") and node.args:
                outer = self.options(node.args[0], place)
                if outer is not None and len(node.args) == 1:
                    return {**outer, **keywords}
                return None
            if not node.args and "func" not in keywords:
                outer = self.options(node.func, place)
                return None if outer is None else {**outer, **keywords}
        return None

    def keywords(self, call: ast.Call, place: Place) -> dict[str, ast.expr]:
        """Return what a call passes by name, be it as items of ``**mapping``.

        A mapping that cannot be read may hold all that makes a function trace less often. What a
        function hands on of its own callers is taken to hold nothing.
        """
        found: dict[str, ast.expr] = {}
        for keyword in call.keywords:
            if keyword.arg is not None:
                found[keyword.arg] = keyword.value
                continue
            items = self._items(keyword.value, place)
            if items is None:
                items = dict.fromkeys(("input_signature", "reduce_retracing"), keyword.value)
            found.update(items)
        return found

    def _items(self, node: ast.expr, place: Place) -> dict[str, ast.expr] | None:
        """Return the items of a mapping with names as keys; None if these are not known."""
        match node:
            case ast.Name():
                bindings = definitions(node, place)
                if bindings and all(binding.kind == "parameter" for binding in bindings):
                    return {}
                if len(bindings) == 1 and bindings[0].kind == "assign" and not bindings[0].path:
                    value = bindings[0].value
                    return None if value is None else self._items(value, bindings[0].place)
            case ast.Dict(keys=keys, values=values):
                names = [key.value if isinstance(key, ast.Constant) else None for key in keys]
                if all(isinstance(name, str) for name in names):
                    return {str(name): value for name, value in zip(names, values)}
            case ast.Call(func=ast.Name(id="dict"), args=[]):
                return self.keywords(node, place)
        return None

    def takes_options(self, call: ast.Call, place: Place) -> bool:
        """Whether the keywords of ``call`` are options of ``tf.function``."""
        last = tail(call.func)
        if last == "partial":
            return self.options(call, place) is not None
        return last in self.tails and self.options(call.func, place) is not None

    def is_tf_function(self, node: ast.expr, place: Place) -> bool:
        """Whether ``node`` names ``tf.function`` or a configured decorator."""
        qualified = self.names.qualified(node, place)
        if qualified in (TF_FUNCTION, TF_AGENTS_FUNCTION):
            return True
        if not self.configured:
            return False
        dotted = ast.unparse(node)
        return any(
            dotted == name or (qualified or "").endswith(f".{name}") for name in self.configured
        )

    def _assigned(self, node: ast.Name, place: Place) -> tuple[ast.expr, Place] | None:
        bindings = definitions(node, place)
        if len(bindings) == 1 and bindings[0].kind == "assign" and bindings[0].value is not None:
            value = bindings[0].value
            if _mentions(value, self.tails):
                return value, bindings[0].place
        return None


def _mentions(node: ast.expr, tails: set[str]) -> bool:
    """Whether an expression may give ``tf.function``, by the last component of a name in it."""
    if isinstance(node, ast.Attribute):
        return node.attr == "function"
    if isinstance(node, ast.Call):
        last = tail(node.func)
        if last == "partial":
            return bool(node.args) and tail(node.args[0]) in tails
        return last in tails and not node.args
    return False
