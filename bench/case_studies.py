"""Run real public programs before and after their fixes, for the page of case studies.

    python -m bench.case_studies [NAME ...] [--mirror FOLDER] [--write PAGE]

Each file of ``bench/cases`` is a case. Its header names a repository, a commit, the program
that is fixed and the options of ``tfretrace-fix``; its code is a driver, which runs that program on
small synthetic data. The repository is cloned from GitHub, or taken from a folder of clones
(``--mirror``: ``OWNER+NAME`` with a git directory below it). What the header lists is checked out,
with the lines that it says replaced: settings, and what Keras 3 calls otherwise. Then

1. ``tfretrace audit`` judges the findings by one run of the driver,
2. ``tfretrace-fix --verify`` fixes the program, runs the driver before and after, and keeps what
   leaves the output as it is. Traces and processor time are those of these runs.

Exit status: 0, or 1 if a case shows no gain. The repositories need packages that are named in the
headers; with ``--write`` the cases that were run are replaced in the page, the others stay.
"""

from __future__ import annotations

import argparse
import difflib
import io
import json
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import packages_distributions, version
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tfretrace.environment import hide_gpus
from tfretrace.recording_report import seconds_text

CASES = Path(__file__).with_name("cases")
DRIVER = "case_study.py"
"""The name of the driver in the checkout."""

_CLOCK = "CASE_STUDY_SECONDS"
_TIMED = f"""
import os
import time

if "{_CLOCK}" in os.environ:
    with open(os.environ["{_CLOCK}"], "a") as clock:
        print(time.process_time(), file=clock)
"""
"""What is appended to a driver: it writes the processor time of its process into a file."""
_FIELD = re.compile(r"# (?P<key>[a-z]+):(?: (?P<value>.*))?")
_KEYS = {"title", "repository", "commit", "licence", "program"}
_BEGIN, _END = "<!-- case studies -->\n", "<!-- end -->\n"
_PART = re.compile(
    r"<!-- case: (?P<name>\w+) \| (?P<row>[^\n]*) -->\n(?P<text>.*?)(?=<!-- case: |\Z)", re.DOTALL
)
_ENVIRONMENT = re.compile(r"^Measured with (.*)\.$", re.MULTILINE)


class CaseError(Exception):
    """A case that cannot be run; the message says why."""


@dataclass(frozen=True)
class Case:
    """A public program, as the header of its driver tells it."""

    name: str
    title: str
    repository: str
    commit: str
    licence: str
    program: str
    """The file that is fixed. Of a notebook, the cells are written into a file beside it."""
    files: tuple[str, ...]
    """What is checked out with it."""
    packages: tuple[str, ...]
    """What it needs besides TensorFlow."""
    options: tuple[str, ...]
    """Of ``tfretrace-fix``."""
    stubs: tuple[str, ...]
    """What stands in for packages: files of ``stubs``."""
    replaced: tuple[tuple[str, str], ...]
    """What is replaced in the program before it runs."""
    story: str
    driver: str

    @property
    def script(self) -> str:
        """The file that is linted, fixed and run."""
        return re.sub(r"\.ipynb$", ".py", self.program)

    @property
    def address(self) -> str:
        """Where the program can be read."""
        return quote(
            f"https://github.com/{self.repository}/blob/{self.commit}/{self.program}", ":/"
        )

    @property
    def commands(self) -> list[list[str]]:
        """What fixes it, and before that records the profile that the options name."""
        fix = ["tfretrace-fix", *self.options, "--verify", f"python {DRIVER}", self.script]
        if "--profile" not in self.options:
            return [fix]
        profile = self.options[self.options.index("--profile") + 1]
        return [["tfretrace", "--profile", profile, DRIVER], fix]


@dataclass(frozen=True)
class Outcome:
    """What the runs of a case showed."""

    case: Case
    findings: tuple[Mapping[str, Any], ...]
    """What is reported in the program, as the audit judges it."""
    traces: tuple[int, int]
    seconds: tuple[float, float]
    """Processor time of the two runs, with the start of Python and TensorFlow."""
    diff: str
    left: tuple[str, ...]

    @property
    def is_gain(self) -> bool:
        """Whether there are fewer traces, in less time."""
        return self.traces[1] < self.traces[0] and self.seconds[1] < self.seconds[0]


def cases() -> list[Case]:
    """Return all cases, by name."""
    return [read_case(path) for path in sorted(CASES.glob("*.py"))]


def read_case(path: Path) -> Case:
    """Read what the header of a driver says.

    Raises:
        CaseError: something is missing.
    """
    text = path.read_text(encoding="utf-8")
    fields: dict[str, list[str]] = {}
    for line in text.splitlines():
        found = _FIELD.fullmatch(line)
        if found is None:
            break
        fields.setdefault(found["key"], []).append(found["value"] or "")
    if missing := _KEYS - fields.keys():
        raise CaseError(f"{path}: no '# {min(missing)}: ...' at the top")

    def words(key: str) -> tuple[str, ...]:
        return tuple(shlex.split(" ".join(fields.get(key, []))))

    def one(key: str) -> str:
        return " ".join(fields.get(key, []))

    replaced = [value.partition(" => ")[::2] for value in fields.get("replace", [])]
    return Case(
        name=path.stem,
        title=one("title"),
        repository=one("repository"),
        commit=one("commit"),
        licence=one("licence"),
        program=one("program"),
        files=words("files"),
        packages=words("packages"),
        options=words("options"),
        stubs=words("stubs"),
        replaced=tuple(replaced),
        story=one("story"),
        driver=text,
    )


def run(case: Case, mirror: Path | None, folder: Path) -> Outcome:
    """Run a case in an empty folder.

    Raises:
        CaseError: a step failed.
    """
    tree = folder / "tree"
    tree.mkdir()
    check_out(case, mirror, folder, tree)
    program = tree / case.script
    before = program.read_text(encoding="utf-8")
    *record, fix = case.commands
    for command in record:
        _call([sys.executable, "-m", *command], tree)
    audit = _audit(case, tree, folder / "audit.json")
    fixing = [sys.executable, "-m", "tfretrace_fix", "--output-format=json", *fix[1:]]
    clock = folder / "seconds"
    answer = json.loads(_call(fixing, tree, (0, 1), {_CLOCK: str(clock)}))
    seconds = [float(line) for line in clock.read_text(encoding="utf-8").splitlines()]
    after = program.read_text(encoding="utf-8")
    (checked,) = [file for file in answer["files"] if Path(file["path"]) == Path(case.script)]
    verification = answer["verification"]
    return Outcome(
        case,
        tuple(
            finding
            for finding in audit["findings"]
            if tree.joinpath(finding["path"]).resolve() == program.resolve()
        ),
        (verification["traces_before"], verification["traces_after"]),
        (seconds[0], seconds[-1]),
        _diff(before, after),
        tuple(
            f"{left['code']} in line {left['line']}: {left['not_fixed']}"
            for left in checked["left"]
        ),
    )


def check_out(case: Case, mirror: Path | None, folder: Path, tree: Path) -> None:
    """Put the files of a case and its driver into a folder; ``folder`` is for a clone.

    Raises:
        CaseError: it is not there, or not as its header says.
    """
    if mirror is None:
        clone = folder / "clone"
        address = f"https://github.com/{case.repository}"
        _call(
            ["git", "clone", "--quiet", "--bare", "--filter=blob:none", address, str(clone)], folder
        )
    else:
        below = mirror / case.repository.replace("/", "+")
        heads = sorted(below.glob("**/HEAD"), key=lambda head: len(head.parts))
        if not heads:
            raise CaseError(f"{below}: no git directory")
        clone = heads[0].parent
    files = [case.program, *case.files]
    archive = ["git", f"--git-dir={clone}", "archive", case.commit, "--", *files]
    done = subprocess.run(archive, capture_output=True, check=False)
    if done.returncode:
        raise CaseError(done.stderr.decode())
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as files_of_commit:
        files_of_commit.extractall(tree, filter="data")
    text = tree.joinpath(case.program).read_text(encoding="utf-8")
    if case.script != case.program:
        text = _cells(text)
    for old, new in case.replaced:
        if old not in text:
            raise CaseError(f"{case.program} does not have {old!r}")
        text = text.replace(old, new)
    tree.joinpath(case.script).write_text(text, encoding="utf-8")
    tree.joinpath(DRIVER).write_text(case.driver + _TIMED, encoding="utf-8")
    for stub in case.stubs:
        shutil.copy(CASES / "stubs" / stub, tree)


def _cells(notebook: str) -> str:
    """Return the code of a notebook, with the lines that are not Python as comments."""
    cells = (cell for cell in json.loads(notebook)["cells"] if cell["cell_type"] == "code")
    text = "\n\n".join("".join(cell["source"]).rstrip() for cell in cells)
    return re.sub(r"^( *)(?=[!%])", r"\1pass  # ", text, flags=re.MULTILINE) + "\n"


def _audit(case: Case, tree: Path, report: Path) -> dict[str, Any]:
    command = ["tfretrace", "audit", "--json", str(report), "--fail-on", "never"]
    command += [option for option in case.options if option != "--unsafe-fixes"]
    _call([sys.executable, "-m", *command, "--", sys.executable, DRIVER], tree)
    answer: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    return answer


def _call(
    command: Sequence[str],
    folder: Path,
    good: Sequence[int] = (0,),
    variables: Mapping[str, str] | None = None,
) -> str:
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", **(variables or {})}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode not in good:
        raise CaseError(f"{shlex.join(command)}: {done.stdout[-1000:]}{done.stderr[-3000:]}")
    return done.stdout


def _diff(before: str, after: str) -> str:
    """Return the changed lines, with their places and nothing around them."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)
    return "\n".join(line for line in lines if not line.startswith(("--- ", "+++ ")))


def row(outcome: Outcome) -> str:
    """Return what the table of the page says of a case."""
    case = outcome.case
    codes = sorted({finding["code"] for finding in outcome.findings})
    before, after = outcome.seconds
    return " | ".join(
        (
            f"[{case.title}](#{_anchor(case.title)})",
            f"[{case.repository}]({case.address})",
            ", ".join(f"[{code}](rules/{code}.md)" for code in codes),
            f"{outcome.traces[0]} → {outcome.traces[1]}",
            f"{seconds_text(before)} → {seconds_text(after)}",
            f"{before / after:.1f}",
        )
    )


def _anchor(title: str) -> str:
    return re.sub(r"[^\w-]+", "-", title.lower()).strip("-")


def section(outcome: Outcome) -> str:
    """Return what the page says of a case."""
    case = outcome.case
    lines = [
        f"### {case.title}",
        "",
        f"[`{case.program}`]({case.address}) of {case.repository}, {case.licence}. {case.story}",
        "",
        *_told(
            "The audit of one run",
            [
                f"line {finding['line']}, {finding['status']}: "
                f"`{finding['code']} {finding['message']}`"
                for finding in outcome.findings
            ],
        ),
        "```console",
        *(f"$ {shlex.join(command)}" for command in case.commands),
        "```",
        "",
        "```diff",
        outcome.diff,
        "```",
        "",
        f"Traces: {outcome.traces[0]} → {outcome.traces[1]}, with the same output. "
        f"Seconds: {outcome.seconds[0]:.1f} → {outcome.seconds[1]:.1f}.",
        "",
        *_told("Not fixed", outcome.left),
    ]
    if case.replaced:
        lines += [
            "Replaced before: "
            + "; ".join(f"`{old}` by `{new}`" for old, new in case.replaced)
            + ".",
            "",
        ]
    return "\n".join(lines)


def _told(heading: str, items: Sequence[str]) -> Iterator[str]:
    if items:
        yield f"{heading}:"
        yield ""
        yield from (f"* {item}" for item in items)
        yield ""


def written(text: str, outcomes: Sequence[Outcome], environment: str | None = None) -> str:
    """Return a page with these cases as they are now, and the others as they were."""
    before, _, rest = text.partition(_BEGIN)
    old, _, after = rest.partition(_END)
    parts = {found["name"]: (found["row"], found["text"]) for found in _PART.finditer(old)}
    for outcome in outcomes:
        parts[outcome.case.name] = row(outcome), section(outcome) + "\n"
    known = [case.name for case in cases()]
    if environment is None:
        environment = "".join(_ENVIRONMENT.findall(old))
    table = [
        "| Case | Program | Findings | Traces | Seconds | Before / after |",
        "|---|---|---|--:|--:|--:|",
        *(f"| {parts[name][0]} |" for name in known if name in parts),
        "",
        f"Measured with {environment}.",
        "",
        "",
    ]
    sections = (
        f"<!-- case: {name} | {parts[name][0]} -->\n{parts[name][1]}"
        for name in known
        if name in parts
    )
    return f"{before}{_BEGIN}\n" + "\n".join(table) + "".join(sections) + f"{_END}{after}"


def _environment() -> str:
    """Say what runs the cases, without importing it."""
    distributions = packages_distributions()
    tensorflow, keras = (version(distributions[name][0]) for name in ("tensorflow", "keras"))
    return f"TensorFlow {tensorflow}, Keras {keras}, Python {platform.python_version()}, on a CPU"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the cases, and print what they showed or write it into a page."""
    parser = argparse.ArgumentParser(description="Real programs before and after their fixes.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="cases (default: all)")
    parser.add_argument("--mirror", type=Path, metavar="FOLDER", help="of clones, as OWNER+NAME")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="write the cases into a page")
    options = parser.parse_args(arguments)
    known = cases()
    if unknown := set(options.names) - {case.name for case in known}:
        parser.error(f"there is no case {min(unknown)}")
    hide_gpus()
    status = 0
    for case in known:
        if options.names and case.name not in options.names:
            continue
        try:
            with tempfile.TemporaryDirectory(prefix="case-") as folder:
                outcome = run(case, options.mirror, Path(folder))
        except CaseError as error:
            print(f"{case.name}: {error}", file=sys.stderr)
            status = 1
            continue
        status |= not outcome.is_gain
        if options.write:
            text = options.write.read_text(encoding="utf-8")
            options.write.write_text(written(text, [outcome], _environment()), encoding="utf-8")
        print(row(outcome), section(outcome), sep="\n\n", flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main())
