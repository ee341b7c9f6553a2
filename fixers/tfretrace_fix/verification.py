"""``--verify``: keep only those fixes with which a command still does the same.

The command runs in a copy of the tree, as it is and with the fixes. If it does not give the same
results then, or traces more, the fixes are bisected until those to blame are found; they are left
out. What is written is, to the byte, what ran.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from tfretrace_fix.command import Command, CommandError, Run, last_line
from tfretrace_fix.engine import Place
from tfretrace_fix.files import FileError, read
from tfretrace_fix.output import last_lines
from tfretrace_fix.run import Options, Outcome, Request, Result, finish, fix_together
from tfretrace_fix.tree import Tree

_PATIENCE = 10
_MORE_PATIENCE = 60.0
"""A fixed program may take so many times as long as before, and so many seconds more."""


@dataclass(frozen=True)
class Verification:
    """What running the command showed."""

    command: str
    runs: int
    seconds: float
    """Of all runs."""
    traces_before: int
    traces_after: int
    not_run: tuple[str, ...]
    """Fixed files that no process of the command runs or imports: it shows nothing of them."""


@dataclass(frozen=True)
class _Candidate:
    """What one plan fixes; the unit in which fixes are kept or left out."""

    path: str
    places: frozenset[Place]


def verify(
    options: Options,
    work: Sequence[tuple[str, frozenset[str]]],
    command: str,
    compare: Path | None,
    tell: Callable[[str], None],
) -> tuple[dict[str, Outcome], Verification]:
    """Fix files, without the fixes that do harm.

    Args:
        options: what is fixed, and whether it is written.
        work: files that have fixes, with the codes that are fixed in each.
        command: a command line that runs the program.
        compare: a file of results that the command writes, compared in place of its output.
        tell: hears what is going on.

    Returns:
        The outcomes by path, and what the command showed.

    Raises:
        CommandError: the command cannot show whether the fixes are good; no file was changed.
        TreeError: the tree cannot be copied; no file was changed.
    """
    files: dict[Path, Request] = {}
    for path, codes in work:
        try:
            files.setdefault(Path(path).resolve(), Request(path, codes, read(Path(path))))
        except FileError as error:
            raise CommandError(f"{path}: {error}") from error
    fixes = _Fixes(options, list(files.values()))
    with (
        Tree(Path.cwd(), list(files)) as tree,
        Command(command, tree, compare) as program,
    ):
        search = _Search(fixes, program, tree, tell)
        verification = replace(search.run(), command=command)
    group = fixes.results(search.dropped)
    paths = [result.path for result in group]
    return dict(zip(paths, finish(options, [group], paths), strict=True)), verification


@dataclass(frozen=True)
class _Fixes:
    """The files, and what they become when some fixes are left out."""

    options: Options
    files: Sequence[Request]

    def results(self, left_out: Mapping[_Candidate, str]) -> list[Result]:
        """Fix the files, without some of the fixes, for the reasons given."""
        requests = []
        for file in self.files:
            places = {
                place: reason
                for candidate, reason in left_out.items()
                if candidate.path == file.path
                for place in candidate.places
            }
            requests.append(replace(file, leave_out=places))
        return fix_together(self.options, requests)

    def texts(self, left_out: Iterable[_Candidate]) -> tuple[dict[Path, bytes], list[_Candidate]]:
        """Return the content of the files that change, and what is fixed there."""
        texts: dict[Path, bytes] = {}
        candidates: list[_Candidate] = []
        for result in self.results(dict.fromkeys(left_out, "left out")):
            if result.error or result.file is None or result.fixed is None:
                raise CommandError(f"{result.path}: {result.error}")
            if result.changed:
                texts[Path(result.path)] = result.fixed.text.encode(result.file.encoding)
            plans: defaultdict[int, set[Place]] = defaultdict(set)
            for fixed in result.fixed.fixed:
                plans[fixed.plan].add((fixed.finding.code, fixed.finding.line))
            candidates += [_Candidate(result.path, frozenset(p)) for p in plans.values()]
        return texts, candidates


@dataclass
class _Search:
    """Runs the command with different fixes until it is known which to keep."""

    fixes: _Fixes
    command: Command
    tree: Tree
    tell: Callable[[str], None]
    dropped: dict[_Candidate, str] = field(default_factory=dict)
    """The fixes that do harm, and which."""
    _runs: int = 0
    _seconds: float = 0.0
    _tried: dict[frozenset[tuple[Path, bytes]], Run | str] = field(default_factory=dict)
    """By what the files held: the run, or why those fixes are not good."""

    def run(self) -> Verification:
        """Run the command until the fixes that are left do no harm."""
        self._before = self._run({}, "as it is")
        self._check_unchanged()
        confirmed = False
        while True:
            texts, candidates = self.fixes.texts(self.dropped)
            after = self._try(candidates, candidates) if candidates else self._before
            if isinstance(after, Run):
                break
            if not confirmed:
                self._check_again()
                confirmed = True
            self._keep([], candidates, candidates)
        fixed = {str(self.tree.place(path)): str(path) for path in texts}
        return Verification(
            "",
            self._runs,
            self._seconds,
            self._before.traces.total(),
            after.traces.total(),
            tuple(sorted(fixed[place] for place in fixed.keys() - after.files)),
        )

    def _keep(
        self, good: list[_Candidate], doubtful: list[_Candidate], every: list[_Candidate]
    ) -> list[_Candidate]:
        """Drop what does harm among ``doubtful``; return ``good`` and the others.

        ``good`` together did no harm.
        """
        result = self._try(good + doubtful, every)
        if isinstance(result, Run):
            return good + doubtful
        if len(doubtful) == 1:
            self.dropped[doubtful[0]] = f"dropped by --verify: {result}"
            return good
        half = len(doubtful) // 2
        return self._keep(self._keep(good, doubtful[:half], every), doubtful[half:], every)

    def _try(self, chosen: list[_Candidate], every: list[_Candidate]) -> Run | str:
        """Run the command with the chosen fixes; return why they are not good, if so."""
        others = [candidate for candidate in every if candidate not in chosen]
        texts, _ = self.fixes.texts([*self.dropped, *others])
        key = frozenset(texts.items())
        if key not in self._tried:
            number = f"{len(chosen)} fix{'es' if len(chosen) > 1 else ''}"
            run = self._run(texts, f"with {number}")
            self._check_copy(run, texts)
            objection = self._objection(run)
            if objection:
                self.tell(f"with {number}: {objection}")
            self._tried[key] = objection or run
        return self._tried[key]

    def _run(self, texts: Mapping[Path, bytes], name: str) -> Run:
        self.tell(f"{name}: running")
        timeout = self._before.seconds * _PATIENCE + _MORE_PATIENCE if self._runs else None
        run = self.command.run(texts, timeout)
        self._runs += 1
        self._seconds += run.seconds
        self.tell(f"{name}: {_count(run)} in {run.seconds:.1f} s")
        return run

    def _objection(self, run: Run) -> str | None:
        before = self._before
        difference = self.command.difference(before, run)
        if difference is None and run.traces.total() > before.traces.total():
            more = [
                f"{name} {before.traces[name]} -> {run.traces[name]}"
                for name in run.traces - before.traces
            ]
            difference = f"there are more traces: {', '.join(more)}"
        return difference

    def _check_unchanged(self) -> None:
        """See that the command shows something at all."""
        before = self._before
        if before.problems and not before.traces:
            raise CommandError(f"the command cannot be recorded: {before.problems[0]}")
        if before.status != 0:
            self.tell(f"the end of what it printed:\n{last_lines(before.output, before.errors)}")
            raise CommandError(
                f"the command fails without any fix (status {before.status}): {last_line(before)}"
            )
        if not before.traces:
            raise CommandError("the command traces no tf.function, so it shows nothing of fixes")
        missing = self.command.difference(before, before)
        if missing:
            raise CommandError(missing)

    def _check_again(self) -> None:
        """See that what differs does not differ by itself."""
        objection = self.command.difference(self._before, again := self._run({}, "as it is, again"))
        if objection is None and again.traces != self._before.traces:
            objection = f"{_count(self._before)}, then {_count(again)}"
        if objection:
            raise CommandError(
                f"two runs without any fix do not agree: {objection}; make the program "
                "deterministic, or name a file of its results with --compare"
            )

    def _check_copy(self, run: Run, texts: Iterable[Path]) -> None:
        """See that the command runs the copy."""
        for path in texts:
            if str(path.resolve()) in run.files:
                raise CommandError(
                    f"the command runs {path.resolve()} and not the copy with the fixes: it names "
                    "the file by an absolute path, or the package is installed in editable mode "
                    "(set PYTHONPATH to its folder)"
                )


def _count(run: Run) -> str:
    total = run.traces.total()
    return f"{total} trace{'' if total == 1 else 's'}"
