"""Profiles: what recorded runs of a program saw of its traced functions.

``tfretrace-verify record --profile traces.json train.py`` writes one; docs/profiles.md
describes the file. Types belong to the code of a function, verdicts and retraces to the text of the
files that they rest on: what was seen of another version is recognised by its hash and not used.
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import json
import os
import tokenize
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path, PurePath
from typing import Any, Literal

from flake8_tfretrace.program.scopes import Function, first_line
from flake8_tfretrace.program.tracetypes import (
    MappingValue,
    PythonValue,
    SequenceValue,
    TensorValue,
    TraceType,
    join,
)
from flake8_tfretrace.settings import ProfileError

SCHEMA = 1
"""Raised when a field changes its meaning or goes; new fields do not raise it."""


@dataclass(frozen=True)
class OtherValue(TraceType):
    """An argument that no ``tf.TensorSpec`` describes: an object, a variable, a ragged tensor."""

    text: str


@dataclass(frozen=True)
class TraceGroup:
    """Traces of one function that have a cause and a call site in common."""

    cause: str
    """One of the kinds in docs/report-schema.md."""
    path: str
    """The part of the arguments that was different: ``batch['x'][0]``; or empty."""
    file: str
    """Of the call, as :func:`normalised`; or empty."""
    line: int
    nested: bool
    """Traced while another graph was being built: not the caller's doing."""
    traces: int


@dataclass(frozen=True, eq=False)
class ObservedFunction:
    """What recorded runs saw of the traced functions of one definition."""

    name: str
    """Qualified name, as Python has it: ``main.<locals>.step``."""
    line: int
    source: str
    """What :func:`source_hash` gave when it was recorded."""
    types: Mapping[str, tuple[TraceType, ...]]
    """The different types that each parameter had, in the order in which they came."""
    traces: tuple[TraceGroup, ...]

    def joined(self, parameter: str) -> TraceType:
        """Return the join of the types that a parameter had."""
        return join(self.types.get(parameter, ()))

    def retraces(self, *causes: str) -> Iterator[TraceGroup]:
        """Yield the groups with one of some causes that eager calls are to blame for."""
        return (group for group in self.traces if group.cause in causes and not group.nested)


@dataclass(frozen=True)
class Verdict:
    """What recorded runs say of what the linter claims at one place."""

    status: Literal["confirmed", "refuted"]
    evidence: str
    """What was seen, as a clause."""


@dataclass(frozen=True)
class ObservedRetrace:
    """Retraces that no rule sees in the source, and the rule that explains their cause."""

    code: str
    message: str
    function: str
    """Qualified name of what was traced again."""
    line: int
    """Of the statement to blame."""
    text: str
    """That line, without what stands around it."""


@dataclass(frozen=True)
class FileProfile:
    """The part of a profile that is about one file."""

    observed: tuple[ObservedFunction, ...] = ()
    accepted: Collection[ObservedFunction] = ()
    """Those that are known to be about the file's functions, whatever their text is now."""
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)
    """By the fingerprint of the finding. Empty if the text is not the one that ran."""
    retraces: tuple[ObservedRetrace, ...] = ()
    """Empty if the text is not the one that ran."""

    def match(self, functions: Collection[Function]) -> dict[Function, ObservedFunction]:
        """Return what was seen of each function; those of another version are left out."""
        by_name: dict[str, list[Function]] = {}
        for function in functions:
            by_name.setdefault(function.qualname, []).append(function)
        found: dict[Function, ObservedFunction] = {}
        for observed in self.observed:
            named = by_name.get(observed.name, [])
            same = [f for f in named if source_hash(f.node) == observed.source]
            if len(same) > 1:
                same = [f for f in same if first_line(f.node) == observed.line]
            if not same and len(named) == 1 and observed in self.accepted:
                same = named
            if len(same) == 1:
                found[same[0]] = observed
        return found

    def outdated(self, functions: Collection[Function]) -> list[ObservedFunction]:
        """Return what is about another version of a function, or about none of these."""
        matched = self.match(functions).values()
        return [observed for observed in self.observed if observed not in matched]

    def accepting(
        self, functions: Collection[Function], reported: Collection[ObservedRetrace]
    ) -> FileProfile:
        """Return the same for texts that differ by fixes only.

        ``reported`` are the retraces that findings were made of.
        """
        accepted = tuple(self.match(functions).values())
        retraces = tuple(retrace for retrace in self.retraces if retrace in reported)
        return replace(self, accepted=accepted, retraces=retraces)


@dataclass(frozen=True)
class Profile:
    """A profile as it was read."""

    document: Mapping[str, Any]
    """The whole JSON object."""
    functions: Mapping[str, tuple[ObservedFunction, ...]]
    """By file, as :func:`normalised`; so are the others."""
    texts: Mapping[str, str] = field(default_factory=dict)
    """What :func:`text_hash` gave of the files that ran."""
    verdicts: Mapping[str, Sequence[_Row]] = field(default_factory=dict)
    retraces: Mapping[str, Sequence[_Row]] = field(default_factory=dict)

    def of_file(self, filename: str, source: str) -> FileProfile:
        """Return what the profile says of a file with the text ``source``."""
        file = normalised(filename)
        functions = self.functions.get(file, ())
        if self.texts.get(file) != text_hash(source):
            return FileProfile(functions)

        def current(rows: Sequence[_Row]) -> Iterator[_Row]:
            return (r for r in rows if all(self.is_current(f) for f in r.rests_on if f != file))

        return FileProfile(
            functions,
            verdicts={row.key: row.value for row in current(self.verdicts.get(file, ()))},
            retraces=tuple(row.value for row in current(self.retraces.get(file, ()))),
        )

    def is_current(self, file: str) -> bool:
        """Whether a file still has the text that ran."""
        return _known_hash(file) == self.texts.get(file)

    @property
    def staleness(self) -> str:
        """Say which files have another text than the one that ran; empty if none has."""
        changed = sorted(PurePath(file).name for file in self.texts if not self.is_current(file))
        if not changed:
            return ""
        names = ", ".join(changed[:3]) + (", ..." if len(changed) > 3 else "")
        return (
            f"changed since the profile was recorded: {names}; of them only what was seen of "
            "functions that are the same is used (record again)"
        )


@dataclass(frozen=True)
class _Row:
    """Something that was seen, and the files that it rests on."""

    key: str
    value: Any
    rests_on: tuple[str, ...]


def read(path: str) -> Profile:
    """Read a profile.

    Raises:
        ProfileError: the file cannot be read, is no profile, or one of a later version.
    """
    try:
        document = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not JSON"
        raise ProfileError(f"{path}: {reason}; {_RECORD}") from error
    schema = document.get("profile_schema") if isinstance(document, dict) else None
    if not isinstance(schema, int):
        raise ProfileError(f"{path}: not a profile; {_RECORD}")
    if schema != SCHEMA:
        raise ProfileError(
            f"{path}: profile of schema {schema}, this version reads {SCHEMA}; {_RECORD}"
        )
    functions: dict[str, tuple[ObservedFunction, ...]] = {}
    folder = Path(path).parent
    try:
        for entry in document["functions"]:
            file = normalised(folder / entry["file"])
            functions[file] = (*functions.get(file, ()), _function(entry, folder))
        texts = {normalised(folder / e["file"]): e["text"] for e in document.get("files", ())}
        verdicts = _rows(document.get("findings", ()), folder, "fingerprint", _verdict)
        retraces = _rows(document.get("retraces", ()), folder, "code", _retrace)
    except (KeyError, TypeError, ValueError) as error:
        what = f"{type(error).__name__}: {error}"
        raise ProfileError(f"{path}: damaged ({what}); {_RECORD}") from error
    return Profile(document, functions, texts, verdicts, retraces)


def _rows(
    entries: Iterable[Mapping[str, Any]],
    folder: Path,
    key: str,
    value: Callable[[Mapping[str, Any]], object],
) -> dict[str, list[_Row]]:
    found: dict[str, list[_Row]] = {}
    for entry in entries:
        rests_on = tuple(normalised(folder / file) for file in entry["rests_on"])
        file = normalised(folder / entry["file"])
        found.setdefault(file, []).append(_Row(entry[key], value(entry), rests_on))
    return found


def _verdict(entry: Mapping[str, Any]) -> Verdict:
    if entry["status"] not in ("confirmed", "refuted"):
        raise ValueError(entry["status"])
    return Verdict(entry["status"], entry["evidence"])


def _retrace(entry: Mapping[str, Any]) -> ObservedRetrace:
    names = ("code", "message", "function", "line", "text")
    return ObservedRetrace(*(entry[name] for name in names))


def load(path: str) -> Profile:
    """Read a profile, once for all files of a run; see :func:`read`."""
    try:
        status = Path(path).stat()
    except OSError:
        return read(path)
    return _load(path, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=1)
def _load(path: str, *_state: int) -> Profile:
    return read(path)


_RECORD = "write it with: tfretrace-verify record --profile FILE SCRIPT"


def normalised(file: str | os.PathLike[str]) -> str:
    """Return the one name of a file, whatever links and separators lead to it."""
    return os.path.normcase(os.path.realpath(file))


def text_hash(source: str) -> str:
    """Return a hash of the text of a file, whatever ends its lines."""
    text = "\n".join(source.removeprefix("\ufeff").splitlines())
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def hash_of_file(file: str) -> str | None:
    """Return the hash of the text of a file; None if it cannot be read."""
    try:
        with tokenize.open(file) as stream:
            return text_hash(stream.read())
    except (OSError, SyntaxError, ValueError):
        return None


_known_hash = lru_cache(maxsize=1024)(hash_of_file)
"""That of a file which a run of the linter reads once."""


def source_hash(node: ast.AST) -> str:
    """Return a hash of what a function says.

    Comments, formatting, its place in the file, its docstring and its decorators do not count:
    none of them changes what its callers pass. The same under every version of Python.
    """
    parts = _canonical(node)
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]


_NOT_HASHED = frozenset({"decorator_list", "ctx", "kind", "type_comment"})


def _canonical(value: Any) -> Any:
    """Return a syntax tree as JSON types. ``ast.dump`` differs between versions of Python."""
    if isinstance(value, ast.AST):
        fields = dict(ast.iter_fields(value))
        if isinstance(value, (ast.FunctionDef, ast.AsyncFunctionDef)):
            if ast.get_docstring(value, clean=False) is not None:
                fields["body"] = value.body[1:]
        if isinstance(value, ast.JoinedStr):
            # Python 3.12.1 has empty texts between the parts.
            fields["values"] = [p for p in value.values if getattr(p, "value", None) != ""]
        shown = {
            name: _canonical(part)
            for name, part in fields.items()
            if name not in _NOT_HASHED and part is not None and part != []
        }
        return [type(value).__name__, shown]
    if isinstance(value, list):
        return [_canonical(item) for item in value]
    return value if isinstance(value, str) else repr(value)


def _function(entry: Mapping[str, Any], folder: Path) -> ObservedFunction:
    return ObservedFunction(
        entry["name"],
        entry["line"],
        entry["source"],
        {
            parameter["name"]: tuple(map(trace_type, parameter["types"]))
            for parameter in entry["parameters"]
        },
        tuple(
            TraceGroup(
                group["cause"],
                group["path"],
                normalised(folder / group["file"]) if group["file"] else "",
                group["line"],
                group["nested"],
                group["traces"],
            )
            for group in entry["traces"]
        ),
    )


def trace_type(stored: Mapping[str, Any]) -> TraceType:
    """Return the trace type that a profile stores as JSON.

    Raises:
        KeyError, TypeError, ValueError: it is damaged.
    """
    kind = stored["kind"]
    if kind == "tensor":
        shape = stored["shape"]
        return TensorValue(
            stored["dtype"],
            None if shape is None else tuple(None if n is None else _number(n) for n in shape),
        )
    if kind == "python":
        return PythonValue(stored["type"], frozenset({_python_value(stored)}))
    if kind in ("list", "tuple"):
        return SequenceValue(kind, tuple(map(trace_type, stored["items"])))
    if kind == "dict":
        return MappingValue(tuple(zip(stored["keys"], map(trace_type, stored["items"]))))
    return OtherValue(stored["text"])


def _number(value: int) -> PythonValue:
    return PythonValue("int", frozenset({int(value)}))


def _python_value(stored: Mapping[str, Any]) -> object:
    """Return the value of a number or string, and the text of anything else."""
    text: str = stored["value"]
    if stored["type"] == "float":
        return float(text)  # Also nan and inf, which are not literals.
    if stored["type"] in ("int", "str", "bool", "none", "bytes"):
        with contextlib.suppress(SyntaxError):  # A long one was cut.
            return ast.literal_eval(text)
    return text


def tensors(value: TraceType, path: str) -> Iterator[tuple[str, TensorValue]]:
    """Yield the tensors that an argument is or holds, with the path of each."""
    if isinstance(value, TensorValue):
        yield path, value
    elif isinstance(value, SequenceValue):
        for position, item in enumerate(value.items or ()):
            yield from tensors(item, f"{path}[{position}]")
    elif isinstance(value, MappingValue):
        for key, item in value.items or ():
            yield from tensors(item, f"{path}[{key!r}]")
