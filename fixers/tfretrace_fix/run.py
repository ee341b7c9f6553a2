"""From files to files: read, fix, write or show."""

from __future__ import annotations

import contextlib
import difflib
import signal
import traceback
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Literal, TypedDict, TypeVar

from flake8_tfretrace import Finding, Settings
from flake8_tfretrace.baseline import Baseline
from tfretrace_fix import files
from tfretrace_fix.changes import Change, lines_of
from tfretrace_fix.engine import (
    Asking,
    Fixed,
    FixResult,
    Left,
    Place,
    Progress,
    Proposal,
    Work,
    fix_sources,
    moved,
    propose,
)
from tfretrace_fix.positions import original_lines

Mode = Literal["write", "diff", "check"]
_Done = TypeVar("_Done")


@dataclass(frozen=True)
class Options:
    """What is the same for all files."""

    mode: Mode = "write"
    unsafe: bool = False
    settings: Settings = Settings()  # noqa: RUF009 - immutable
    disable_noqa: bool = False
    baseline: Baseline | None = None
    propose: bool = False
    """Whether to find out what would fix each finding alone; only where nothing is written."""
    progress: Progress | None = None
    """Hears of each pass over a file, where no other processes work."""


@dataclass(frozen=True)
class Outcome:
    """What became of one file."""

    path: str
    changed: bool = False
    """Whether the file was changed, or would be if files were written."""
    fixed: tuple[Fixed, ...] = ()
    left: tuple[Left, ...] = ()
    """At their places in the file as it is now."""
    output: bytes = b""
    """The difference, if asked for; for standard input the fixed text."""
    error: str | None = None
    outdated: tuple[str, ...] = ()
    """The functions that the profile knows in another version, by name."""


class _Given(TypedDict):
    settings: Settings
    disable_noqa: bool
    baseline: Baseline | None


@dataclass(frozen=True)
class Request:
    """A file that is to be fixed."""

    path: str
    codes: frozenset[str]
    file: files.SourceFile
    leave_out: Mapping[Place, str] = field(default_factory=dict)
    """Findings that are left alone, and why."""


@dataclass(frozen=True)
class Result:
    """What becomes of the text of one file, or why nothing does."""

    path: str
    file: files.SourceFile | None = None
    """The file as it was; None if it does not change and the text need not be kept."""
    fixed: FixResult | None = None
    error: str | None = None
    proposals: tuple[Proposal, ...] = ()

    @property
    def changed(self) -> bool:
        """Whether the text is another one."""
        return bool(self.file and self.fixed and self.fixed.text != self.file.text)


def fix_stdin(options: Options, name: str, codes: frozenset[str], data: bytes) -> Outcome:
    """Fix a text from standard input; ``output`` is the result."""
    try:
        file = files.decode(data)
    except files.FileError as error:
        return Outcome(name, error=str(error))
    (result,) = fix_together(options, [Request(name, codes, file)])
    outcome = _outcome(options, result, {} if options.mode == "write" else _origins([result]))
    if options.mode == "write" and result.fixed is not None:
        return replace(outcome, output=result.fixed.text.encode(file.encoding))
    return outcome


def fix_files(
    options: Options,
    work: Mapping[str, frozenset[str]],
    jobs: int,
    progress: Callable[[Iterable[Result]], Iterable[Result]] = iter,
) -> list[Outcome]:
    """Fix files; errors go into the outcomes.

    Args:
        options: what is fixed, and whether it is written.
        work: the codes to fix, by path.
        jobs: the number of processes.
        progress: sees the results pass by.

    Returns:
        The outcomes, in the order of ``work``.
    """
    if jobs > 1:
        options = replace(options, progress=None)
    done = each(partial(_fix_path, options), work, jobs, progress)
    results = {result.path: result for result in done}
    links: dict[tuple[str, str], None] = {}
    groups: list[list[str]] = []
    while new := set(_links(results)) - links.keys():
        links.update(dict.fromkeys(sorted(new)))
        concerned = {path for link in new for path in link}
        groups = _groups(links)
        for group in groups:
            if not concerned.isdisjoint(group):
                again = fix_together(options, [_request(path, work[path]) for path in group])
                results.update((result.path, result) for result in again)
    grouped = {path for group in groups for path in group}
    groups += [[path] for path in results if path not in grouped]
    return finish(options, [[results[path] for path in group] for group in groups], list(work))


def each(
    task: Callable[[str, frozenset[str]], _Done],
    work: Mapping[str, frozenset[str]],
    jobs: int,
    progress: Callable[[Iterable[_Done]], Iterable[_Done]],
) -> list[_Done]:
    """Return what a task gives for each file, with its codes; the arguments are as above."""
    if jobs == 1:
        return list(progress(map(task, work, work.values())))
    with ProcessPoolExecutor(jobs) as pool:
        return list(progress(pool.map(task, work, work.values(), chunksize=8)))


def fix_asking(
    options: Options, work: Mapping[str, frozenset[str]], asking: Asking
) -> list[Outcome]:
    """Fix files as ``asking`` says, fix by fix; the arguments are those of :func:`fix_files`."""
    checked = fix_files(replace(options, mode="check"), work, 1)
    concerned = [outcome.path for outcome in checked if outcome.fixed]
    group = fix_together(options, [_request(path, work[path]) for path in concerned], asking)
    outcomes = {outcome.path: outcome for outcome in finish(options, [group], concerned)}
    return [outcomes.get(outcome.path, outcome) for outcome in checked]


def fix_together(
    options: Options, requests: Sequence[Request], asking: Asking | None = None
) -> list[Result]:
    """Fix texts, also where two have to change together; an error concerns all of them."""
    work = {r.path: Work(r.file.text, r.codes, r.leave_out) for r in requests}
    given: _Given = {
        "settings": options.settings,
        "disable_noqa": options.disable_noqa,
        "baseline": options.baseline,
    }
    try:
        fixed = fix_sources(
            work, unsafe=options.unsafe, asking=asking, progress=options.progress, **given
        )
        proposals = propose(work, **given) if options.propose else {}
    except (SyntaxError, RecursionError, MemoryError) as error:
        told = unreadable(error)
    except Exception as error:
        # One file must not end the run over the others.
        place = traceback.extract_tb(error.__traceback__)[-1]
        what = f"{type(error).__name__}: {error} ({Path(place.filename).name}:{place.lineno})"
        told = f"internal error, please report it: {what}"
    else:
        return [
            Result(
                r.path,
                r.file,
                _portable(fixed[r.path]),
                proposals=tuple(
                    replace(p, finding=_bare(p.finding)) for p in proposals.get(r.path, ())
                ),
            )
            for r in requests
        ]
    return [Result(request.path, error=told) for request in requests]


def unreadable(error: BaseException) -> str:
    """Return why a text cannot be analysed, by the exception that says so."""
    if isinstance(error, RecursionError | MemoryError):
        return "nested too deeply to analyse; exclude it"
    line = getattr(error, "lineno", None)
    where = f" (line {line})" if line else ""
    return f"{getattr(error, 'msg', error)}{where}; it is not valid Python"


def finish(
    options: Options, groups: Iterable[Sequence[Result]], order: Sequence[str]
) -> list[Outcome]:
    """Write or show the results, those of a group together or not at all."""
    outcomes: dict[str, Outcome] = {}
    with _without_interruption():
        for group in groups:
            error = _write(group) if options.mode == "write" else None
            origins = {} if options.mode == "write" else _origins(group)
            for result in group:
                told = replace(result, fixed=None, error=error) if error else result
                outcomes[result.path] = _outcome(options, told, origins)
    return [outcomes[path] for path in order]


@contextlib.contextmanager
def _without_interruption() -> Iterator[None]:
    """Let Ctrl-C wait: what was fixed together is written together."""
    former = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, former)


def _write(group: Sequence[Result]) -> str | None:
    """Write the files of a group that change; return why none was written, if so."""
    written: list[tuple[Path, files.SourceFile, str]] = []
    for result in group:
        if result.file is None or result.fixed is None or not result.changed:
            continue
        try:
            files.replace(Path(result.path), result.file, result.fixed.text)
        except files.FileError as error:
            for path, file, text in written:
                new = files.SourceFile(text, text.encode(file.encoding), file.encoding)
                files.replace(path, new, file.text)
            return str(error) if len(group) == 1 else f"{Path(result.path).name}: {error}"
        written.append((Path(result.path), result.file, result.fixed.text))
    return None


def _fix_path(options: Options, path: str, codes: frozenset[str]) -> Result:
    try:
        request = _request(path, codes)
    except files.FileError as error:
        return Result(path, error=str(error))
    (result,) = fix_together(options, [request])
    # What does not change need not travel between processes.
    return result if result.changed else replace(result, file=None)


def _request(path: str, codes: frozenset[str]) -> Request:
    return Request(path, codes, files.read(Path(path)))


def _links(results: Mapping[str, Result]) -> Iterator[tuple[str, str]]:
    """Yield the pairs of files of which the second has to change with the first."""
    paths = {Path(path).resolve(): path for path in results}
    for path, result in results.items():
        for left in result.fixed.left if result.fixed else ():
            other = paths.get(left.needs_file) if left.needs_file else None
            if other is not None and not results[other].error:
                yield path, other


def _groups(links: Iterable[tuple[str, str]]) -> list[list[str]]:
    """Return the paths of files of which some may have to change together."""
    group_of: dict[str, list[str]] = {}
    for path, other in links:
        one, two = group_of.setdefault(path, [path]), group_of.setdefault(other, [other])
        if one is not two:
            one += two
            group_of.update(dict.fromkeys(two, one))
    return list({id(group): group for group in group_of.values()}.values())


def _origins(group: Iterable[Result]) -> dict[Path, Sequence[int]]:
    """Return for each file that would change which lines its new lines come from."""
    return {
        Path(result.path).resolve(): original_lines(result.file.text, result.fixed.text)
        for result in group
        if result.file is not None and result.fixed is not None and result.changed
    }


def _outcome(options: Options, result: Result, origins: Mapping[Path, Sequence[int]]) -> Outcome:
    """Return what is told of a file, with the difference if that was asked for.

    Args:
        options: what is written or shown.
        result: what becomes of the file.
        origins: for texts that are not written, where their lines come from.
    """
    fixed, file = result.fixed, result.file
    if fixed is None:
        return Outcome(result.path, error=result.error)
    output = b""
    if options.mode == "diff" and file is not None and result.changed:
        output = difference(result.path, file.text, fixed.text).encode(file.encoding)
    left = fixed.left
    if origins:
        path = Path(result.path).resolve()
        left = tuple(replace(item, finding=moved(item.finding, path, origins)) for item in left)
    changed = _Changes(result.proposals)
    every: list[Fixed | Left] = sorted((*fixed.fixed, *left), key=lambda item: item.finding)
    by_item = {id(item): changed.of(item.finding) for item in every}
    # A finding may be fixed in another file alone.
    return Outcome(
        result.path,
        result.changed,
        tuple(replace(item, changes=by_item[id(item)]) for item in fixed.fixed),
        tuple(
            replace(item, changes=by_item[id(item)]) if item.needs_unsafe else item for item in left
        ),
        output,
        outdated=fixed.outdated,
    )


class _Changes:
    """What would fix the findings of a text, which fixes may have moved within their lines."""

    def __init__(self, proposals: Sequence[Proposal]) -> None:
        self._by_place: defaultdict[Place, list[tuple[Change, ...]]] = defaultdict(list)
        for proposal in proposals:
            finding = proposal.finding
            self._by_place[finding.code, finding.line].append(proposal.changes)

    def of(self, finding: Finding) -> tuple[Change, ...]:
        """Return those of the next finding; to be asked for in their order."""
        left = self._by_place[finding.code, finding.line]
        return left.pop(0) if left else ()


def _portable(result: FixResult) -> FixResult:
    """Return ``result`` without the syntax trees, which need not travel between processes."""
    fixed = tuple(replace(item, finding=_bare(item.finding)) for item in result.fixed)
    left = tuple(replace(item, finding=_bare(item.finding)) for item in result.left)
    return replace(result, fixed=fixed, left=left)


def _bare(finding: Finding) -> Finding:
    return replace(finding, node=None, facts=None)


def difference(path: str, before: str, after: str) -> str:
    """Return how two texts of a file differ, as a patch."""
    # As diff and git do: patch takes a name with spaces to end at a tab.
    name = f"{path}\t" if " " in path else path
    lines = difflib.unified_diff(lines_of(before), lines_of(after), name, name)
    return "".join(
        line if line.endswith(("\n", "\r")) else f"{line}\n\\ No newline at end of file\n"
        for line in lines
    )
