"""Which rules a file can concern, judged by its text alone.

Most files hold nothing that any rule could report, and need not be analysed. What a rule needs is
looked for as text that a program cannot do without, so that no finding is ever lost; prose that
looks alike only costs time. The modules of its project that a file imports are looked at likewise.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from flake8_tfretrace.catalog import RULES
from flake8_tfretrace.modules import Module, is_copy, is_test_file, own_module
from flake8_tfretrace.settings import Settings
from flake8_tfretrace.tracing_imports import (
    Imports,
    may_trace,
    tracing_users,
    uses_tensorflow,
    without_prose,
)

if TYPE_CHECKING:
    from flake8_tfretrace.program.project import Project

_BETWEEN = r"(?:\s|\\|#.*\n)*"
"""What may stand between two tokens."""
_Sign = re.Pattern[str] | str
"""A pattern, or the name of a method that the text calls."""
_Signs = tuple[_Sign, ...]
"""Something of it must be there. A search is fast where a pattern begins with plain characters."""


def _patterns(*patterns: str) -> _Signs:
    return tuple(map(re.compile, patterns))


_KERAS_METHOD = r"def[\s\\]+(?:call|train_step|test_step|predict_step)\b"
"""A method that Keras traces."""
_METRIC = r"def[\s\\]+update_state\b"
"""The method of a metric that it traces."""
_ENDPOINTS: _Signs = ("fit", "predict", "evaluate", "train_on_batch")

_CHANGES = _patterns(
    *(rf"{name}(?<!tf\.{name})(?!\w*seed)" for name in ("random", "Random")),
    r"default_rng\b",
    r"time\.",
    r"perf_counter\b",
    r"environ\b",
    r"getenv\b",
)
"""What differs from call to call, though it is called by nothing of TensorFlow."""
_MAKES_VARIABLES = _patterns(
    r"Variable\b", r"metrics\.[A-Z]", r"optimizers\.[A-Z]", r"layers\.[A-Z]", r"Sequential\b"
)
_ASKS_VALUES: _Signs = (
    *_patterns(r"numpy\b", r"math\b", r"int(?<!\wint)\(", r"float(?<!\wfloat)\("),
    *("item", "tolist"),
)
_MAPS: _Signs = ("map", "flat_map", "interleave", "scan", "filter")
"""The methods of a dataset that trace what they are handed."""
_LIBRARY_TRACES: _Signs = (*_patterns(_KERAS_METHOD), "compile", *_MAPS)
"""What a library may trace: methods and functions of Keras, and what is handed to a dataset."""


_HANDED_TO_KERAS: _Signs = (
    *_patterns(rf"activation{_BETWEEN}=", r"Activation\b", r"Lambda\b"),
    *_patterns(r"do_not_convert\b", r"LearningRateSchedule\b"),
    "compile",
)
"""What hands functions to Keras, and what else it calls without AutoGraph."""


_EVIDENCE: dict[str, tuple[_Signs, ...]] = {
    "TFR304": ((*_patterns(_KERAS_METHOD), *_HANDED_TO_KERAS),),
    "TFR401": (_LIBRARY_TRACES, _MAKES_VARIABLES),
    "TFR403": (_patterns(_KERAS_METHOD, _METRIC),),
    "TFR404": (_LIBRARY_TRACES, _CHANGES),
    "TFR405": (_patterns(_KERAS_METHOD), _patterns(r"Callback\b")),
    "TFR406": (_LIBRARY_TRACES, _ASKS_VALUES),
    "TFR504": (("map", "filter"),),
    "TFR505": (_patterns(r"run_functions_eagerly\b"),),
    "TFR507": ((*_patterns(r"vectorized_map\b"), "jacobian", "batch_jacobian"),),
    "TFR601": (("predict",),),
    "TFR602": (("compile",),),
    "TFR603": (_ENDPOINTS,),
}
"""What a file must hold to be interesting to rules that need no ``tf.function``.

Something of each group.
"""


_ALSO_OF_TRACED = frozenset({"TFR304", "TFR401", "TFR403", "TFR404", "TFR405", "TFR406"})
"""Those of them that ``tf.function`` gives an occasion to, too."""


_TRAINS: _Signs = (*_ENDPOINTS, "test_on_batch", "predict_on_batch")
"""The methods of a model that have Keras trace."""
_OF_LIBRARIES: dict[str, _Signs] = {
    "TFR304": (
        *_TRAINS,
        *_MAPS,
        "reduce",
        "add",
        *_HANDED_TO_KERAS,
        # Methods that Keras always calls, and what puts a model together with symbolic tensors.
        *_patterns(r"def[\s\\]+(?:train_step|test_step|predict_step)\b"),
        *_patterns(r"Sequential\b", r"Input\b"),
    ),
    "TFR401": _TRAINS,
    "TFR403": (*_TRAINS, *_patterns(_METRIC)),
    "TFR404": (*_TRAINS, *_MAPS),
    "TFR406": (*_TRAINS, *_MAPS),
}
"""What has a library trace, in the file or in a module that takes part: without it nothing does."""


_IN_GRAPH: dict[str, _Signs] = {
    "TFR301": _patterns(rf"in{_BETWEEN}range\b"),
    "TFR401": _MAKES_VARIABLES,
    "TFR402": (*_ENDPOINTS, "compile"),
    "TFR403": _patterns(r"global\b", r"nonlocal\b", r"[-+*/]="),
    "TFR404": _CHANGES,
    "TFR406": _ASKS_VALUES,
    "TFR407": _patterns(r"print\b"),
}
"""What code must hold to be reported for running in the graph of a function elsewhere."""


_METHODS = sorted(
    {
        sign
        for signs in (
            *_IN_GRAPH.values(),
            *_OF_LIBRARIES.values(),
            *(s for groups in _EVIDENCE.values() for s in groups),
        )
        for sign in signs
        if isinstance(sign, str)
    }
)
_METHOD = re.compile(rf"\.{_BETWEEN}({'|'.join(_METHODS)})\b")
"""An attribute with one of the names that are asked for."""


@lru_cache(maxsize=4)
def _holder(text: str) -> Callable[[_Signs], bool]:
    """Return what tells whether a text holds some of several signs."""
    methods = set(_METHOD.findall(text))

    @cache
    def holds(signs: _Signs) -> bool:
        return any(
            sign in methods if isinstance(sign, str) else sign.search(text) is not None
            for sign in signs
        )

    return holds


_OF_TEXT = frozenset({"TFR304", "TFR401", "TFR403", "TFR406", "TFR504", "TFR505"})
"""The rules that need no value of another module, where a file traces nothing itself."""


OF_CALLS = frozenset(
    {"TFR101", "TFR103", "TFR104", "TFR105", "TFR106", "TFR107", "TFR108"}
    | {"TFR201", "TFR208", "TFR209", "TFR506", "TFR601", "TFR604"}
)
"""The rules that judge calls, of functions and models that another file may define."""


_OF_MODELS = frozenset({"TFR601"})
"""Those of them that judge the calls of a model, which another file may have made."""
OF_SITES = OF_CALLS - _OF_MODELS
"""Those of them that judge the arguments of traced functions' call sites."""


@dataclass(frozen=True)
class Elsewhere:
    """What links a file to other modules of its project."""

    module: Module
    """The file's own."""
    imports: Imports
    users: Sequence[Module]
    """The modules that use the file in a graph."""
    codes: list[str]
    """The rules that may report something on the file because of them, in order."""
    untraced: list[str]
    """Those of them that may where the file itself traces nothing."""
    is_read: bool
    """Whether definitions elsewhere are looked up before any module takes part."""

    def project(self) -> Project:
        """Return the modules that take part in one analysis of the file."""
        # Imported where it is needed: few files hold anything to analyse.
        from flake8_tfretrace.program.project import Project

        return Project(self.module, self.imports, self.users, is_read=self.is_read)

    @property
    def inputs(self) -> tuple[object, ...]:
        """What an analysis of the file depends on besides its text, for :func:`cache.key`."""
        modules = [self.module, *self.imports.modules, None, *self.users]
        return (
            [(m.path, m.digest) if m is not None else None for m in modules],
            sorted(self.imports.aliases),
            self.codes,
            self.untraced,
            self.is_read,
        )


class Occasion(NamedTuple):
    """What a file gives an occasion to."""

    codes: list[str]
    """The rules that may report something on the file by itself, in order."""
    elsewhere: Elsewhere | None = None


def occasion(source: str, filename: str, codes: Collection[str], settings: Settings) -> Occasion:
    """Return those of ``codes`` that may be reported on a file, and what links it to others.

    The others are looked for where ``filename`` is, if there is such a file.
    """
    if is_copy(filename):
        return Occasion([])
    if is_test_file(filename):
        codes = [code for code in codes if RULES[code].in_tests]
    possible = possible_codes(source, codes, settings)
    module = own_module(filename, source) if codes else None
    if module is None:
        return Occasion(possible)
    if not possible and _shown(source, _OF_MODELS.intersection(codes)):
        # Only what it imports speaks of TensorFlow.
        if any(uses_tensorflow(one.text) for one in module.imported_modules()):
            possible = sorted(_OF_MODELS.intersection(codes))
    imported = Imports(module, settings)
    # What traces something itself is judged by what it shows.
    traces = may_trace(source, settings)
    is_used = not traces and uses_tensorflow(source)
    users, used = tracing_users(module, settings) if is_used else ([], "")
    holds = _holder(used) if used else None
    in_graph = [c for c in codes if holds and c in _IN_GRAPH and holds(_IN_GRAPH[c])]
    # Methods of heirs that the file calls may be traced.
    heirs = [user for user in users if _derives(user, module)]
    if not in_graph:
        users = heirs
    if not (possible or imported.modules or users):
        return Occasion([])
    shown = _shown(source, codes)
    untraced = shown.union(in_graph)
    if imported.modules or heirs:
        untraced |= OF_CALLS.intersection(codes)
    by_others = {*untraced, *(possible if traces else ())}
    # Where other modules take part, they may train what the file defines.
    takes_part = (imported.modules or users) and uses_tensorflow(source)
    is_read = (
        traces
        or bool(imported.modules or heirs)
        or not _OF_TEXT.issuperset(shown if takes_part else possible)
    )
    elsewhere = Elsewhere(module, imported, users, sorted(by_others), sorted(untraced), is_read)
    return Occasion(possible, elsewhere)


def _derives(user: Module, module: Module) -> bool:
    """Whether a module has classes that derive from some of another one, by its text."""
    bases = set(re.findall(r"\w+", " ".join(re.findall(r"class \w+\(([^)]*)", user.text))))
    return any(module.definitions[name].is_class for name in bases & module.definitions.keys())


def possible_codes(source: str, codes: Collection[str], settings: Settings) -> list[str]:
    """Return those of ``codes`` that may be reported on ``source`` by itself, in order."""
    if not uses_tensorflow(source):
        return []
    found = _shown(source, codes)
    holds = _holder(without_prose(source)) if found else None
    found = {c for c in found if c not in _OF_LIBRARIES or (holds and holds(_OF_LIBRARIES[c]))}
    if may_trace(source, settings):
        found |= set(codes) - (_EVIDENCE.keys() - _ALSO_OF_TRACED)
    return sorted(found)


def _shown(source: str, codes: Collection[str]) -> set[str]:
    """Return those of ``codes`` for which a text that traces nothing itself holds evidence."""
    holds = _holder(source)
    found = {code for code in codes if code in _EVIDENCE and all(map(holds, _EVIDENCE[code]))}
    if found:
        # What only the prose speaks of is no code.
        holds = _holder(without_prose(source))
    return {code for code in found if all(map(holds, _EVIDENCE[code]))}
