"""Draw a batch: lint and fix repositories in memory, and write tables for those who read them."""

from __future__ import annotations

import json
import random
import sys
import warnings
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from tfretrace_fix.engine import Fixed, FixResult, Work, fix_sources

from bench import corpus
from bench.batch.places import Place, places
from bench.batch.repositories import Repository, linter_commit, repositories
from bench.batch.tables import BATCH, FINDINGS, FIXES, RECALL, TABLES, BatchError, write
from bench.fix_corpus import patch
from flake8_tfretrace import Finding, Settings, __version__
from flake8_tfretrace.catalog import DEFAULT_CODES

RENAMED_OPTION = "TFR203"
"""Easily right, and so common that it would hide what the other rules say."""
PROVEN, LIKELY = "proven", "likely"
MOST = {PROVEN: 60, LIKELY: 40}
"""Findings to be read."""
MOST_RENAMED = 10
"""Of them, of RENAMED_OPTION."""
PLACES = 10
"""For each reader, to find out what is missed."""
ENOUGH_REPOSITORIES = 8
ENOUGH_FINDINGS = 40
"""Without RENAMED_OPTION; with less, a row says little."""
EVERYTHING = "all_findings.tsv"
_BRIEF = Path(__file__).with_name("brief.md")
_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


class Found(NamedTuple):
    """A finding, without what only its process can use."""

    repository: str
    path: str
    line: int
    code: str
    confidence: str
    message: str


class Fix(NamedTuple):
    """What one fix changes; it may make several findings go away."""

    repository: str
    path: str
    lines: str
    codes: str
    safety: str
    """``safe`` or ``unsafe``."""
    diff: str


class Task(NamedTuple):
    """A file to be looked at."""

    repository: Repository
    path: str


@dataclass
class Examined:
    """What was seen of one file."""

    task: Task
    lines: int = 0
    is_read: bool = True
    parses: bool = True
    findings: list[Found] = field(default_factory=list)
    fixes: list[Fix] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    together: list[str] = field(default_factory=list)
    """Paths of files that a fix would change with it."""
    crashes: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Options:
    """What to draw."""

    root: Path
    out: Path
    seed: int = 0
    commits: Path | None = None
    known: Sequence[Path] = ()
    readers: int = 1
    jobs: int = 2


def draw(options: Options) -> list[str]:
    """Draw a batch into a folder; return what is not as it should be with it.

    Raises:
        BatchError: there is nothing to draw from, or nowhere to write.
    """
    if any(options.out.glob("*.tsv")):
        raise BatchError(f"{options.out}: holds a batch already; give another folder")
    chosen = repositories(options.root, options.commits, options.known)
    commit = linter_commit()
    options.out.mkdir(parents=True, exist_ok=True)
    tasks = [Task(r, path) for r in chosen for path in corpus.paths(r.folder)]
    examined = list(_in_parallel(examine, tasks, options.jobs, "linting"))
    _fix_together(examined, options.jobs)
    return _write(options, commit, chosen, examined)


def examine(task: Task) -> Examined:
    """Lint and fix one file, and find the places in it."""
    seen = Examined(task)
    repository, path = task
    text = corpus.text_at(repository.folder, path)
    if text is None:
        seen.is_read = False
        return seen
    default = _lint(task, text, Settings())
    seen.lines, seen.parses = default.lines, not default.unparsable
    seen.crashes += default.crashes
    seen.findings = [_found(task, finding) for _, _, finding, _ in default.findings]
    seen.places = places(text)
    seen.findings += _likely_ones(seen, text)
    if default.findings:
        try:
            seen.fixes, seen.together = fixes(repository, {path: text})
        except Exception as error:  # a crash is what is looked for
            seen.crashes.append(f"{repository.name}/{path}: {type(error).__name__}: {error}")
    return seen


def _lint(task: Task, text: str, settings: Settings) -> corpus.Run:
    run = corpus.Run()
    folder = task.repository.folder
    corpus.lint(run, folder, task.path, text, DEFAULT_CODES, settings=settings)
    return run


def _likely_ones(seen: Examined, text: str) -> list[Found]:
    """Return what is reported besides the default findings, if the linter can be asked for that."""
    if "confidence" not in Settings._fields:
        return []
    wanted: Any = {"confidence": LIKELY}
    run = _lint(seen.task, text, Settings(**wanted))
    seen.crashes += run.crashes
    found = (_found(seen.task, finding) for _, _, finding, _ in run.findings)
    return [f for f in found if f.confidence == LIKELY and f not in seen.findings]


def _found(task: Task, finding: Finding) -> Found:
    confidence = str(getattr(finding, "confidence", PROVEN))
    name, path = task.repository.name, task.path
    return Found(name, path, finding.line, finding.code, confidence, finding.message)


def fixes(repository: Repository, texts: Mapping[str, str]) -> tuple[list[Fix], list[str]]:
    """Return the fixes of default findings in files that may change together, each by itself.

    The second result are the paths of files of the repository that would have to change, too.
    """
    names = {path: str(repository.folder / corpus.linted_as(path)) for path in texts}
    found: dict[str, Fix] = {}
    needed: set[Path] = set()
    for unsafe in (False, True):
        results = _fixed(names, {path: Work(text) for path, text in texts.items()}, unsafe)
        for path, result in results.items():
            for plan in _plans(result, unsafe):
                diff = _diff_of(path, plan, names, texts, results, unsafe)
                found.setdefault(diff, _fix(repository.name, path, plan, diff))
            needed |= {left.needs_file for left in result.left if left.needs_file}
        if not any(left.needs_unsafe for result in results.values() for left in result.left):
            break
    folder = repository.folder.resolve()
    inside = (path.relative_to(folder) for path in needed if path.is_relative_to(folder))
    return list(found.values()), sorted(map(str, inside))


def _fixed(
    names: Mapping[str, str], work: Mapping[str, Work], unsafe: bool
) -> dict[str, FixResult]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        results = fix_sources({names[path]: part for path, part in work.items()}, unsafe=unsafe)
    return {path: results[name] for path, name in names.items()}


def _plans(result: FixResult, unsafe: bool) -> list[list[Fixed]]:
    """Return the findings that went away, by plan; with unsafe fixes, those of unsafe plans."""
    plans: defaultdict[int, list[Fixed]] = defaultdict(list)
    for item in result.fixed:
        plans[item.plan].append(item)
    return [plan for plan in plans.values() if not (unsafe and all(item.safe for item in plan))]


def _diff_of(
    path: str,
    plan: Sequence[Fixed],
    names: Mapping[str, str],
    texts: Mapping[str, str],
    results: Mapping[str, FixResult],
    unsafe: bool,
) -> str:
    """Return what one plan changes, with all other fixes left out.

    A plan that rests on another one changes nothing without it; then all changes are shown.
    """
    own = {(item.finding.code, item.finding.line) for item in plan}
    work = {}
    for name, text in texts.items():
        places = {(item.finding.code, item.finding.line) for item in results[name].fixed}
        others = places - own if name == path else places
        work[name] = Work(text, leave_out=dict.fromkeys(others, "another fix"))
    alone = _fixed(names, work, unsafe)
    if not alone[path].fixed:
        alone = dict(results)
    return "".join(patch(name, text, alone[name].text) for name, text in texts.items())


def _fix(repository: str, path: str, plan: Sequence[Fixed], diff: str) -> Fix:
    places = sorted({(item.finding.line, item.finding.code) for item in plan})
    safety = "safe" if all(item.safe for item in plan) else "unsafe"
    lines = ",".join(dict.fromkeys(str(line) for line, _ in places))
    return Fix(repository, path, lines, ",".join(sorted({c for _, c in places})), safety, diff)


def _fix_together(examined: Sequence[Examined], jobs: int) -> None:
    """Fix again, with each other, the files that some fix would change together."""
    by_path = {(seen.task.repository.name, seen.task.path): seen for seen in examined}
    groups: dict[tuple[str, str], dict[tuple[str, str], Examined]] = {}
    for key, seen in by_path.items():
        for other in seen.together:
            if (key[0], other) in by_path:
                one = groups.setdefault(key, {key: seen})
                two = groups.setdefault((key[0], other), {(key[0], other): by_path[key[0], other]})
                one.update(two)
                groups.update(dict.fromkeys(one, one))
    distinct = list({id(group): [*group.values()] for group in groups.values()}.values())
    tasks = [[seen.task for seen in group] for group in distinct]
    results = _in_parallel(_fix_group, tasks, jobs, "fixing together")
    for group, (found, crash) in zip(distinct, results):
        if crash:
            group[0].crashes.append(crash)
            continue
        for seen in group:
            seen.fixes = [fix for fix in found if fix.path == seen.task.path]


def _fix_group(tasks: Sequence[Task]) -> tuple[list[Fix], str]:
    repository = tasks[0].repository
    texts = {path: corpus.text_at(repository.folder, path) or "" for _, path in tasks}
    try:
        return fixes(repository, texts)[0], ""
    except Exception as error:  # a crash is what is looked for
        return [], f"{repository.name}/{tasks[0].path}: {type(error).__name__}: {error}"


def _in_parallel(
    work: Callable[[_Item], _Result], items: Sequence[_Item], jobs: int, what: str
) -> Iterator[_Result]:
    if jobs == 1 or len(items) < 2:
        yield from _progress(map(work, items), len(items), what)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from _progress(pool.map(work, items, chunksize=8), len(items), what)


def _progress(results: Iterable[_Result], total: int, what: str) -> Iterator[_Result]:
    """Say on standard error how far it is: in one line on a terminal, else each tenth."""
    shown = 0
    for number, result in enumerate(results, 1):
        yield result
        if number == total or number - shown >= total / (200 if sys.stderr.isatty() else 10):
            shown = number
            end = "\r" if sys.stderr.isatty() and number < total else "\n"
            print(f"batch: {what}: {number} of {total}", end=end, file=sys.stderr, flush=True)


def sample(findings: Iterable[Found], seed: int) -> list[Found]:
    """Return the findings to be read, in order."""
    rows = sorted(set(findings))
    drawn: list[Found] = []
    for confidence, most in MOST.items():
        part = [row for row in rows if (row.confidence == LIKELY) == (confidence == LIKELY)]
        generator = random.Random(f"{seed} {confidence}")
        renamed = [row for row in part if row.code == RENAMED_OPTION]
        chosen = generator.sample(renamed, min(len(renamed), MOST_RENAMED))
        others = [row for row in part if row.code != RENAMED_OPTION]
        drawn += [*chosen, *generator.sample(others, min(len(others), most - len(chosen)))]
    return sorted(drawn)


def _sample_places(examined: Iterable[Examined], seed: int, count: int) -> list[tuple[object, ...]]:
    rows = sorted(
        (seen.task.repository.name, seen.task.path, *place)
        for seen in examined
        for place in seen.places
    )
    return sorted(random.Random(f"{seed} places").sample(rows, min(len(rows), count)))


def _write(
    options: Options,
    commit: str,
    chosen: Sequence[Repository],
    examined: Sequence[Examined],
) -> list[str]:
    out = options.out
    findings = sorted({found for seen in examined for found in seen.findings})
    all_fixes = sorted((fix for seen in examined for fix in seen.fixes), key=_place_of)
    rows: dict[str, Sequence[Sequence[object]]] = {
        FINDINGS.name: sample(findings, options.seed),
        FIXES.name: [(*fix[:-1], f"diffs/{n:03}.diff") for n, fix in enumerate(all_fixes, 1)],
        RECALL.name: _sample_places(examined, options.seed, PLACES * options.readers),
    }
    (out / "diffs").mkdir(exist_ok=True)
    for table in TABLES:
        write(out, table, rows[table.name], options.readers)
    for number, fix in enumerate(all_fixes, 1):
        (out / f"diffs/{number:03}.diff").write_bytes(fix.diff.encode())
    lines = ["\t".join(Found._fields), *("\t".join(map(str, found)) for found in findings)]
    (out / EVERYTHING).write_text("\n".join(lines) + "\n", encoding="utf-8")
    _write_notebooks(out, chosen, [row for table in rows.values() for row in table])
    batch = _batch(options, commit, chosen, examined, {n: len(r) for n, r in rows.items()})
    (out / BATCH).write_text(json.dumps(batch, indent=2) + "\n", encoding="utf-8")
    (out / "brief.md").write_text(_BRIEF.read_text(encoding="utf-8"), encoding="utf-8")
    return _shortcomings(batch)


def _place_of(fix: Fix) -> tuple[str, str, int, str]:
    return fix.repository, fix.path, int(fix.lines.partition(",")[0]), fix.diff


def _write_notebooks(
    out: Path, chosen: Sequence[Repository], rows: Iterable[Sequence[object]]
) -> None:
    """Write the code of the notebooks that a table names, so that its lines can be looked up."""
    folders = {repository.name: repository.folder for repository in chosen}
    for name, path in sorted({(str(row[0]), str(row[1])) for row in rows}):
        if path.startswith("nb:"):
            file = out / "notebooks" / name.replace("/", "+") / path.removeprefix("nb:")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(corpus.text_at(folders[name], path) or "", encoding="utf-8")


def _batch(
    options: Options,
    commit: str,
    chosen: Sequence[Repository],
    examined: Sequence[Examined],
    sampled: Mapping[str, int],
) -> dict[str, Any]:
    counts: dict[str, Counter[str]] = {PROVEN: Counter(), LIKELY: Counter()}
    for found in {found for seen in examined for found in seen.findings}:
        counts[LIKELY if found.confidence == LIKELY else PROVEN][found.code] += 1
    safety = Counter(fix.safety for seen in examined for fix in seen.fixes)
    files: Counter[str] = Counter()
    lines: Counter[str] = Counter()
    for seen in examined:
        files[seen.task.repository.name] += seen.is_read
        lines[seen.task.repository.name] += seen.lines
    return {
        "date": date.today().isoformat(),
        "seed": options.seed,
        "readers": options.readers,
        "linter": {"commit": commit, "version": __version__},
        "repositories": [
            {"name": r.name, "commit": r.commit, "files": files[r.name], "lines": lines[r.name]}
            for r in chosen
        ],
        "findings": {name: dict(sorted(counted.items())) for name, counted in counts.items()},
        "fixes": {name: safety[name] for name in ("safe", "unsafe")},
        "sampled": dict(sampled),
        "unreadable": sum(not seen.is_read for seen in examined),
        "unparsable": sum(not seen.parses for seen in examined),
        "crashes": [crash for seen in examined for crash in seen.crashes],
    }


def _shortcomings(batch: Mapping[str, Any]) -> list[str]:
    """Return why the batch counts for less than it should."""
    told = [f"crash: {crash}" for crash in batch["crashes"]]
    count = len(batch["repositories"])
    if count < ENOUGH_REPOSITORIES:
        told.append(f"{count} repositories: a batch has {ENOUGH_REPOSITORIES} or more; add some")
    default = batch["findings"][PROVEN]
    findings = sum(number for code, number in default.items() if code != RENAMED_OPTION)
    if findings < ENOUGH_FINDINGS:
        told.append(
            f"{findings} default findings without {RENAMED_OPTION}: a batch has {ENOUGH_FINDINGS} "
            "or more; add repositories"
        )
    return told
