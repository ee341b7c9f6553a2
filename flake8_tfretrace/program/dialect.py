"""What TensorFlow and Keras a module is written for, by what it imports and calls.

TensorFlow 1 builds graphs and runs them in sessions: what this linter knows of eager code and of
``tf.function`` does not hold there. Keras 2 converts ``call`` with AutoGraph, and Keras 3 does not.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from flake8_tfretrace.knowledge import names_of
from flake8_tfretrace.program.imports import is_below, public
from flake8_tfretrace.program.scopes import (
    COMPREHENSIONS,
    FunctionNode,
    Index,
    Scope,
    children,
    index,
    lookup,
)

_Chain = tuple[str, tuple[str, ...]]
"""The name at the root of ``a.b.c``, and the attributes after it."""
_Key = tuple[object, str]
"""A variable: the scope (or, for an attribute of ``self``, the class) and the dotted text."""


@dataclass(frozen=True, slots=True)
class Reason:
    """What shows it."""

    line: int
    words: str
    """As in "'tf.Session' is TensorFlow 1's"."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """What a module is written for.

    The module is written for **TensorFlow 1** where any of these is so.

    * ``disable_v2_behavior()`` or ``disable_eager_execution()`` is called, wherever that is.
    * Its one TensorFlow is ``tensorflow.compat.v1``, and it neither uses TensorFlow 2's names as
      well nor calls ``enable_v2_behavior()`` or ``enable_eager_execution()``.
    * ``tf.enable_eager_execution()`` or ``tf.enable_v2_behavior()`` is called, not of
      ``tensorflow.compat.v1``: TensorFlow 2 has them there only.
    * It imports ``tensorflow.contrib``, or takes Keras' session.
    * It imports what only the packages keras before 2.4 have; or modules that they and later ones,
      but not Keras 3, have, from the package keras, and no TensorFlow: there is none that it
      surely runs on. So it is of the package keras, and no TensorFlow, beside functions that SciPy
      dropped before Keras 2.4.
    * It uses names of ``tensorflow`` that TensorFlow 2 does not have, and neither ``tf.function``
      nor ``tf.GradientTape``.
    * It runs sessions, or makes placeholders, with ``tensorflow.compat.v1``, and uses neither of
      those two nor Keras.

    What stands under ``try`` with a fallback, or under a test of the version, shows nothing, but
    for the first two. Nor do the names of ``tensorflow.compat.v1`` that work in eager code
    (``logging``, ``flags``, optimizers, a session made only to configure the GPUs).
    """

    tensorflow_1: Reason | None = None
    """Why the whole module is written for TensorFlow 1; None if it is not."""
    keras_2: Reason | None = None
    """Why the module works with Keras 2 only; None if it may be written for Keras 3."""
    removed: Reason | None = None
    """A name of ``tensorflow`` that TensorFlow 2 does not have, also beside TensorFlow 2's own."""
    functions: frozenset[ast.AST] = frozenset()
    """The functions that build graphs to be run in sessions, also where the module does not.

    Those whose own statements enter a ``tf.Graph``, run a session, or make what only a graph can
    hold, and the functions defined in them; not those around them. The module's node is among
    them where statements at its top level do so: that says nothing of the module's functions.
    """


NEITHER = Dialect()
"""A module for TensorFlow 2 that may be written for Keras 3."""


def dialect(tree: ast.Module, source: str | None = None, known: Index | None = None) -> Dialect:
    """Return what the module is written for.

    Args:
        tree: the module.
        source: its text: a module without any of the words that matter then costs one search.
        known: its index, if there is one.
    """
    if source is not None and not _may_tell(source):
        return NEITHER
    walk = _Walk(tree, index(tree) if known is None else known)
    uses = _Uses(walk)
    graphs = frozenset(_graph_functions(uses))
    return Dialect(_tensorflow_1(uses), _keras_2(uses), _removed(uses), graphs)


def _may_tell(source: str) -> bool:
    """Whether a text has any of the names that something here is told by.

    Names after those of modules, that is: everybody calls something ``log``.
    """
    if any(word in source for word in _RARE):
        return True
    if "tensorflow" not in source and "keras" not in source:
        return False
    pairs: set[tuple[str, ...]] = set()
    for dotted in {text for text in _WORDS.findall(source) if "." in text}:
        parts = dotted.split(".")
        pairs.update(pairwise(parts))
    for module, names in _FROM.findall(source):
        last = module.rpartition(".")[2]
        pairs.update((last, name) for name in _WORDS.findall(names))
    if not _TELLING.isdisjoint(pairs):
        return True
    owners = {owner for owner, name in pairs if name in _GONE or name in _ENABLES}
    modules = {_TF, *_AS.findall(source)}
    return not owners.isdisjoint(modules) or _is_alias(owners, modules, source)


def _is_alias(names: set[str], modules: set[str], source: str) -> bool:
    """Whether a text assigns one of the modules to one of the names."""
    for module in modules if names else ():
        for found in re.finditer(rf"= *{module}\b(?! *[.(\w])", source):
            line = source[source.rfind("\n", 0, found.start()) + 1 : found.start()]
            if not names.isdisjoint(_WORDS.findall(line)):
                return True
    return False


_TF = "tensorflow"
_V1 = "tensorflow.compat.v1"
_DISABLES = frozenset({"disable_v2_behavior", "disable_eager_execution"})
_ENABLES = frozenset({"enable_v2_behavior", "enable_eager_execution"})
_TF2 = frozenset({"tensorflow.function", "tensorflow.GradientTape"})
"""What a module uses that runs eagerly."""
_SESSIONS = frozenset({"Session", "InteractiveSession"})
_GRAPHS = frozenset({"Graph", "get_default_graph"})
_GRAPH_ONLY = frozenset({"placeholder", "sparse_placeholder", "get_variable", "layers"})
"""Names of TensorFlow 1 that fail, or make no sense, in eager code."""
_BUILDS = _GRAPH_ONLY | {"contrib", "variable_scope", "placeholder_with_default"}
_KERAS_SESSION = frozenset(
    f"keras.backend.{module}{name}"
    for module in ("", "tensorflow_backend.")
    for name in ("get_session", "set_session")
)
_NOT_TF2_API = tuple(
    f"tensorflow.{module}"
    for module in ("compat", "contrib", "core", "examples", "python", "tools")
)

_GONE = names_of("tensorflow 1")
"""Names of TensorFlow 1's ``tensorflow`` that no TensorFlow 2 has."""
_MULTI_BACKEND = names_of("multi-backend keras") | {"keras.utils.multi_gpu_model"}
_ANY_KERAS_2 = names_of("any keras 2")
"""Modules that run on TensorFlow 2 with some Keras, if with any."""
_OLD_SCIPY = frozenset(
    f"scipy.misc.{name}" for name in ("imread", "imresize", "imrotate", "imsave", "toimage")
)
"""What SciPy had until 1.2, a year before Keras 2.4."""
_KERAS_2 = (_MULTI_BACKEND | _ANY_KERAS_2 | names_of("keras 2 on tensorflow 2")).union(
    """
    keras.layers.CuDNNGRU keras.layers.CuDNNLSTM keras.layers.LocallyConnected1D
    keras.layers.LocallyConnected2D keras.layers.ThresholdedReLU keras.optimizers.legacy
    keras.utils.multi_gpu_model tensorflow.python.keras tensorflow_addons tf_keras
    """.split()
)
"""The modules that Keras 3 does not have, what else it does not have, or raises when it is used,
and packages that need Keras 2."""
_LEGACY_SWITCH = "TF_USE_LEGACY_KERAS"
_SWITCHED_ON = frozenset({"1", "true", "True"})

_WORDS = re.compile(r"[\w.]+")
_FROM = re.compile(
    r"from[ \t]+((?:tensorflow|keras|scipy)[\w.]*)[ \t]+import[ \t]*(\([^)]*\)|[^\n]*)"
)
_AS = re.compile(r"tensorflow(?:\.compat\.v2)?[ \t]+as[ \t]+(\w+)")
_RARE = (
    *sorted(_DISABLES),
    *("compat.v1", "import v1", "contrib", "_session", "Graph", "tf_keras", "tensorflow_addons"),
    _LEGACY_SWITCH,
)
"""What other texts hardly have."""
_TELLING = frozenset(
    tuple(name.split(".")[-2:])
    for name in _GONE | _KERAS_2 | _KERAS_SESSION | _OLD_SCIPY
    if "." in name
)
"""The last two parts of the names that tell."""
_ALIASES = 20
"""So many aliases of aliases are followed."""


# the module


@dataclass(frozen=True, slots=True)
class _At:
    """Where something is written."""

    line: int
    scope: Scope
    guarded: bool
    """Whether it runs only where something is there, or for some versions."""
    in_handler: bool


@dataclass(frozen=True, slots=True)
class _Use:
    """A name, or attributes of one, that is read."""

    chain: _Chain
    at: _At
    call: ast.Call | None
    """The call of it, if it is called."""
    parent: ast.AST | None
    """What is around the call, or around the name."""


@dataclass(frozen=True, slots=True)
class _Import:
    """A name that an import statement binds."""

    dotted: str
    """What is imported; of ``import a.b`` all of it."""
    package: str
    """The package that it is imported from, as it is written."""
    bound: str
    at: _At
    whole: bool
    """Whether the bound name stands for all of ``dotted``."""


class _Walk:
    """One walk over a module, which records what the questions need.

    Args:
        tree: the module.
        index: its scopes, with what they bind. What never runs is left out there, and here.
    """

    def __init__(self, tree: ast.Module, index: Index) -> None:
        self.tree = tree
        self.uses: list[_Use] = []
        self.imports: list[_Import] = []
        self.bound: dict[tuple[ast.AST, str], str] = {}
        """What is bound to a name, by the import statement and the name."""
        self.made: list[tuple[ast.expr, ast.Call, Scope]] = []
        """Variables, and the calls that they are assigned."""
        self.entered: list[tuple[ast.expr, _At]] = []
        """What ``with`` statements enter."""
        self.switches: list[tuple[ast.expr, ast.expr, _At]] = []
        """Assignments to an item, with the mapping's name and the value, of Keras' switch."""
        self.functions: list[Scope] = []
        self._index = index
        self._classes = {cls.node: cls.body.scope for cls in index.classes}
        self._pending: list[tuple[ast.AST, ast.AST | None, Scope, int]] = []
        self._add([tree], None, index.by_node[tree].body.scope, 0)
        while self._pending:
            node, parent, scope, state = self._pending.pop()
            visit = _VISITS.get(type(node))
            if visit is None:
                self._add(children(node), node, scope, state)
            else:
                visit(self, node, parent, scope, state)

    def _add(
        self,
        nodes: Sequence[ast.AST | None],
        parent: ast.AST | None,
        scope: Scope,
        state: int,
    ) -> None:
        """Visit these next, in their order."""
        dead = self._index.dead
        self._pending += [
            (node, parent, scope, state)
            for node in reversed(nodes)
            if node is not None and type(node) is not ast.Constant and node not in dead
        ]

    def _at(self, node: ast.AST, scope: Scope, state: int) -> _At:
        line = getattr(node, "lineno", 1)
        return _At(line, scope, bool(state & _GUARDED), bool(state & _HANDLER))

    # statements that bind

    def _import(self, node: ast.Import, _p: object, scope: Scope, state: int) -> None:
        for alias in node.names:
            whole = alias.asname is not None or "." not in alias.name
            bound = alias.asname or alias.name.partition(".")[0]
            self.bound[node, bound] = public(alias.name if whole else bound)
            at = self._at(node, scope, state)
            package = alias.name.partition(".")[0]
            self.imports.append(_Import(public(alias.name), package, bound, at, whole))

    def _import_from(self, node: ast.ImportFrom, _p: object, scope: Scope, state: int) -> None:
        if node.level or node.module is None:
            return
        at = self._at(node, scope, state)
        for alias in node.names:
            star = alias.name == "*"
            dotted = public(node.module if star else f"{node.module}.{alias.name}")
            bound = "" if star else alias.asname or alias.name
            self.bound[node, bound] = dotted
            package = node.module.partition(".")[0]
            self.imports.append(_Import(dotted, package, bound, at, not star))

    def _function(self, node: FunctionNode, _p: object, scope: Scope, state: int) -> None:
        if not isinstance(node, ast.Lambda):
            self._add([*node.decorator_list, node.returns], node, scope, state)
        self._add([node.args], node, scope, state)
        known = self._index.by_node.get(node)
        if known is not None:
            self.functions.append(known.body.scope)
            body = [node.body] if isinstance(node, ast.Lambda) else node.body
            self._add(body, node, known.body.scope, state)

    def _class(self, node: ast.ClassDef, _p: object, scope: Scope, state: int) -> None:
        self._add([*node.decorator_list, *node.bases, *node.keywords], node, scope, state)
        self._add(node.body, node, self._classes[node], state)

    def _comprehension(self, node: ast.expr, _p: object, scope: Scope, state: int) -> None:
        place = self._index.places.get(node)
        self._add(children(node), node, scope if place is None else place.scope, state)

    def _assign(
        self, node: ast.Assign | ast.AnnAssign, _p: object, scope: Scope, state: int
    ) -> None:
        value = node.value
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            if isinstance(value, ast.Call) and isinstance(target, (ast.Name, ast.Attribute)):
                self.made.append((target, value, scope))
            if isinstance(target, ast.Subscript) and _text(target.slice) == _LEGACY_SWITCH:
                if value is not None:
                    self.switches.append((target.value, value, self._at(node, scope, state)))
        self._add(children(node), node, scope, state)

    # statements that branch

    def _try(self, node: ast.Try, _p: object, scope: Scope, state: int) -> None:
        guards = any(_is_fallback(handler, node.body) for handler in node.handlers)
        self._add([*node.orelse, *node.finalbody], node, scope, state)
        self._add(node.handlers, node, scope, state | (_GUARDED | _HANDLER if guards else 0))
        self._add(node.body, node, scope, state | (_GUARDED if guards else 0))

    def _if(self, node: ast.If | ast.IfExp, _p: object, scope: Scope, state: int) -> None:
        within = state | (_GUARDED if _asks_for_version(node.test) else 0)
        if isinstance(node, ast.If):
            self._add([*node.body, *node.orelse], node, scope, within)
        else:
            self._add([node.body, node.orelse], node, scope, within)
        self._add([node.test], node, scope, state)

    def _with(self, node: ast.With | ast.AsyncWith, _p: object, scope: Scope, state: int) -> None:
        self.entered += [
            (item.context_expr, self._at(item.context_expr, scope, state)) for item in node.items
        ]
        self._add(children(node), node, scope, state)

    # expressions

    def _call(self, node: ast.Call, parent: ast.AST, scope: Scope, state: int) -> None:
        chain = _chain(node.func)
        if chain is not None:
            self.uses.append(_Use(chain, self._at(node, scope, state), node, parent))
            self._add([*node.args, *node.keywords], node, scope, state)
        else:
            self._add(children(node), node, scope, state)

    def _read(
        self, node: ast.Name | ast.Attribute, parent: ast.AST, scope: Scope, state: int
    ) -> None:
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            return
        chain = _chain(node)
        if chain is not None:
            self.uses.append(_Use(chain, self._at(node, scope, state), None, parent))
        else:
            self._add(children(node), node, scope, state)


_GUARDED = 1
_HANDLER = 2
_Visit = Callable[[_Walk, Any, Any, Scope, int], None]
_VISITS: dict[type[ast.AST], _Visit] = {
    ast.Import: _Walk._import,
    ast.ImportFrom: _Walk._import_from,
    ast.FunctionDef: _Walk._function,
    ast.AsyncFunctionDef: _Walk._function,
    ast.Lambda: _Walk._function,
    ast.ClassDef: _Walk._class,
    **dict.fromkeys(COMPREHENSIONS, _Walk._comprehension),
    ast.Assign: _Walk._assign,
    ast.AnnAssign: _Walk._assign,
    ast.Try: _Walk._try,
    ast.If: _Walk._if,
    ast.IfExp: _Walk._if,
    ast.With: _Walk._with,
    ast.AsyncWith: _Walk._with,
    ast.Call: _Walk._call,
    ast.Name: _Walk._read,
    ast.Attribute: _Walk._read,
}


def _chain(node: ast.AST) -> _Chain | None:
    """Return the parts of ``a.b.c``; None if its root is no name."""
    attributes = []
    while isinstance(node, ast.Attribute):
        attributes.append(node.attr)
        node = node.value
    return (node.id, tuple(reversed(attributes))) if isinstance(node, ast.Name) else None


def _text(node: ast.AST | None) -> str | None:
    """Return the string that is written; None if it is none."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return None


_MISSING = frozenset({"AttributeError", "ImportError", "ModuleNotFoundError", "NameError"})
_ANY = frozenset({"BaseException", "Exception"})


def _is_fallback(handler: ast.ExceptHandler, body: list[ast.stmt]) -> bool:
    """Whether a handler is there for versions in which something in ``body`` is missing."""
    named = handler.type
    caught = named.elts if isinstance(named, ast.Tuple) else [named]
    names = {chain[0] for node in caught if node is not None and (chain := _chain(node))}
    if names & _MISSING:
        return True
    is_simple = all(isinstance(s, (ast.Assign, ast.Expr, ast.Import, ast.ImportFrom)) for s in body)
    return is_simple and (named is None or bool(names & _ANY))


def _asks_for_version(test: ast.expr) -> bool:
    """Whether a condition asks for a version, for what there is, or for eager execution."""
    for node in ast.walk(test):
        if isinstance(node, ast.Attribute):
            if node.attr in ("__version__", "VERSION", "executing_eagerly"):
                return True
        elif isinstance(node, ast.Name) and node.id == "hasattr":
            return True
    return False


# questions


class _Uses:
    """What the names that a module uses stand for."""

    def __init__(self, walk: _Walk) -> None:
        self.walk = walk
        self._known: dict[tuple[Scope, str], frozenset[str]] = {}

    def named(self, chain: _Chain, scope: Scope, depth: int = 0) -> frozenset[str]:
        """Return the dotted names that ``a.b.c`` may stand for, through imports and aliases."""
        name, attributes = chain
        roots = self._root(name, scope, depth)
        if not roots or not attributes:
            return roots
        after = ".".join(attributes)
        return frozenset(public(f"{root}.{after}") for root in roots)

    def _root(self, name: str, scope: Scope, depth: int) -> frozenset[str]:
        binder, bindings = lookup(name, scope)
        if binder is None or depth > _ALIASES:
            return frozenset()
        known = self._known.get((binder, name))
        if known is None:
            bound = (self.walk.bound.get((binding.node, name)) for binding in bindings)
            imported = frozenset(filter(None, bound))
            # What an alias of itself (tf = tf.compat.v1) is made of.
            self._known[binder, name] = imported
            chains = [
                _chain(b.value)
                for b in bindings
                if b.kind == "assign" and b.value is not None and not b.path
            ]
            known = imported.union(
                *(self.named(chain, binder, depth + 1) for chain in chains if chain is not None)
            )
            self._known[binder, name] = known
        return known

    @cached_property
    def resolved(self) -> list[tuple[str, _Use]]:
        """Each use of what is imported, with the dotted name that it may stand for."""
        return [
            (dotted, use)
            for use in self.walk.uses
            for dotted in sorted(self.named(use.chain, use.at.scope))
        ]

    @cached_property
    def is_version_2(self) -> bool:
        """Whether the module uses what eager code is traced or differentiated with."""
        return self.enables or any(
            dotted in _TF2 or is_below(dotted, "tensorflow.GradientTape")
            for dotted, _ in self.resolved
        )

    @cached_property
    def enables(self) -> bool:
        """Whether the module switches TensorFlow 2's behaviour on."""
        return any(
            use.call is not None and _of_tensorflow(dotted) in _ENABLES
            for dotted, use in self.resolved
        )

    @cached_property
    def uses_keras(self) -> bool:
        """Whether the module uses Keras, in whatever form."""
        return any(is_below(dotted, "keras") for dotted, _ in self.resolved)

    def key(self, node: ast.AST, scope: Scope) -> _Key | None:
        """Return which variable, or attribute of one, an expression is."""
        chain = _chain(node)
        return None if chain is None else self.variable(chain, scope)

    def variable(self, chain: _Chain, scope: Scope) -> _Key | None:
        """Return which variable, or attribute of one, ``a.b.c`` is."""
        name, attributes = chain
        binder, _ = lookup(name, scope)
        if binder is None:
            return None
        method = binder.function
        if attributes and binder is method.body.scope and method.owner is not None:
            if name == next((p.name for p in method.parameters if p.kind == "positional"), None):
                return binder.parent, ".".join(attributes)
        return binder, ".".join((name, *attributes))

    @cached_property
    def graphs(self) -> frozenset[_Key]:
        """The variables that are assigned graphs."""
        return frozenset(self._made(_GRAPHS))

    @cached_property
    def sessions(self) -> frozenset[_Key]:
        """The variables that are assigned sessions."""
        return frozenset(self._made(_SESSIONS))

    def _made(self, makers: frozenset[str]) -> Iterator[_Key]:
        for target, call, scope in self.walk.made:
            chain = _chain(call.func)
            names = () if chain is None else self.named(chain, scope)
            if any(_of_tensorflow(name) in makers for name in names):
                key = self.key(target, scope)
                if key is not None:
                    yield key

    @cached_property
    def run_sessions(self) -> frozenset[_Key]:
        """The variables whose sessions are run or entered, not only made."""
        found = {self.key(node, at.scope) for node, at in self.walk.entered}
        for use in self.walk.uses:
            name, attributes = use.chain
            if use.call is not None and attributes[-1:] in (("run",), ("as_default",)):
                found.add(self.variable((name, attributes[:-1]), use.at.scope))
        return frozenset(key for key in found if key in self.sessions)

    def graph_evidence(self) -> Iterator[tuple[_At, str]]:
        """Yield where a graph is built, or run in a session, and what is written there."""
        for dotted, use in self.resolved:
            if not use.at.guarded and self._builds_graph(dotted, use):
                yield use.at, _written(use.chain)
        for use in self.walk.uses:
            if not use.at.guarded and self._enters_graph(use):
                yield use.at, _written(use.chain)

    def _builds_graph(self, dotted: str, use: _Use) -> bool:
        """Whether the use of a name of TensorFlow's builds a graph, or runs one."""
        name = _of_tensorflow(dotted)
        if name is None:
            return False
        is_plain = not is_below(dotted, _V1)
        if name in _SESSIONS:
            return is_plain or self._is_run(use)
        if name in _GRAPHS:
            return isinstance(use.parent, ast.Attribute) and use.parent.attr == "as_default"
        return name.partition(".")[0] in (_BUILDS if is_plain else _GRAPH_ONLY)

    def _is_run(self, use: _Use) -> bool:
        """Whether the session that a call makes is run, or entered: by itself it does nothing."""
        if use.call is None:
            return False
        if isinstance(use.parent, (ast.withitem, ast.Attribute)):
            return True
        for target, call, scope in self.walk.made:
            if call is use.call and self.key(target, scope) in self.run_sessions:
                return True
        return False

    def _enters_graph(self, use: _Use) -> bool:
        """Whether this is ``graph.as_default()`` or ``session.graph.as_default()``."""
        name, attributes = use.chain
        if use.call is None or attributes[-1:] != ("as_default",):
            return False
        if self.variable((name, attributes[:-1]), use.at.scope) in self.graphs:
            return True
        if attributes[-2:-1] != ("graph",):
            return False
        return self.variable((name, attributes[:-2]), use.at.scope) in self.sessions


def _of_tensorflow(dotted: str) -> str | None:
    """Return the name below ``tensorflow`` or ``tensorflow.compat.v1``; None if there is none."""
    for module in (_V1, _TF):
        if dotted.startswith(f"{module}."):
            return dotted[len(module) + 1 :]
    return None


def _written(chain: _Chain) -> str:
    return ".".join((chain[0], *chain[1]))


def _tensorflow_1(uses: _Uses) -> Reason | None:
    """Return why a module is written for TensorFlow 1, by the rules at :class:`Dialect`."""
    questions = (
        *(_disabled, _only_compat_v1, _enabled, _contrib_or_session, _multi_backend),
        *(_gone, _builds_graphs),
    )
    for question in questions:
        reason = question(uses)
        if reason is not None:
            return reason
    return None


def _disabled(uses: _Uses) -> Reason | None:
    for dotted, use in uses.resolved:
        if use.call is not None and _of_tensorflow(dotted) in _DISABLES:
            return Reason(use.at.line, f"'{_written(use.chain)}()' switches TensorFlow 2 off")
    return None


def _only_compat_v1(uses: _Uses) -> Reason | None:
    own = [
        found
        for found in uses.walk.imports
        if found.whole and found.dotted == _V1 and found.at.scope.parent is None
    ]
    if not own or uses.enables:
        return None
    names = {found.bound for found in own}
    for found in uses.walk.imports:
        binds_all = not found.whole and found.bound == _TF
        is_other = binds_all or found.dotted == _TF
        if (is_other and found.bound not in names) or _is_of_2(found.dotted):
            return None
    for dotted, use in uses.resolved:
        if use.chain[0] not in names and _is_of_2(dotted):
            return None
        if use.chain[0] in names and use.chain[1][:2] == ("compat", "v2"):
            return None
    return Reason(own[0].at.line, "TensorFlow is imported as tensorflow.compat.v1")


def _enabled(uses: _Uses) -> Reason | None:
    """Return where eager execution is switched on by a name that only TensorFlow 1 has."""
    for dotted, use in uses.resolved:
        name = dotted.removeprefix(f"{_TF}.")
        if name in _ENABLES and use.call is not None and not use.at.guarded:
            return Reason(use.at.line, f"TensorFlow 2 does not have '{_written(use.chain)}'")
    return None


def _is_of_2(dotted: str) -> bool:
    """Whether a name is one of TensorFlow 2's own."""
    if not dotted.startswith(f"{_TF}."):
        return False
    return not any(is_below(dotted, module) for module in _NOT_TF2_API)


def _contrib_or_session(uses: _Uses) -> Reason | None:
    for found in uses.walk.imports:
        if is_below(found.dotted, "tensorflow.contrib") and not found.at.guarded:
            return Reason(found.at.line, "only TensorFlow 1 has tensorflow.contrib")
    for dotted, use in uses.resolved:
        if dotted in _KERAS_SESSION and not use.at.guarded:
            return Reason(use.at.line, f"'{_written(use.chain)}' needs sessions")
    return None


def _multi_backend(uses: _Uses) -> Reason | None:
    """Return why a module is written for Keras as it was before TensorFlow 2's."""
    imports = uses.walk.imports
    names_tensorflow = any(found.package == _TF for found in imports)
    for found in imports:
        if found.package != "keras" or found.at.guarded:
            continue
        if _head(found.dotted, _MULTI_BACKEND) is not None:
            return Reason(found.at.line, f"only Keras before 2.4 has '{found.dotted}'")
        if not names_tensorflow and _head(found.dotted, _ANY_KERAS_2) is not None:
            return Reason(found.at.line, f"'{found.dotted}' is of a Keras without TensorFlow 2")
    if names_tensorflow or not any(found.package == "keras" for found in imports):
        return None
    old = [(dotted, use.at, _written(use.chain)) for dotted, use in uses.resolved]
    old += [(found.dotted, found.at, found.dotted) for found in imports]
    for dotted, at, written in old:
        if dotted in _OLD_SCIPY and not at.guarded:
            return Reason(at.line, f"'{written}' is of a SciPy older than Keras 2.4")
    return None


def _gone(uses: _Uses) -> Reason | None:
    return None if uses.is_version_2 else _removed(uses)


def _removed(uses: _Uses) -> Reason | None:
    for found in uses.walk.imports:
        if _is_gone(found.dotted) and not found.at.guarded:
            return Reason(found.at.line, f"TensorFlow 2 does not have '{found.dotted}'")
    for dotted, use in uses.resolved:
        if _is_gone(dotted) and not use.at.guarded:
            return Reason(use.at.line, f"TensorFlow 2 does not have '{_written(use.chain)}'")
    return None


def _is_gone(dotted: str) -> bool:
    """Whether this is a name of TensorFlow 1's own ``tensorflow``, or below one."""
    if not dotted.startswith(f"{_TF}."):
        return False
    parts = dotted.split(".")
    return parts[1] in _GONE or ".".join(parts[1:3]) in _GONE


def _builds_graphs(uses: _Uses) -> Reason | None:
    if uses.is_version_2 or uses.uses_keras:
        return None
    for at, words in uses.graph_evidence():
        return Reason(at.line, f"'{words}' builds or runs a graph")
    return None


def _graph_functions(uses: _Uses) -> Iterator[ast.AST]:
    """Yield what :attr:`Dialect.functions` describes."""
    found = {at.scope.function.node for at, _ in uses.graph_evidence()}
    yield from found
    found -= {uses.walk.tree}
    # Functions stand before those defined in them.
    for scope in uses.walk.functions if found else ():
        assert scope.parent is not None
        if scope.parent.function.node in found:
            found.add(scope.function.node)
            yield scope.function.node


def _keras_2(uses: _Uses) -> Reason | None:
    """Return why a module works with Keras 2 only."""
    for found in uses.walk.imports:
        name = _keras_2_name(found.dotted)
        if name is None:
            continue
        # Where Keras 2 is tried first, it is what the module is written for.
        if found.at.in_handler if name == "tf_keras" else found.at.guarded:
            continue
        return Reason(found.at.line, f"'{name}' is Keras 2's")
    for dotted, use in uses.resolved:
        name = _keras_2_name(dotted)
        if name is not None and name != "tf_keras" and not use.at.guarded:
            return Reason(use.at.line, f"'{name}' is Keras 2's")
    return _legacy_switch(uses)


def _keras_2_name(dotted: str) -> str | None:
    """Return which of Keras 2's names ``dotted`` is, or is below."""
    return _head(dotted, _KERAS_2)


def _head(dotted: str, names: frozenset[str]) -> str | None:
    """Return which of some names of up to three parts ``dotted`` is, or is below."""
    parts = dotted.split(".")
    heads = (".".join(parts[:length]) for length in (1, 2, 3))
    return next((head for head in heads if head in names), None)


def _legacy_switch(uses: _Uses) -> Reason | None:
    """Return where ``os.environ["TF_USE_LEGACY_KERAS"]`` is set to "1"."""
    lines = [
        at.line
        for mapping, value, at in uses.walk.switches
        if _text(value) in _SWITCHED_ON
        and (chain := _chain(mapping)) is not None
        and "os.environ" in uses.named(chain, at.scope)
    ]
    for dotted, use in uses.resolved:
        if use.call is None or dotted not in ("os.environ.setdefault", "os.putenv"):
            continue
        values = [_text(argument) for argument in use.call.args]
        if values[:1] == [_LEGACY_SWITCH] and values[1:2] and values[1] in _SWITCHED_ON:
            lines.append(use.at.line)
    return Reason(min(lines), f"{_LEGACY_SWITCH} is set") if lines else None
