"""What is known of the public functions and classes of TensorFlow, Keras and NumPy.

The tables beside this module are generated: ``tools/probe_libraries.py`` calls every public
function of three versions of each library with many arguments, and writes down what holds of all
results; ``tools/handwritten.tsv`` adds what no call can tell. ``tools/build_versions.py`` compares
the names of releases. This module is the tables' only reader.

A name that no table has is unknown, and so is a fact that is not there: neither is ever a "no".
What is said of shapes and dtypes is said of dense tensors of real numbers.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple, get_args

Library = Literal["keras", "numpy", "tensorflow"]
LIBRARIES: tuple[Library, ...] = get_args(Library)
VERSIONS = ("2.16", "2.19", "2.21")
"""The versions of TensorFlow that were probed, each with a Keras and a NumPy of its time."""
Ended = Literal[
    "tensorflow 1",
    "old python",
    "private keras",
    "private tensorflow",
    "multi-backend keras",
    "any keras 2",
    "any keras 2 but tf.keras",
    "keras 2 on tensorflow 2",
]
"""What alone had a name: no TensorFlow 2 has it; no Python from 3.10 on; no TensorFlow for which
there is a Keras 3 has it below ``tensorflow.python.keras``, or as a module below
``tensorflow.python``; no Keras after 2.3; Keras 2 before and
after it, but no Keras 3; those of which Keras 3 has it as ``tf.keras`` at most; Keras 2 after 2.3
only."""
VERSIONS_TABLE = Path(__file__).with_name("versions.tsv")
"""Written by ``tools/build_versions.py``."""
KEYWORDS_TABLE = Path(__file__).with_name("keywords.tsv")
"""Written by it as well."""
CHOICES_TABLE = Path(__file__).with_name("choices.tsv")
"""And this."""
ATTRIBUTES_TABLE = Path(__file__).with_name("attributes.tsv")
"""And so is this."""
REQUIRED_TABLE = Path(__file__).with_name("required.tsv")
"""Written by ``tools/build_required.py``."""


class Rule(NamedTuple):
    """What decides the dtype, or the shape, of a result.

    ========  ==============================================  =====================================
    ``sign``  for a dtype                                     for a shape
    ========  ==============================================  =====================================
    (none)    the dtype called ``names[0]``
    ``@``     that of the parameters, which get one dtype
    ``&``     that of the parameters, if they are tensors of
              one dtype
    ``~``     as ``&``, if the dtype is floating
    ``=``                                                     that to which the parameters broadcast
    ``$``     what the parameter ``names[0]`` says, or else   the value of the parameter
              ``otherwise``
    ``^``                                                     of rank ``names[0]``
    ``*``                                                     rows as the data ask for; then, of two
                                                              parameters, what the second leaves of
                                                              the dimensions of the first
    ========  ==============================================  =====================================
    """

    sign: str
    names: tuple[str, ...]
    otherwise: Rule | None = None


class Result(NamedTuple):
    """What a call gives."""

    kind: str
    """``tensor``, ``array`` (of NumPy, or a scalar of its), ``variable``, ``tuple``, ``list``,
    ``dict``, ``instance``, ``function``, ``class``, ``dtype``, ``shape``, ``none``, a type of
    Python (``int``, ``float``, ``bool``, ``str`` ...), or ``?``: unknown."""
    dtype: Rule | None = None
    shape: Rule | None = None
    items: tuple[Result, ...] | None = None
    """The parts of a tuple, or the one kind of all elements of a list, where they are known."""
    cls: str = ""
    """The public class of an instance."""


UNKNOWN = Result("?")


class Parameter(NamedTuple):
    """A parameter of a function."""

    name: str
    kind: Literal["/", ",", "*", "|", "**"]
    """By position only, by position or name, all other positions, by name only, all other names."""
    default: str | None
    """Its default as Python code, ``...`` for what cannot be written; None if it must be given."""


class Bound(NamedTuple):
    """The arguments of a call, by the parameters that take them."""

    named: dict[str, ast.expr]
    rest: tuple[ast.expr, ...]
    """Those for ``*args``."""

    def get(self, name: str) -> ast.expr | None:
        """Return the argument for a parameter."""
        return self.named.get(name)


@dataclass(frozen=True, slots=True)
class Function:
    """A public function, or a method of a public class."""

    name: str
    versions: tuple[str, ...]
    """The versions of :data:`VERSIONS` that have it."""
    parameters: tuple[Parameter, ...] | None
    """None where they are not known, or not the same in all versions."""
    result: Result
    """What it gives unless one of :attr:`given` is passed."""
    given: Mapping[str, Result]
    """What it gives if an optional parameter is passed, for those that make a difference."""
    carries: tuple[str, ...]
    """The parameters of which every change of shape, or length, changes the shape of the result."""
    sizes: tuple[str, ...]
    """The parameters of which every change of value does."""
    fixing: tuple[str, ...]
    """The optional parameters beside which such a change may leave the shape as it is."""
    joins: tuple[str, ...]
    """The parameters whose elements, all of them and no others, are those of the result."""
    definite: tuple[str, ...]
    """The parameters that are sizes, none of which may be None."""
    meets: tuple[str, ...]
    """The parameters that get one dtype: a Python number gets that of the tensor it meets."""
    tensors: tuple[str, ...]
    """The parameters that take a Python number, and a tensor as well: the shape stays the same."""
    shapes: tuple[str, ...]
    """The parameters that take a number (or sizes), and a tensor, which leaves a shape open."""
    calls: tuple[str, ...]
    """The parameters that it calls, while it runs or when its result is called."""
    random: bool
    """Whether it draws numbers from a state: each call gives others."""
    numbers: bool
    """Whether :attr:`result` holds only if no argument is an array or a list."""

    def is_fixed(self, bound: Bound | None) -> bool:
        """Whether a call may have one shape in spite of :attr:`carries` and :attr:`sizes`."""
        return any(bound is None or bound.get(name) is not None for name in self.fixing)

    @property
    def is_reduction(self) -> bool:
        """Whether it makes one number of all elements, or of those along the axes that it gets."""
        needed = [p for p in self.parameters or () if p.default is None and p.kind != "**"]
        shape = self.result.shape
        is_of_all = shape is not None and (shape.sign, *shape.names) == ("^", "0")
        return is_of_all and "axis" in self.given and len(needed) == 1

    def bind(self, call: ast.Call, *, bound: bool = False) -> Bound | None:
        """Return which parameter takes which argument of ``call``; None if that is not known.

        Args:
            call: a call of the function.
            bound: whether the first parameter is the instance.
        """
        if self.parameters is None:
            return None
        parameters = self.parameters[1:] if bound else self.parameters
        positional = [p for p in parameters if p.kind in "/,"]
        if any(isinstance(node, ast.Starred) for node in call.args):
            return None
        named = {p.name: node for p, node in zip(positional, call.args)}
        for keyword in call.keywords:
            if keyword.arg is None:
                return None
            named[keyword.arg] = keyword.value
        return Bound(named, tuple(call.args[len(positional) :]))

    def returned(self, bound: Bound | None) -> Result:
        """Return what a call gives.

        Args:
            bound: its arguments; None if it is not known which parameters they are for.
        """
        if bound is None:
            return _common((self.result, *self.given.values()))
        passed = [name for name in self.given if self._is_passed(name, bound)]
        if not passed:
            # NumPy takes an axis of None for all elements in a row, of which probes know nothing.
            return self.result._replace(shape=None) if self._is_unset(bound) else self.result
        return _common([self.given[name] for name in passed])

    def _is_unset(self, bound: Bound) -> bool:
        """Whether a call passes None for a parameter whose default is something else."""
        of_none = {p.name for p in self.parameters or () if p.default in (None, "None", "...")}
        given = ((name, node) for name, node in bound.named.items() if name not in of_none)
        return any(isinstance(n, ast.Constant) and n.value is None for _, n in given)

    def _is_passed(self, name: str, bound: Bound) -> bool:
        if name.startswith("*"):
            return bool(bound.rest)
        node = bound.named.get(name)
        if node is None:
            return False
        default = next((p.default for p in self.parameters or () if p.name == name), None)
        return not (isinstance(node, ast.Constant) and repr(node.value) == default)


@dataclass(frozen=True, slots=True)
class Class:
    """A public class."""

    name: str
    versions: tuple[str, ...]
    bases: tuple[str, ...]
    """All public classes that it derives from, the nearest first."""
    methods: frozenset[str]
    """The public methods that it defines, or takes from bases that are not public."""
    gives: str
    """What calling a Keras layer gives: ``tensor``, ``alike`` (one for one tensor), or ``?``."""
    variables: bool
    """Whether what a Keras layer was called once has variables."""


@dataclass(frozen=True, slots=True)
class Constant:
    """A public name that is neither a function nor a class."""

    name: str
    versions: tuple[str, ...]
    kind: str
    """What it is, as :attr:`Result.kind`."""


def function(name: str) -> Function | None:
    """Return what is known of the function called ``name``; None if it is not known as one."""
    found = entry(name)
    return found if isinstance(found, Function) else None


def class_(name: str) -> Class | None:
    """Return what is known of the class called ``name``; None if it is not known as one."""
    found = entry(name)
    return found if isinstance(found, Class) else None


def method(cls: str, name: str) -> Function | None:
    """Return what is known of a method of a class, or of what a class inherits."""
    known = class_(cls)
    if known is None:
        return None
    for owner in (known.name, *known.bases):
        found = function(f"{owner}.{name}")
        if found is not None:
            return found
        definer = class_(owner)
        if definer is not None and name in definer.methods:
            # It is another method than the one that is known of a base.
            return None
    return None


def definer(cls: str, name: str) -> str | None:
    """Return the class that defines a method which a class has, or inherits."""
    known = class_(cls)
    lineage = () if known is None else (known.name, *known.bases)
    classes = ((one, class_(one)) for one in lineage)
    return next((one for one, base in classes if base is not None and name in base.methods), None)


def has_method(cls: str, name: str) -> bool:
    """Whether a class is known to have a method, of its own or inherited."""
    return definer(cls, name) is not None


def is_subclass(cls: str, *bases: str) -> bool:
    """Whether a class is one of ``bases``, or known to derive from one."""
    known = class_(cls)
    if known is None:
        return False
    wanted = {one.name for one in map(class_, bases) if one is not None}
    return not wanted.isdisjoint((known.name, *known.bases))


def common_base(one: str, other: str) -> str | None:
    """Return the nearest public class that two classes are, or derive from; None without one."""
    first, second = class_(one), class_(other)
    if first is None or second is None:
        return None
    wanted = (second.name, *second.bases)
    return next((name for name in (first.name, *first.bases) if name in wanted), None)


@lru_cache(maxsize=8192)
def entry(name: str) -> Function | Class | Constant | None:
    """Return what is known of a dotted name, or of the one that it is another name of."""
    library = name.partition(".")[0]
    if library not in LIBRARIES:
        return None
    table = _table(library)
    line = table.get(name)
    return _in_moved_module(name, table) if line is None else parsed(name, line)


def parsed(name: str, line: str) -> Function | Class | Constant | None:
    """Return what the line of a table says of a name, which it begins with and is left out here."""
    fields = line.split("\t")
    versions = tuple(fields[0].split("+")) if fields[0] else VERSIONS
    match fields[1]:
        case "=":
            return entry(fields[2])
        case "v":
            return Constant(name, versions, fields[2])
        case "c":
            return _class(name, versions, fields[2:])
    return _function(name, versions, fields[2:])


def _in_moved_module(name: str, table: Mapping[str, str]) -> Function | Class | Constant | None:
    """Return the entry of a member of a module that has another name by now."""
    module, _, rest = name.rpartition(".")
    while module:
        fields = table.get(module, "").split("\t")
        if len(fields) == 3 and fields[1] == "=":
            return entry(f"{fields[2]}.{rest}")
        module, _, part = module.rpartition(".")
        rest = f"{part}.{rest}"
    return None


@lru_cache(maxsize=len(LIBRARIES))
def _table(library: str) -> dict[str, str]:
    """Return the lines of a library's table, by the names that they begin with."""
    text = Path(__file__).with_name(f"{library}.tsv").read_text(encoding="utf-8")
    return dict(line.split("\t", 1) for line in text.splitlines())


def names_of(ended: Ended) -> frozenset[str]:
    """Return the names that these releases alone have, those of packages without them."""
    return frozenset(_ended_names().get(ended, ()))


@lru_cache(maxsize=1)
def _ended_names() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in VERSIONS_TABLE.read_text(encoding="utf-8").splitlines():
        ended, name = line.split("\t")
        found.setdefault(ended, []).append(name)
    return found


def keywords(name: str) -> frozenset[str] | None:
    """Return the only keywords that some supported release of a library takes.

    That is for a class, function or method of Keras, or a function of NumPy. All others raise.
    None where that is not known, or any are taken.
    """
    known = _keywords().get(name)
    return None if known is None else frozenset(_names(known))


def choices(cls: str, parameter: str) -> frozenset[str] | None:
    """Return the only texts that some supported Keras admits for a parameter of a class.

    All others raise. None where that is not known, or any are admitted.
    """
    known = _choices().get(f"{cls}.{parameter}")
    return None if known is None else frozenset(_names(known))


def required(name: str) -> dict[str, int | None]:
    """Return the parameters without which a class, method or function raises in each release.

    Each with the position up to which arguments leave it out; None where it is given by name alone.
    """
    known = (part.partition("=") for part in _names(_required().get(name, "")))
    return {parameter: int(at) if at else None for parameter, _, at in known}


def lacks(name: str, attribute: str, *, derived: bool = True) -> bool:
    """Whether no supported release has such an attribute.

    Args:
        name: a module of Keras, NumPy or TensorFlow, ``tensorflow.keras`` included, which has more
            than ``keras``; or a class of Keras, or of data sets, for its instances, and those of
            what derives from it in the library; or ``get`` of a module of Keras, for what can be
            asked for, in lower case.
        attribute: its name.
        derived: whether instances are asked for of what derives from the class in the library, too.
    """
    known = _attributes(name, derived)
    return known is not None and attribute not in known and not attribute.startswith("__")


def is_read_only(cls: str, attribute: str) -> bool:
    """Whether instances of a class of Keras refuse to have an attribute set, in each release."""
    known = class_(cls)
    lineage = () if known is None else (known.name, *known.bases)
    return any(attribute in _names(_listings().get(f"{one} set", "")) for one in lineage)


@lru_cache(maxsize=256)
def _attributes(name: str, derived: bool) -> frozenset[str] | None:
    """Return all that a module, or instances of a class, have; None where that is not known."""
    table = _listings()
    if name not in table and name.startswith("tensorflow.keras"):
        name = name.partition(".")[2]
    cls = class_(name)
    if cls is None:
        return frozenset(_names(table[name])) if name in table else None
    listed = [one for one in (cls.name, *cls.bases) if one in table]
    if not listed:
        return None
    base = next((one for one in listed if f"{one} alone" in table), "")
    had = {*_names(table[listed[0]])}
    if base and (base != listed[0] or not derived):
        # What is listed of a class that derives from another one is public, and what it adds.
        had = had if base != listed[0] else set()
        had |= {one for one in _names(table[base]) if one.startswith("_")}
        had |= {*_names(table[f"{base} alone"])}
    return frozenset(had | {*_names(table["*"])} if cls.name.startswith("keras.") else had)


@lru_cache(maxsize=1)
def _listings() -> dict[str, str]:
    lines = ATTRIBUTES_TABLE.read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t", 1) for line in lines)


@lru_cache(maxsize=1)
def methods_with_keywords() -> frozenset[str]:
    """Return the names of the methods of which such keywords are known, of whatever class."""
    parts = (name.rpartition(".") for name in _keywords())
    return frozenset(method for owner, _, method in parts if class_(owner) is not None)


@lru_cache(maxsize=1)
def methods_with_required() -> frozenset[str]:
    """Return the names of the methods that must be given something, of whatever class."""
    parts = (name.rpartition(".") for name in _required())
    return frozenset(method for owner, _, method in parts if class_(owner) is not None)


@lru_cache(maxsize=1)
def _required() -> dict[str, str]:
    lines = REQUIRED_TABLE.read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t", 1) for line in lines)


@lru_cache(maxsize=1)
def _choices() -> dict[str, str]:
    lines = CHOICES_TABLE.read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t", 1) for line in lines)


@lru_cache(maxsize=1)
def _keywords() -> dict[str, str]:
    lines = KEYWORDS_TABLE.read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t", 1) for line in lines)


def _class(name: str, versions: tuple[str, ...], fields: list[str]) -> Class:
    facts = _facts(fields[0])
    return Class(
        name,
        versions,
        _names(facts.get("bases", "")),
        frozenset(_names(facts.get("methods", ""))),
        facts.get("gives", "?"),
        "variables" in facts,
    )


def _function(name: str, versions: tuple[str, ...], fields: list[str]) -> Function:
    facts = _facts(fields[2])
    given = facts.get("given")
    others = [part.partition(">") for part in given.split(";")] if given else []
    return Function(
        name,
        versions,
        None if fields[0] == "-" else tuple(map(_parameter, fields[0].split())),
        _result(fields[1]),
        {parameter: _result(text) for parameter, _, text in others},
        carries=_names(facts.get("carries", "")),
        sizes=_names(facts.get("sizes", "")),
        fixing=_names(facts.get("fixing", "")),
        joins=_names(facts.get("joins", "")),
        definite=_names(facts.get("definite", "")),
        meets=_names(facts.get("meets", "")),
        tensors=_names(facts.get("tensors", "")),
        shapes=_names(facts.get("shapes", "")),
        calls=_names(facts.get("calls", "")),
        random="random" in facts,
        numbers="numbers" in facts,
    )


def _facts(text: str) -> dict[str, str]:
    parts = (part.partition("=") for part in text.split())
    return {name: value for name, _, value in parts}


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split("+")) if text else ()


def _parameter(text: str) -> Parameter:
    name, _, default = text.partition("=")
    kind: Literal["/", ",", "*", "|", "**"]
    if name.startswith("**"):
        kind = "**"
    elif name.startswith("*"):
        kind = "*"
    elif name.startswith("|"):
        kind = "|"
    else:
        kind = "/" if name.startswith("/") else ","
    return Parameter(name.lstrip("*|/"), kind, default or None)


def _result(text: str) -> Result:
    if text.startswith("<"):
        return Result("instance", cls=text[1:-1])
    if text.startswith("("):
        return Result("tuple", items=tuple(map(_result, text[1:-1].split(","))) if text[2:] else ())
    if text.startswith("["):
        return Result("list", items=(_result(text[1:-1]),))
    kind, _, rules = text.partition(":")
    dtype, _, shape = rules.partition(":")
    return Result(kind, _rule(dtype), _rule(shape))


def _rule(text: str) -> Rule | None:
    if not text:
        return None
    if text[0] == "$":
        name, _, otherwise = text[1:].partition("?")
        return Rule("$", (name,), _rule(otherwise))
    if text[0] in "@&~=^*#":
        return Rule(text[0], tuple(text[1:].split("+")))
    return Rule("", (text,))


def _common(results: Collection[Result]) -> Result:
    """Return what holds of all ``results``."""
    (first, *others) = results
    for other in others:
        if (other.kind, other.cls, other.items) != (first.kind, first.cls, first.items):
            return UNKNOWN
        first = first._replace(
            dtype=first.dtype if first.dtype == other.dtype else None,
            shape=first.shape if first.shape == other.shape else None,
        )
    return first
