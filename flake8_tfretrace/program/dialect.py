"""What TensorFlow and Keras a module is written for, by what it imports and calls.

TensorFlow 1 builds graphs and runs them in sessions: what this linter knows of eager code and of
``tf.function`` does not hold there. Keras 2 converts ``call`` with AutoGraph, and Keras 3 does not.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from flake8_tfretrace.knowledge import names_of
from flake8_tfretrace.program.imports import is_below, public
from flake8_tfretrace.program.scopes import Index, Scope, index, lookup
from flake8_tfretrace.program.syntax import Nodes

_Chain = tuple[str, tuple[str, ...]]
"""The name at the root of ``a.b.c``, and the attributes after it."""
_Key = tuple[object, str]
"""A variable: the scope (or, for an attribute of ``self``, the class) and the dotted text."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """What a module is written for.

    The module is written for **TensorFlow 1** where any of these is so.

    * ``disable_v2_behavior()`` or ``disable_eager_execution()`` is called, wherever that is.
    * Its one TensorFlow is ``tensorflow.compat.v1``, and it neither uses TensorFlow 2's names as
      well nor calls ``enable_v2_behavior()`` or ``enable_eager_execution()``.
    * ``tf.enable_eager_execution()`` or ``tf.enable_v2_behavior()`` is called, not of
      ``tensorflow.compat.v1``: TensorFlow 2 has them there only.
    * It imports ``tensorflow.contrib``, or from ``tensorflow_core``, which 2.2 dropped, or takes
      Keras' session.
    * It imports from the package keras, and imports or uses what only those before 2.4 have; or
      what they and later ones, but not Keras 3, have, from the package keras, and no TensorFlow:
      there is none that it surely runs on. So it is of the package keras, and no TensorFlow,
      beside functions that SciPy dropped before Keras 2.4. TensorFlow's private modules show no
      version of it.
    * It uses names of ``tensorflow`` that TensorFlow 2 does not have, and neither ``tf.function``
      nor ``tf.GradientTape``.
    * It runs sessions, or makes placeholders, with ``tensorflow.compat.v1``, and uses neither of
      those two nor Keras.

    What stands under ``try`` with a fallback, or under a test of the version, shows nothing, but
    for the first two. Nor do the names of ``tensorflow.compat.v1`` that work in eager code
    (``logging``, ``flags``, optimizers, a session made only to configure the GPUs).
    """

    tensorflow_1: bool = False
    """Whether the whole module is written for TensorFlow 1."""
    keras_2: bool = False
    """Whether the module works with Keras 2 only."""
    asks_for_keras_2: bool = False
    """Whether it runs with Keras 2 where Keras 3 is as well: by its package, or the switch."""
    imports_private_keras: bool = False
    """Whether it imports from TensorFlow's private Keras: that is a Keras 2, beside any other."""
    removed: bool = False
    """Whether it uses names that TensorFlow 2 does not have, also beside TensorFlow 2's own."""
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
    if source is not None and not may_tell(source):
        return NEITHER
    module = _Module(index(tree) if known is None else known)
    graphs = frozenset(_graph_functions(module))
    return Dialect(
        _is_tensorflow_1(module),
        _is_keras_2(module),
        _asks_for_keras_2(module),
        any(is_below(found.dotted, _PRIVATE_KERAS) for found in module.imports),
        _has_removed(module),
        graphs,
    )


def may_tell(source: str) -> bool:
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
    modules_as = {bound: name for name, bound in _BACKEND_AS.findall(source)}
    pairs.update((modules_as[owner], name) for owner, name in list(pairs) if owner in modules_as)
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
_V2 = "tensorflow.compat.v2"
DISABLES = frozenset({"disable_v2_behavior", "disable_eager_execution"})
"""What turns eager execution off, for the whole program."""
_ENABLES_IN_V2 = "enable_v2_behavior"
_ENABLES = frozenset({_ENABLES_IN_V2, "enable_eager_execution"})
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
_CORE = "tensorflow_core"
"""What TensorFlow's own package was called from 1.15 to 2.1."""
_NOT_TF2_API = tuple(
    f"tensorflow.{module}"
    for module in ("compat", "contrib", "core", "examples", "python", "tools")
)

_GONE = names_of("tensorflow 1")
"""Names of TensorFlow 1's ``tensorflow`` that no TensorFlow 2 has."""
_MULTI_BACKEND = names_of("multi-backend keras") | {"keras.utils.multi_gpu_model"}
_ANY_KERAS_2 = names_of("any keras 2")
"""What runs on TensorFlow 2 with some Keras, if with any."""
_ANY_PACKAGE_KERAS_2 = _ANY_KERAS_2 | names_of("any keras 2 but tf.keras")
"""The same, of what is imported from the package keras."""
_MODEL = "keras.Model."
_MODEL_METHODS = frozenset(n.removeprefix(_MODEL) for n in _ANY_KERAS_2 if n.startswith(_MODEL))
"""The methods of models that Keras 3's do not have."""
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
_PRIVATE_KERAS = "tensorflow.python.keras"
_PACKAGE = "tf_keras"
"""The package that is Keras 2 where Keras 3 is installed as well."""
_LEGACY_SWITCH = "TF_USE_LEGACY_KERAS"
_SWITCHED_ON = frozenset({"1", "true", "True"})

_WORDS = re.compile(r"[\w.]+")
_FROM = re.compile(
    r"from[ \t]+((?:tensorflow|keras|scipy)[\w.]*)[ \t]+import[ \t]*(\([^)]*\)|[^\n]*)"
)
_AS = re.compile(r"tensorflow(?:\.compat\.v2)?[ \t]+as[ \t]+(\w+)")
_BACKEND_AS = re.compile(r"\b(backend)[ \t]+as[ \t]+(\w+)")
_RARE = (
    *sorted(DISABLES),
    *("compat.v1", "import v1", "contrib", "_session", "Graph", "tf_keras", "tensorflow_addons"),
    _CORE,
    _LEGACY_SWITCH,
    *(f".{method}(" for method in sorted(_MODEL_METHODS)),
)
"""What other texts hardly have."""
_TELLING = frozenset(
    tuple(name.split(".")[-2:])
    for name in _GONE | _KERAS_2 | _ANY_PACKAGE_KERAS_2 | _KERAS_SESSION | _OLD_SCIPY
    if "." in name
)
"""The last two parts of the names that tell."""
_ALIASES = 20
"""So many aliases of aliases are followed."""


# the module


@dataclass(frozen=True, slots=True)
class _Use:
    """A name, or attributes of one, that is read."""

    chain: _Chain
    node: ast.AST
    call: ast.Call | None
    """The call of it, if it is called."""


@dataclass(frozen=True, slots=True)
class _Import:
    """A name that an import statement binds."""

    dotted: str
    """What is imported; of ``import a.b`` all of it."""
    package: str
    """The package that it is imported from, as it is written."""
    bound: str
    node: ast.AST
    whole: bool
    """Whether the bound name stands for all of ``dotted``."""


class _Module:
    """A module, and what the names that it uses stand for. What never runs is left out."""

    def __init__(self, index: Index) -> None:
        self.module = index.module
        self.functions = index.functions
        self.nodes = Nodes(index)
        self.parents = self.nodes.parents(index.module)
        self._names: dict[tuple[Scope, str], frozenset[str]] = {}

    # where something is written

    def scope(self, node: ast.AST) -> Scope:
        """Return the scope that names are looked up in where ``node`` stands."""
        return self.nodes.scope(self.module, node)

    def is_guarded(self, node: ast.AST) -> bool:
        """Whether code runs only where something is there, or for some versions."""
        return self.is_in_handler(node) or any(
            child in parent.body
            if isinstance(parent, ast.Try)
            else child is not parent.test and _asks_for_version(parent.test)
            for child, parent in self._branches(node)
        )

    def is_in_handler(self, node: ast.AST) -> bool:
        """Whether code is the fallback for what is missing in some versions."""
        return any(
            isinstance(parent, ast.Try) and child in parent.handlers
            for child, parent in self._branches(node)
        )

    def _branches(self, node: ast.AST) -> Iterator[tuple[ast.AST, ast.Try | ast.If | ast.IfExp]]:
        """Yield the conditionals, and ``try`` with a fallback, around code, with the part of it."""
        for child, parent in pairwise(self.nodes.outward(self.module, node)):
            if isinstance(parent, (ast.If, ast.IfExp)) or (
                isinstance(parent, ast.Try)
                and any(_is_fallback(handler, parent.body) for handler in parent.handlers)
            ):
                yield child, parent

    # what is written there

    @cached_property
    def imports(self) -> list[_Import]:
        """What the module imports by absolute names."""
        found = []
        for node in self.parents:
            if isinstance(node, ast.Import):
                for alias in node.names:
                    top = alias.name.partition(".")[0]
                    whole = alias.asname is not None or top == alias.name
                    bound = alias.asname or top
                    found.append(_Import(public(alias.name), top, bound, node, whole))
            elif isinstance(node, ast.ImportFrom) and node.module is not None and not node.level:
                package = node.module.partition(".")[0]
                for alias in node.names:
                    star = alias.name == "*"
                    dotted = public(node.module if star else f"{node.module}.{alias.name}")
                    bound = "" if star else alias.asname or alias.name
                    found.append(_Import(dotted, package, bound, node, not star))
        return found

    @cached_property
    def names_of_v2(self) -> frozenset[str]:
        """The names under which the module imports ``tensorflow.compat.v2``."""
        found: set[str] = set()
        for imported in self.imports:
            node = imported.node
            prefix = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
            for alias in getattr(node, "names", ()):
                if f"{prefix}{alias.name}" == _V2 and imported.whole:
                    found.add(alias.asname or alias.name)
        return frozenset(found)

    @cached_property
    def _bound(self) -> dict[tuple[ast.AST, str], str]:
        """What is bound to a name, by the import statement and the name."""
        return {(i.node, i.bound): i.dotted if i.whole else i.bound for i in self.imports}

    @cached_property
    def uses(self) -> list[_Use]:
        """The names that are read, each with all attributes after it."""
        found = []
        for node, parent in self.parents.items():
            is_part = type(parent) is ast.Attribute
            is_stored = isinstance(node, ast.Name) and type(node.ctx) is not ast.Load
            chain = None if is_part or is_stored else _chain(node)
            if chain is not None:
                call = parent if isinstance(parent, ast.Call) and parent.func is node else None
                found.append(_Use(chain, node, call))
        return found

    def assignments(self) -> Iterator[tuple[ast.expr, ast.expr | None]]:
        for node in self.parents:
            if isinstance(node, ast.Assign):
                yield from ((target, node.value) for target in node.targets)
            elif isinstance(node, ast.AnnAssign):
                yield node.target, node.value

    # what it stands for

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
        known = self._names.get((binder, name))
        if known is None:
            bound = (self._bound.get((binding.node, name)) for binding in bindings)
            imported = frozenset(map(public, filter(None, bound)))
            # What an alias of itself (tf = tf.compat.v1) is made of.
            self._names[binder, name] = imported
            chains = [
                _chain(b.value)
                for b in bindings
                if b.kind == "assign" and b.value is not None and not b.path
            ]
            known = imported.union(
                *(self.named(chain, binder, depth + 1) for chain in chains if chain is not None)
            )
            self._names[binder, name] = known
        return known

    @cached_property
    def resolved(self) -> list[tuple[str, _Use]]:
        """Each use of what is imported, with the dotted name that it may stand for."""
        imported = {imported.bound for imported in self.imports}
        # What is assigned something else is no alias.
        imported |= {t.id for t, v in self.assignments() if isinstance(t, ast.Name) and _chain(v)}
        return [
            (dotted, use)
            for use in self.uses
            if use.chain[0] in imported
            for dotted in sorted(self.named(use.chain, self.scope(use.node)))
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
        return self.calls(_ENABLES)

    def calls(self, names: frozenset[str]) -> bool:
        """Whether one of these functions of TensorFlow's is called, wherever that is."""
        return any(
            use.call is not None and _of_tensorflow(dotted) in names
            for dotted, use in self.resolved
        )

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
        return frozenset(key for key, _ in self._made(_GRAPHS))

    @cached_property
    def sessions(self) -> frozenset[_Key]:
        """The variables that are assigned sessions."""
        return frozenset(key for key, _ in self._made(_SESSIONS))

    def _made(self, makers: frozenset[str]) -> Iterator[tuple[_Key, ast.Call]]:
        """Yield the variables that are assigned calls of one of these names, with the calls."""
        for target, value in self.assignments():
            chain = _chain(value.func) if isinstance(value, ast.Call) else None
            variable = _chain(target)
            if chain is not None and variable is not None:
                scope = self.scope(target)
                key = self.variable(variable, scope)
                names = self.named(chain, scope)
                if key is not None and any(_of_tensorflow(name) in makers for name in names):
                    assert isinstance(value, ast.Call)
                    yield key, value

    @cached_property
    def run_sessions(self) -> frozenset[_Key]:
        """The variables whose sessions are run or entered, not only made."""
        found: set[_Key | None] = set()
        for use in self.uses:
            (name, attributes), scope = use.chain, self.scope(use.node)
            if use.call is not None and attributes[-1:] in (("run",), ("as_default",)):
                found.add(self.variable((name, attributes[:-1]), scope))
            elif isinstance(self.parents[use.node], ast.withitem):
                found.add(self.variable(use.chain, scope))
        return frozenset(key for key in found if key in self.sessions)

    @cached_property
    def graph_code(self) -> list[ast.AST]:
        """The code that builds a graph, or runs one in a session."""
        building = [use for dotted, use in self.resolved if self._builds_graph(dotted, use)]
        entering = [use for use in self.uses if self._enters_graph(use)]
        return [use.node for use in (*building, *entering) if not self.is_guarded(use.node)]

    def _builds_graph(self, dotted: str, use: _Use) -> bool:
        """Whether the use of a name of TensorFlow's builds a graph, or runs one."""
        name = _of_tensorflow(dotted)
        if name is None:
            return False
        is_plain = not is_below(dotted, _V1)
        if name in _SESSIONS:
            return is_plain or self._is_run(use)
        if name in _GRAPHS:
            parent = self.parents[use.call or use.node]
            return isinstance(parent, ast.Attribute) and parent.attr == "as_default"
        return name.partition(".")[0] in (_BUILDS if is_plain else _GRAPH_ONLY)

    def _is_run(self, use: _Use) -> bool:
        """Whether the session that a call makes is run, or entered: by itself it does nothing."""
        if use.call is None:
            return False
        if isinstance(self.parents[use.call], (ast.withitem, ast.Attribute)):
            return True
        made = (key for key, call in self._made(_SESSIONS) if call is use.call)
        return any(key in self.run_sessions for key in made)

    def _enters_graph(self, use: _Use) -> bool:
        """Whether this is ``graph.as_default()`` or ``session.graph.as_default()``."""
        name, attributes = use.chain
        if use.call is None or attributes[-1:] != ("as_default",):
            return False
        scope = self.scope(use.node)
        if self.variable((name, attributes[:-1]), scope) in self.graphs:
            return True
        if attributes[-2:-1] != ("graph",):
            return False
        return self.variable((name, attributes[:-2]), scope) in self.sessions


def _chain(node: ast.AST | None) -> _Chain | None:
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


def _of_tensorflow(dotted: str) -> str | None:
    """Return the name below ``tensorflow`` or ``tensorflow.compat.v1``; None if there is none."""
    for module in (_V1, _TF):
        if dotted.startswith(f"{module}."):
            return dotted[len(module) + 1 :]
    return None


# questions


def _is_tensorflow_1(module: _Module) -> bool:
    """Whether a module is written for TensorFlow 1, by the rules at :class:`Dialect`."""
    return (
        module.calls(DISABLES)
        or _has_only_compat_v1(module)
        or _enables_by_name_of_1(module)
        or _has_contrib_or_session(module)
        or _is_multi_backend(module)
        or (not module.is_version_2 and (_has_removed(module) or _only_builds_graphs(module)))
    )


def _has_only_compat_v1(module: _Module) -> bool:
    own = [
        found
        for found in module.imports
        if found.whole and found.dotted == _V1 and module.scope(found.node).parent is None
    ]
    names = {found.bound for found in own}
    for found in module.imports:
        binds_all = not found.whole and found.bound == _TF
        is_other = binds_all or found.dotted == _TF
        if (is_other and found.bound not in names) or _is_of_2(found.dotted):
            return False
    return (
        bool(own)
        and not module.enables
        and not any(
            use.chain[1][:2] == ("compat", "v2") if use.chain[0] in names else _is_of_2(dotted)
            for dotted, use in module.resolved
        )
    )


def _enables_by_name_of_1(module: _Module) -> bool:
    """Whether eager execution is switched on by a name that only TensorFlow 1 has.

    ``tensorflow.compat.v2`` has one of them in all versions.
    """
    return any(
        dotted.removeprefix(f"{_TF}.") in _ENABLES
        and use.call is not None
        and not (
            dotted.endswith(f".{_ENABLES_IN_V2}")
            and (use.chain[1][:2] == ("compat", "v2") or use.chain[0] in module.names_of_v2)
        )
        and not module.is_guarded(use.node)
        for dotted, use in module.resolved
    )


def _is_of_2(dotted: str) -> bool:
    """Whether a name is one of TensorFlow 2's own."""
    if not dotted.startswith(f"{_TF}."):
        return False
    return not any(is_below(dotted, module) for module in _NOT_TF2_API)


def _has_contrib_or_session(module: _Module) -> bool:
    return any(
        (found.package == _CORE or is_below(found.dotted, "tensorflow.contrib"))
        and not module.is_guarded(found.node)
        for found in module.imports
    ) or any(
        dotted in _KERAS_SESSION and not module.is_guarded(use.node)
        for dotted, use in module.resolved
    )


def _is_multi_backend(module: _Module) -> bool:
    """Whether a module is written for Keras as it was before TensorFlow 2's."""
    if not any(found.package == "keras" for found in module.imports):
        return False
    if any(
        _head(dotted, _MULTI_BACKEND) and not module.is_guarded(node)
        for dotted, node in _mentioned(module)
    ):
        return True
    if any(
        found.package == _TF and not is_below(found.dotted, f"{_TF}.python")
        for found in module.imports
    ):
        return False
    return _calls_old_method(module) or any(
        (dotted in _OLD_SCIPY or _head(dotted, _ANY_PACKAGE_KERAS_2))
        and not module.is_guarded(node)
        for dotted, node in _mentioned(module)
    )


def _asks_for_keras_2(module: _Module) -> bool:
    """Whether a module has Keras 2 where Keras 3 is installed as well."""
    return _switches_keras_2_on(module) or any(
        is_below(found.dotted, _PACKAGE) for found in module.imports
    )


def _calls_old_method(module: _Module) -> bool:
    """Whether a module calls a method of models that Keras 3's do not have, and defines none."""
    own = {getattr(function.node, "name", "") for function in module.functions}
    return any(
        use.chain[1][-1:] == (method,) and use.call is not None and not module.is_guarded(use.node)
        for method in _MODEL_METHODS - own
        for use in module.uses
    )


def _mentioned(module: _Module) -> Iterator[tuple[str, ast.AST]]:
    """Yield the dotted names that a module imports or uses, with where it does."""
    yield from ((found.dotted, found.node) for found in module.imports)
    yield from ((dotted, use.node) for dotted, use in module.resolved)


def _has_removed(module: _Module) -> bool:
    """Whether a module uses a name that TensorFlow 2 does not have."""
    return any(_is_gone(dotted) and not module.is_guarded(n) for dotted, n in _mentioned(module))


def _is_gone(dotted: str) -> bool:
    """Whether this is a name of TensorFlow 1's own ``tensorflow``, or below one."""
    if not dotted.startswith(f"{_TF}."):
        return False
    parts = dotted.split(".")
    return parts[1] in _GONE or ".".join(parts[1:3]) in _GONE


def _only_builds_graphs(module: _Module) -> bool:
    uses_keras = any(is_below(dotted, "keras") for dotted, _ in module.resolved)
    return bool(module.graph_code) and not uses_keras


def _graph_functions(module: _Module) -> Iterator[ast.AST]:
    """Yield what :attr:`Dialect.functions` describes."""
    found = {module.scope(node).function.node for node in module.graph_code}
    yield from found
    found -= {module.module.node}
    # Functions stand before those defined in them.
    for function in module.functions if found else ():
        if function.place is not None and function.place.function.node in found:
            found.add(function.node)
            yield function.node


def _is_keras_2(module: _Module) -> bool:
    """Whether a module works with Keras 2 only."""
    if _calls_old_method(module):
        return True
    for found in module.imports:
        name = _head(found.dotted, _KERAS_2)
        # Where Keras 2 is tried first, it is what the module is written for.
        is_other = module.is_in_handler if name == "tf_keras" else module.is_guarded
        if name is not None and not is_other(found.node):
            return True
    return _switches_keras_2_on(module) or any(
        _head(dotted, _KERAS_2) not in (None, "tf_keras") and not module.is_guarded(use.node)
        for dotted, use in module.resolved
    )


def _head(dotted: str, names: frozenset[str]) -> str | None:
    """Return which of some names of up to three parts ``dotted`` is, or is below."""
    parts = dotted.split(".")
    heads = (".".join(parts[:length]) for length in (1, 2, 3))
    return next((head for head in heads if head in names), None)


def _switches_keras_2_on(module: _Module) -> bool:
    """Whether ``os.environ["TF_USE_LEGACY_KERAS"]`` is set to "1"."""
    given: list[Sequence[ast.expr | None]] = [
        use.call.args
        for dotted, use in module.resolved
        if use.call is not None and dotted in ("os.environ.setdefault", "os.putenv")
    ]
    for target, value in module.assignments():
        chain = _chain(target.value) if isinstance(target, ast.Subscript) else None
        if chain is not None and "os.environ" in module.named(chain, module.scope(target)):
            assert isinstance(target, ast.Subscript)
            given.append((target.slice, value))
    texts = ([_text(node) for node in nodes[:2]] for nodes in given)
    return any(
        len(both) > 1 and both[0] == _LEGACY_SWITCH and both[1] in _SWITCHED_ON for both in texts
    )
