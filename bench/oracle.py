"""What ``tfretrace audit`` says of real code: the program itself judges the findings.

    python -m bench.oracle --cache FOLDER [--write docs/oracle.md] [--details] [NAME ...]

Installs each package of ``bench/oracle.toml`` from the package index into an environment of its
own, over one that has TensorFlow and this project, runs the tests or examples that its archive
brings under the recorder, and holds the findings of the linter on what ran against what happened.
So it does with public programs: the case studies and the files of ``bench/programs``, which are
written alike; :mod:`bench.case_studies` describes them.
All of it stays in FOLDER, where the next run goes on: a package is run again only if its entry has
changed or ``--again`` is given, and judged each time.

An entry has these keys; all but the first two may be left out:

``requirement``  name and version, as pip takes them
``commands``     what is run one after the other in the unpacked archive, by its shell
``prepare``      what is run before, once or again with the same result
``archive``      "source" (the default) or "wheel": where the tests or examples are
``requires``     what is installed besides
``dependencies`` false if those of the package are not installed: they rule TensorFlow 2.21 out
``variables``    of the environment
``outside``      retraces by ``file.py:function``, with the reason why no line of the source is
                 their cause, as read by a person
"""

from __future__ import annotations

import argparse
import json
import shlex
import shutil
import subprocess
import sys
import tarfile
import time
import zipfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, get_args

from tfretrace_fix.configuration import load

from bench.case_studies import CASES, DRIVER, Case, CaseError, check_out, read_case
from bench.processes import ROOT, environment
from flake8_tfretrace.modules import is_test_file
from flake8_tfretrace.plugin import use_cache
from tfretrace.audit import AuditError, Linter, assess, observe
from tfretrace.audit_report import audit_json
from tfretrace.judging import STATUSES
from tfretrace.observation import read

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

PACKAGES = Path(__file__).with_suffix(".toml")
PROGRAMS = Path(__file__).with_name("programs")

_BEGIN, _END = "<!-- oracle -->\n", "<!-- end -->\n"
_BASE = ("tensorflow==2.21.0", "pytest", "matplotlib", "tensorboard", str(ROOT))
"""With what most programs import."""
_SECONDS = 120
_GRACE = 30
"""Seconds that a command has to write what it showed, when its time is over."""

Account = Literal["explained", "likely", "unexplained", "tests", "outside"]
"""What is said of a retrace: a default finding explains it, or a likely one, or none does; it is a
test's own making, where the linter is silent; or nothing in the source is its cause, as read by a
person."""
ACCOUNTS: tuple[Account, ...] = get_args(Account)


@dataclass(frozen=True)
class Package:
    """A package, and what runs it: see the keys above."""

    requirement: str
    commands: Sequence[str]
    prepare: str = "true"
    archive: Literal["source", "wheel"] = "source"
    requires: Sequence[str] = ()
    dependencies: bool = True
    variables: Mapping[str, str] = field(default_factory=dict)
    outside: Mapping[str, str] = field(default_factory=dict)
    program: Case | None = None
    """The public program that this is, if it is no package."""

    @property
    def name(self) -> str:
        """Its name, without a version."""
        return self.requirement.partition("==")[0]

    @property
    def title(self) -> str:
        """What the tables call it."""
        if self.program is None:
            return self.requirement
        return f"[{self.program.repository}: {self.name}]({self.program.address})"

    @property
    def run_with(self) -> str:
        """All that decides what a run shows, as text."""
        unasked = {"outside", "program"} if self.program is None else {"outside"}
        keys = {key: value for key, value in asdict(self).items() if key not in unasked}
        return json.dumps(keys, sort_keys=True)


def packages(text: str) -> list[Package]:
    """Read the list of packages."""
    return [Package(**entry) for entry in tomllib.loads(text)["package"]]


def programs() -> list[Package]:
    """Return the public programs, but for those of which only a recorded run tells something."""
    read = [read_case(path) for folder in (CASES, PROGRAMS) for path in sorted(folder.glob("*.py"))]
    return [
        Package(case.name, [f"python {DRIVER}"], requires=case.packages, program=case)
        for case in read
        if "--profile" not in case.options
    ]


@dataclass(frozen=True)
class Row:
    """What a run said of a package."""

    package: Package
    problem: str = ""
    """Why there is no run to judge."""
    files: int = 0
    seconds: float = 0.0
    share_lost: float = 0.0
    failed: int = 0
    """How many commands did not end with status 0, or ran out of time."""
    findings: Mapping[str, int] = field(default_factory=dict)
    """Default ones, by status."""
    likely: Mapping[str, int] = field(default_factory=dict)
    """Those that are shown only if one asks for likely ones, by status."""
    retraces: Mapping[str, int] = field(default_factory=dict)
    """By account: causes, each of one function, in one place."""
    details: Sequence[str] = ()
    """What is to be read: what is refuted, and the retraces that nothing explains."""


class InstallError(Exception):
    """A package cannot be installed; the message says why."""


class Workplace:
    """The folder with environments, archives and what was observed."""

    def __init__(self, folder: Path, mirror: Path | None = None) -> None:
        self._folder = folder
        self._mirror = mirror

    def tree(self, package: Package) -> Path:
        """Return the folder that the archive of a package is unpacked in."""
        return self._folder / "trees" / package.requirement

    def _observed(self, package: Package) -> Path:
        return self._folder / "observed" / package.requirement

    def is_observed(self, package: Package) -> bool:
        """Whether a package has been run as its entry says."""
        entry = self._observed(package) / "entry.json"
        return entry.exists() and entry.read_text(encoding="utf-8") == package.run_with

    def prepare(self) -> Path:
        """Return the packages of the environment with TensorFlow and this project."""
        python = environment(self._folder / "base", *_BASE)
        return next(python.parents[1].glob("lib/python*/site-packages"))

    def try_out(self, package: Package, base: Path, seconds: int) -> str:
        """Install a package and run its commands; return what stands in the way of that."""
        began = time.monotonic()
        problem = ""
        try:
            self._observe(package, base, seconds)
        except (InstallError, AuditError, CaseError) as error:
            problem = str(error)
        took = f"{package.requirement}: {time.monotonic() - began:.0f} s"
        print(took, problem, file=sys.stderr, flush=True)
        return problem

    def _observe(self, package: Package, base: Path, seconds: int) -> None:
        """Install a package and run its commands.

        Raises:
            InstallError: pip says so.
            CaseError: the repository is not there.
            AuditError: no command of it ran.
        """
        folder = self._observed(package)
        shutil.rmtree(folder, ignore_errors=True)
        python = self._install(package, base)
        tree = self._unpack(package, python)
        folder.mkdir(parents=True)
        variables = {
            "PATH": f"{python.parent}:$PATH",
            "PYTHONPATH": f"$PYTHONPATH:{tree}:{tree}/src",
            **package.variables,
        }
        exports = [f'export {name}="{value}"' for name, value in variables.items()]
        run = f"timeout --kill-after={_GRACE} {seconds} sh -c"
        # The shell waits for what it has started, which writes what it saw when its time is over.
        lines = [shlex.quote(f"trap : TERM; {line}") for line in package.commands]
        script = [
            f"exec > {shlex.quote(str(folder / 'log'))} 2>&1",
            f"cd {shlex.quote(str(tree))}",
            *exports,
            package.prepare,
            "failed=0",
            *(f"{run} {line} || failed=$((failed + 1))" for line in lines),
            "exit $failed",
        ]
        failed, _ = observe(["sh", "-c", "\n".join(script)], folder)
        Path(folder, "failed").write_text(str(failed), encoding="utf-8")
        Path(folder, "entry.json").write_text(package.run_with, encoding="utf-8")

    def _install(self, package: Package, base: Path) -> Path:
        folder = self._folder / "environments" / package.requirement
        python = environment(folder)
        mine = next(folder.glob("lib/python*/site-packages"))
        Path(mine, "base.pth").write_text(f"{base}\n", encoding="utf-8")
        is_installed = package.dependencies and package.program is None
        wanted = [package.requirement] if is_installed else []
        _pip(python, "install", *wanted, *package.requires)
        return python

    def _unpack(self, package: Package, python: Path) -> Path:
        tree = self.tree(package)
        if package.program is not None:
            # It is written anew, for its driver may have changed.
            shutil.rmtree(tree, ignore_errors=True)
            tree.mkdir(parents=True)
            with TemporaryDirectory(dir=self._folder) as folder:
                check_out(package.program, self._mirror, Path(folder), tree)
            # As in a clone: it tells the linter what belongs to one project.
            Path(tree, ".git").mkdir()
            return tree
        if tree.exists():
            return tree
        archives = self._folder / "archives" / package.requirement
        kind = ["--no-binary", package.name] if package.archive == "source" else []
        _pip(python, "download", "--no-deps", *kind, "--dest", str(archives), package.requirement)
        (archive,) = archives.iterdir()
        with TemporaryDirectory(dir=self._folder) as folder:
            unpacked = Path(folder)
            if archive.suffix == ".gz":
                with tarfile.open(archive) as packed:
                    packed.extractall(folder, filter="data")
                (unpacked,) = unpacked.iterdir()
            else:
                with zipfile.ZipFile(archive) as wheel:
                    wheel.extractall(folder)
            tree.parent.mkdir(exist_ok=True)
            shutil.copytree(unpacked, tree)
        return tree

    def judge(self, package: Package) -> Row:
        """Hold the findings of today's linter against what a run showed."""
        folder = self._observed(package)
        failed = int(Path(folder, "failed").read_text(encoding="utf-8"))
        configuration = load(["--tfretrace-confidence=likely"], isolated=True)
        use_cache(configuration.options)
        audit = assess(package.commands, failed, read(folder), Linter(configuration))
        return row(package, json.loads(audit_json(audit)), self.tree(package))


def _pip(python: Path, command: str, *arguments: str) -> None:
    if not arguments:
        return
    words = [str(python), "-m", "pip", command, "--quiet", "--disable-pip-version-check"]
    done = subprocess.run([*words, *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        errors = [line for line in done.stderr.splitlines() if line.startswith("ERROR: ")]
        raise InstallError((errors or ["pip failed"])[0].removeprefix("ERROR: "))


def row(package: Package, audit: Mapping[str, Any], tree: Path) -> Row:
    """Count what an audit says, as its JSON has it, and list what is to be read."""
    own = _retraced(audit["retraces"])
    likely = [finding["witness"]["confidence"] == "likely" for finding in audit["findings"]]
    accounts = [account(package, retraced, likely) for retraced in own]
    details = [
        "{path}:{line}: {code} {message}\n    "
        "{witness[confidence]}, refuted: {evidence}".format_map(finding)
        for finding in audit["findings"]
        if finding["status"] == "refuted"
    ] + [
        "{call_site}: {cause}\n    unexplained: {retraces} of {function} ({file}:{line}), "
        "{seconds:.2f} s".format_map(retraced)
        for retraced, told in zip(own, accounts, strict=True)
        if told == "unexplained"
    ]
    statuses = [(f["witness"]["confidence"], f["status"]) for f in audit["findings"]]
    return Row(
        package,
        "",
        len(audit["files"]),
        audit["seconds"],
        audit["share_lost"],
        audit["exit_status"],
        Counter(status for confidence, status in statuses if confidence != "likely"),
        Counter(status for confidence, status in statuses if confidence == "likely"),
        Counter(accounts),
        [text.replace(f"{tree}/", "") for text in details],
    )


def _retraced(rows: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the retraces of the program's functions, and those that a line of it causes.

    All functions of a library that a line makes it trace again are one.
    """
    own = [one for one in rows if one["package"] is None]
    by_line: defaultdict[tuple[str, str], list[Mapping[str, Any]]] = defaultdict(list)
    for one in rows:
        if one["package"] is not None and one["roots"]:
            by_line[one["call_site"], one["package"]].append(one)
    for group in by_line.values():
        explaining = {index for one in group for index in one["explained_by"]}
        own.append(
            {
                **group[0],
                "retraces": max(one["retraces"] for one in group),
                "seconds": sum(one["seconds"] for one in group),
                "explained_by": sorted(explaining),
                "roots": list(dict.fromkeys(root for one in group for root in one["roots"])),
            }
        )
    return own


def account(package: Package, retraced: Mapping[str, Any], likely: Sequence[bool]) -> Account:
    """Say what is known of a retrace; ``likely`` says of each finding whether it is only that."""
    explaining = [likely[index] for index in retraced["explained_by"]]
    if explaining:
        return "likely" if all(explaining) else "explained"
    file = Path(retraced["file"])
    if f"{file.name}:{retraced['function']}" in package.outside:
        return "outside"
    site = retraced["call_site"].rpartition(":")[0]
    if is_test_file(site) or is_test_file(str(file)):
        return "tests"
    roots = [root.rpartition(":")[0] for root in retraced["roots"]]
    # Each test traces it once, with an object of its own, say.
    by_tests = len(roots) >= retraced["retraces"] and all(map(is_test_file, roots))
    return "tests" if by_tests else "unexplained"


def summary(rows: Sequence[Row]) -> list[str]:
    """Say what all rows come to, in sentences."""
    retraces = _sum(one.retraces for one in rows)
    reported = retraces["explained"] + retraces["likely"]
    in_source = reported + retraces["unexplained"]
    return [
        f"Default findings: {_told(_sum(one.findings for one in rows))}",
        f"Likely findings: {_told(_sum(one.likely for one in rows))}",
        f"Retraces: of {in_source} whose cause is in the source "
        f"{retraces['explained']} are explained by a default finding"
        f"{_share(retraces['explained'], in_source)}, {reported} by that or a likely one"
        f"{_share(reported, in_source)}; {retraces['tests']} more are the tests' own, "
        f"where the linter is silent, and {retraces['outside']} have their cause elsewhere",
    ]


def _sum(counts: Iterable[Mapping[str, int]]) -> Counter[str]:
    return sum((Counter(count) for count in counts), Counter())


def _told(findings: Mapping[str, int]) -> str:
    confirmed = findings["confirmed"]
    exercised = confirmed + findings["refuted"]
    return (
        f"of {exercised} that were exercised {confirmed} are confirmed"
        f"{_share(confirmed, exercised)}; {findings['not exercised']} were not exercised, and "
        f"{findings['not judged']} are nothing that a run can show"
    )


def _share(part: int, whole: int) -> str:
    return f" ({part / whole:.0%})" if whole else ""


def page(rows: Sequence[Row]) -> str:
    """Return a table of packages and one of programs, with what they come to, in Markdown."""
    parts = [
        ("Package", [one for one in rows if one.package.program is None]),
        ("Program", [one for one in rows if one.package.program is not None]),
    ]
    lines = [f"* {sentence}." for sentence in summary(rows)]
    for kind, chosen in parts:
        if not chosen:
            continue
        head = (kind, "Files", "Commands", "Run", "Lost", *STATUSES, *ACCOUNTS)
        cells = [head, ("---", *["---:"] * (len(head) - 1)), *map(_cells, chosen)]
        notes = [f"* `{one.package.requirement}`: {one.problem}." for one in chosen if one.problem]
        lines += [
            "",
            f"### {kind}s",
            "",
            *(f"* {sentence}." for sentence in summary(chosen)),
            "",
            *(f"| {' | '.join(line)} |" for line in cells),
            "",
            *notes,
        ]
    return "\n".join([*lines, ""])


def _cells(one: Row) -> tuple[str, ...]:
    commands = one.package.commands
    if one.problem:
        empty = ["-"] * (4 + len(STATUSES) + len(ACCOUNTS))
        return (one.package.title, *empty)
    return (
        one.package.title,
        str(one.files),
        f"{len(commands) - one.failed} of {len(commands)}",
        f"{one.seconds:.0f} s",
        f"{one.share_lost:.0%}",
        *(_with_likely(one.findings, one.likely, status) for status in STATUSES),
        *(str(one.retraces.get(told, 0)) for told in ACCOUNTS),
    )


def _with_likely(findings: Mapping[str, int], likely: Mapping[str, int], status: str) -> str:
    more = likely.get(status, 0)
    return f"{findings.get(status, 0)}{f' + {more}' if more else ''}"


def written(text: str, rows: Sequence[Row]) -> str:
    """Return a page of the documentation with its table as it is now."""
    before, _, rest = text.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    return f"{before}{_BEGIN}\n{page(rows)}\n{_END}{after}"


def rows_of(
    chosen: Sequence[Package], workplace: Workplace, *, again: bool, jobs: int, seconds: int
) -> Iterator[Row]:
    """Run what has not been run, and judge all."""
    to_run = [one for one in chosen if again or not workplace.is_observed(one)]
    base = workplace.prepare() if to_run else Path()
    with ProcessPoolExecutor(jobs) as pool:
        failed = {
            package.requirement: pool.submit(workplace.try_out, package, base, seconds)
            for package in to_run
        }
        for package in chosen:
            problem = failed[package.requirement].result() if package in to_run else ""
            yield Row(package, problem) if problem else workplace.judge(package)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table, or write it into a page."""
    parser = argparse.ArgumentParser(description="What real packages say of the findings on them.")
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="packages, programs (default: all)"
    )
    parser.add_argument("--cache", type=Path, required=True, metavar="FOLDER", help="for all files")
    parser.add_argument(
        "--mirror", type=Path, metavar="FOLDER", help="of clones of programs, as OWNER+NAME"
    )
    parser.add_argument("--again", action="store_true", help="run also what has been run")
    parser.add_argument("--jobs", type=int, default=1, help="packages to run at a time")
    parser.add_argument(
        "--seconds", type=int, default=_SECONDS, help="for each command (default: %(default)s)"
    )
    parser.add_argument("--details", action="store_true", help="print also what is to be read")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="write the table into a page")
    options = parser.parse_args(arguments)
    known = [*packages(PACKAGES.read_text(encoding="utf-8")), *programs()]
    unknown = set(options.names) - {package.name for package in known}
    if unknown:
        parser.error(f"{PACKAGES.name} has no {min(unknown)}")
    chosen = [package for package in known if package.name in options.names or not options.names]
    workplace = Workplace(options.cache.resolve(), options.mirror)
    rows = []
    for one in rows_of(
        chosen, workplace, again=options.again, jobs=options.jobs, seconds=options.seconds
    ):
        rows.append(one)
        if options.details:
            print("\n".join([f"== {one.package.requirement}", *one.details]), flush=True)
    if options.write:
        text = options.write.read_text(encoding="utf-8")
        options.write.write_text(written(text, rows), encoding="utf-8")
    else:
        print(page(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
