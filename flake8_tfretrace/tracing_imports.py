"""What a file imports that may be traced: judged by the texts of its project's modules alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import PurePath
from typing import NamedTuple

from flake8_tfretrace.modules import (
    LARGEST,
    LIBRARIES,
    WORD,
    Definition,
    Module,
    facts,
    find,
    held_in,
    held_texts,
    imports_of,
    may_call,
    module_at,
    path_below,
    path_of,
    project_of,
    submodule,
)
from flake8_tfretrace.questions import kept
from flake8_tfretrace.settings import Settings

_TF = re.compile(r"\btf\.")
"""The usual name of TensorFlow; ``ietf.org`` is none."""


@lru_cache(maxsize=2)
def uses_tensorflow(source: str) -> bool:
    """Whether a text speaks of TensorFlow or Keras."""
    if "tensorflow" in source or "keras" in source:
        return True
    return "tf." in source and _TF.search(source) is not None


def leads_to_tracing(module: Module, settings: Settings) -> bool:
    """Whether a module, or one of its project that it imports, may trace."""
    known = module.leads_to_tracing.get(settings)
    if known is not None:
        return known
    importers: dict[Module, Module | None] = {module: None}
    pending = [module]
    while pending:
        current: Module | None = pending.pop()
        assert current is not None
        leads = current.leads_to_tracing.get(settings)
        if leads or (leads is None and module_may_trace(current, settings)):
            while current is not None:
                current.leads_to_tracing[settings] = True
                current = importers[current]
            return True
        if leads is None:
            for other in current.imported_modules():
                if other not in importers:
                    importers[other] = current
                    pending.append(other)
    for other in importers:
        other.leads_to_tracing[settings] = False
        other.forget()
    return False


def module_may_trace(module: Module, settings: Settings) -> bool:
    """Whether ``tf.function``, or what is configured to act like it, may occur in a module."""
    return bool(_module_uses(module, settings))


def may_trace(source: str, settings: Settings) -> bool:
    """Whether ``tf.function``, or what is configured to act like it, may occur in the code."""
    return bool(_wrapping_uses(source, settings))


@lru_cache(maxsize=2)
def _wrapping_uses(source: str, settings: Settings) -> Sequence[int]:
    """Return where ``tf.function``, or a name for it, may stand in the code."""
    names = {name.rpartition(".")[2] for name in settings.traced_decorators}
    if not any(word in source for word in ("function", *names)) or not uses_tensorflow(source):
        return ()
    is_member = _LISTED.search(source) and _MEMBER.search(source)
    if not (names or is_member or _ATTRIBUTE_IN_PROSE.search(source)):
        # Most often it is a word of the prose.
        return ()
    code = without_prose(source)
    uses = [found.start() for found in _ATTRIBUTE.finditer(code)]
    for at in uses:
        names.update(_ASSIGNED.findall(code, code.rfind("\n", 0, at) + 1, at))
    if is_member:
        names.update(i.name for i in imports_of(code) if i.member == "function")
    for name in names:
        # A search is fast where the pattern begins with plain characters.
        word = re.compile(rf"{name}\b(?<!\w{name})")
        uses += [found.start() for found in word.finditer(code)]
    return tuple(uses)


_ATTRIBUTE = re.compile(r"\.[\s\\]*function\b")
_ATTRIBUTE_IN_PROSE = re.compile(r"\.(?:[\s\\]|#.*\n)*function\b")
_ASSIGNED = re.compile(r"(\w+)[ \t]*=[ \t]*[\w.]+$")
"""What may stand before the attribute: the name that it is assigned to."""
_LISTED = re.compile(r"function(?<=[\s,(]function)[ \t]*(?:[,);\r\n\\#]|as\b|$)")
_MEMBER = re.compile(r"import\b[\w\s,\\(]*(?:#[^\n]*\n[\w\s,\\(]*)*\bfunction\b")
"""The word where it may be that of an import; the first one is found fast."""


@lru_cache(maxsize=1)
def without_prose(source: str) -> str:
    """Return the code in a text: blanks in place of comments and strings, but for f-strings."""

    def blank(found: re.Match[str]) -> str:
        prefix = source[max(0, found.start() - 2) : found.start()].lower()
        is_code = prefix.endswith("f") or prefix == "fr"
        return found[0] if is_code else " " * len(found[0])

    return _PROSE.sub(blank, source)


_PROSE = re.compile(
    r'"""[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*"""|"[^"\\\n]*(?:\\.[^"\\\n]*)*"'
    r"|'''[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*'''|'[^'\\\n]*(?:\\.[^'\\\n]*)*'|#[^\n]*",
    re.DOTALL,
)


_MANY_USERS = 4
"""Of a module that more modules than these use in a graph, nobody knows how."""


def tracing_users(home: Module, settings: Settings) -> tuple[list[Module], str]:
    """Return the modules of a project that may run code of one of it in a graph, and that code.

    None of them where there are too many, or where that is unknown.
    """
    project = project_of(home.home)
    used = {} if project is None else _used_in_graphs(project, settings, held_texts())
    paths = used.get(home.path, {})
    if len(paths) > _MANY_USERS:
        return [], ""
    users = [user for user in map(module_at, paths) if user is not None]
    texts = _texts(home) if users else {}
    names = _mentioned(texts, {name for names in paths.values() for name in names})
    return users, "\n".join(texts[name] for name in names if name in texts)


_Uses = list[tuple[str, str, list[str]]]
"""What a module uses in graphs of what it imports: module, member, and names in that member.

Without a member, the names are the module's own.
"""


@lru_cache(maxsize=8)
def _used_in_graphs(
    project: str, settings: Settings, held: frozenset[tuple[str, str]]
) -> Mapping[str, Mapping[str, list[str]]]:
    """Return what the modules of a project use in graphs of each of its files: users, names."""
    uses = dict(_uses_of_files(project, settings))
    for path, text in held_in(project).items():
        if may_call(path):
            uses[path] = _uses(text, settings)
    uses = {path: found for path, found in uses.items() if found}
    inputs = ("used in graphs", project, uses)
    found: dict[str, dict[str, list[str]]] = kept(
        inputs, lambda: _users_by_file(uses), may_store=not held
    )
    return found


@lru_cache(maxsize=8)
def _uses_of_files(project: str, settings: Settings) -> Mapping[str, _Uses]:
    traced = settings.traced_decorators
    kind = f"uses in graphs, {traced}"
    known = facts(project, kind, lambda text: _uses(text, settings)) or {}
    # What was read from the disk has lists.
    return {path: [(m, name, names) for m, name, names in found] for path, found in known.items()}


def _uses(text: str, settings: Settings) -> _Uses:
    if not may_trace(text, settings):
        return []
    user = Module("", text)
    words = _traced_words(user, settings)
    found: _Uses = []
    for imported in user.imports if words else ():
        if imported.name == "*":
            found.append((imported.module, "", sorted(words)))
        elif imported.name.partition(".")[0] in words:
            members = words.intersection(_attributes(user, imported.name))
            found.append((imported.module, imported.member, sorted(members)))
    return found


def _users_by_file(uses: Mapping[str, _Uses]) -> dict[str, dict[str, list[str]]]:
    """Return what modules use of each file that defines it, by what they use of what they import.

    The names are followed through modules that only pass them on.
    """
    found: dict[str, dict[str, list[str]]] = {}
    for user, used in uses.items():
        pending: list[tuple[Module, str]] = []
        home = str(PurePath(user).parent)
        for imported, member, names in used:
            source = find(imported, home)
            if source is not None:
                inner = submodule(source, member) if member else source
                if inner is not None:
                    pending += [(inner, name) for name in names]
                if member:
                    pending.append((source, member))
        seen: set[tuple[str, str]] = set()
        while pending:
            source, name = pending.pop()
            if (source.path, name) in seen or source.path == user:
                continue
            seen.add((source.path, name))
            if name in source.definitions:
                found.setdefault(source.path, {}).setdefault(user, []).append(name)
                continue
            for passed in source.imports:
                if passed.member and passed.name in (name, "*"):
                    other = find(passed.module, source.home)
                    if other is not None:
                        pending.append((other, name if passed.name == "*" else passed.member))
    return found


def _texts(module: Module) -> dict[str, str]:
    """Return the text of each definition of a module: one object for all those of one block."""
    spans = {(d.start, d.end): module.text[d.start : d.end] for d in module.definitions.values()}
    return {name: spans[d.start, d.end] for name, d in module.definitions.items()}


def _mentioned(texts: Mapping[str, str], names: Iterable[str]) -> set[str]:
    """Return names, the words in the definitions of these, in those of the words, and so on."""
    found = set(names)
    pending = [name for name in found if name in texts]
    seen: set[str] = set()
    while pending:
        text = texts[pending.pop()]
        if text not in seen:
            seen.add(text)
            words = set(WORD.findall(text))
            pending += [word for word in words - found if word in texts]
            found |= words
    return found


def _traced_words(module: Module, settings: Settings) -> frozenset[str]:
    """Return the names in what a module traces, and in what that uses of the module."""
    uses = _module_uses(module, settings) if len(module.text) <= LARGEST else []
    made = [name for name, d in module.definitions.items() if _is_within(d, uses)] if uses else []
    return frozenset(_mentioned(_texts(module), made))


class Imports:
    """What a file imports that may be, make or have as a method a traced function."""

    def __init__(self, module: Module, settings: Settings) -> None:
        self.settings = settings
        self.module = module
        self.aliases: set[str] = set()
        """The names for it in the file."""
        self.modules: dict[Module, None] = {}
        """The modules that define it, and the classes around it."""
        self._tracing_at: dict[str, Module | None] = {}
        self._judged: dict[tuple[str, str, bool], bool] = {}
        if leads_to_tracing(module, settings):
            self._tracing_at[module.path] = module
            names = list(self._names())
            found = [a for a, source, name in names if self._matters(source, name, keras=False)]
            if found or "predict" in module.text:
                found = [a for a, source, name in names if self._matters(source, name, keras=True)]
            self.aliases.update(found)

    def _names(self) -> Iterator[tuple[str, str, str]]:
        """Yield (name in the file, path of a module, name there) of what the file uses."""
        for imported in self.module.imports:
            source = path_of(imported.module, self.module.home)
            if source is None or source == self.module.path:
                continue
            if imported.name == "*":
                for name in dict.fromkeys(WORD.findall(self.module.text)):
                    yield name, source, name
                continue
            text = self.module.text
            if text.find(imported.name, text.find(imported.name) + 1) < 0:
                # Nothing uses it.
                continue
            inner = path_below(source, imported.member) if imported.member else source
            if inner is not None and self._tracing(inner):
                for name in _attributes(self.module, imported.name):
                    yield imported.name.partition(".")[0], inner, name
            if imported.member:
                yield imported.name, source, imported.member

    def _tracing(self, path: str) -> Module | None:
        """Return the module at a path if it leads to tracing."""
        if path not in self._tracing_at:
            module = module_at(path)
            leads = module is not None and leads_to_tracing(module, self.settings)
            self._tracing_at[path] = module if leads else None
        return self._tracing_at[path]

    def _matters(self, path: str, name: str, *, keras: bool) -> bool:
        """Whether ``name`` of a module can be, make, or have as a method a traced function.

        With ``keras`` also: whether it can be a class of Keras.
        """
        key = (path, name, keras)
        known = self._judged.get(key)
        if known is None:
            self._judged[key] = False
            known = self._judged[key] = self._leads(path, name, keras)
        return known

    def _leads(self, path: str, name: str, keras: bool) -> bool:
        module = self._tracing(path)
        if module is None:
            return False
        made = _made_of(module, name, self.settings)
        matters = made.is_traced or (keras and made.is_of_keras)
        for alternatives in made.sources:
            for source, member in alternatives:
                if self._matters(source, member, keras=keras):
                    matters = True
                    break
        if matters and made.is_defined and module is not self.module:
            self.modules[module] = None
        return matters


class _Made(NamedTuple):
    """What a name of a module is made of, by the module's text."""

    is_defined: bool
    """Whether the module defines it, and does not only import it."""
    is_traced: bool
    """Whether its definition speaks of ``tf.function``."""
    is_of_keras: bool
    """Whether it is a class with a base of Keras."""
    sources: tuple[tuple[tuple[str, str], ...], ...]
    """The names of modules, by path, that it rests on; the first that matters of each group."""


_NOTHING = _Made(False, False, False, ())
"""What a name is made of that a module neither defines nor imports."""


def _made_of(module: Module, name: str, settings: Settings) -> _Made:
    of_names: dict[str, _Made] = module.made.setdefault(settings, {})
    found = of_names.get(name)
    if found is None:
        found = of_names[name] = _worked_out(module, name, settings)
    return found


def _worked_out(module: Module, name: str, settings: Settings) -> _Made:
    definition = module.definitions.get(name)
    if definition is None:
        found = [
            (source, name if imported.name == "*" else imported.member)
            for imported in module.imports
            if imported.name in (name, "*")
            and imported.member
            and (source := path_of(imported.module, module.home)) is not None
        ]
        return _Made(False, False, False, (tuple(found),)) if found else _NOTHING
    mentions = definition.mentions
    return _Made(
        True,
        _is_within(definition, _module_uses(module, settings)),
        definition.is_class and any(_is_of_keras(module, mention) for mention in mentions),
        tuple(filter(None, (tuple(_mentioned_in(module, mention)) for mention in mentions))),
    )


def _mentioned_in(module: Module, mention: str) -> Iterator[tuple[str, str]]:
    """Yield what a dotted name in a module may be: the path of a module, and a name in it."""
    name, *members = mention.split(".")
    if not members:
        yield module.path, name
    for imported in module.imports if members else ():
        if imported.name == name:
            source = path_of(imported.module, module.home)
            if source is not None and imported.member:
                source = path_below(source, imported.member)
            if source is not None:
                yield source, members[0]


def _attributes(module: Module, name: str) -> Iterable[str]:
    """Return the names that follow a dotted name in the text of a module."""
    # A search is fast where the pattern begins with plain characters.
    parts = r"\s*\.\s*".join([*map(re.escape, name.split(".")), r"([^\W\d]\w*)"])
    return dict.fromkeys(re.findall(parts, module.text))


def _is_of_keras(module: Module, mention: str) -> bool:
    """Whether a dotted name in a module is one of Keras'."""
    name, _, rest = mention.partition(".")
    return any(
        i.name == name
        and i.module.partition(".")[0] in LIBRARIES
        and "keras" in f"{i.module}.{i.member}.{rest}"
        for i in module.imports
    )


def _module_uses(module: Module, settings: Settings) -> Sequence[int]:
    """Return where ``tf.function``, or a name for it, may stand in the code of a module."""
    if settings not in module.uses:
        module.uses[settings] = _wrapping_uses(module.text, settings)
    return module.uses[settings]


def _is_within(definition: Definition, positions: Iterable[int]) -> bool:
    """Whether one of some positions is in a definition."""
    return any(definition.start <= at < definition.end for at in positions)
