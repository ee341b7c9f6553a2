"""Ask the analysis what surely raises, of programs for older Kerases that do, and of their twins.

    python -m bench.refused [NAME ...] [--run] [--missed] [--write docs/evaluation.md]

A finding behind code that raises is wrong: the program never comes to it. Each folder of
``bench/refused`` holds a program as it was written for an older Keras, TensorFlow, NumPy or Python,
with one idiom that today's refuse before the loop is reached, and its twin, ``ok.py`` or the
modules in ``ok``: the same with that idiom as it is written today. ``programs.tsv`` has the line of
the call in the loop, of which the analysis is asked whether control comes to it, and what the
program raises. A program that was thought to raise, and runs, has no twin.

With ``--run`` each is run: those that raise must, and the others must not.
"""

from __future__ import annotations

import argparse
import ast
import csv
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree, ignore_patterns

from bench.threads import between
from flake8_tfretrace import Settings
from flake8_tfretrace.catalog import DEFAULT_CODES
from flake8_tfretrace.evidence import occasion
from flake8_tfretrace.rules import run

FOLDER = Path(__file__).parent / "refused"
TABLE = FOLDER / "programs.tsv"
FIRST_SIGHT = FOLDER / "first_sight.txt"
"""What was counted when the analysis was asked for the first time; a line each."""
MISSED = FOLDER / "missed.txt"
"""The names of those that raise without the analysis saying so; a line each."""

_TWIN, _TWINS = "ok.py", "ok"
_SECONDS = 200
_SETTINGS = Settings(confidence="likely")


@dataclass(frozen=True)
class RefusedProgram:
    """A program with an idiom that is refused today, or was thought to be."""

    name: str
    module: str
    """The file with the loop."""
    line: int
    """That of the call in the loop."""
    exception: str
    """What it raises; empty if it runs."""
    idiom: str

    @property
    def twin(self) -> str:
        """The file with the loop in what runs."""
        if not self.exception:
            return self.module
        is_one = (FOLDER / self.name / _TWIN).exists() and self.module == "main.py"
        return _TWIN if is_one else f"{_TWINS}/{self.module}"


@dataclass(frozen=True)
class Answer:
    """Whether the analysis says that control does not come to the call in the loop."""

    program: RefusedProgram
    is_seen: bool
    """Of the program, if it raises."""
    is_false: bool
    """Of its twin, or of a program that runs."""


def read_table() -> list[RefusedProgram]:
    """Return the programs of the table, in its order."""
    with TABLE.open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [
            RefusedProgram(r["name"], r["module"], int(r["line"]), r["exception"], r["idiom"])
            for r in rows
        ]


def missed() -> frozenset[str]:
    """Return the names of programs that raise, and are not known to."""
    return frozenset(MISSED.read_text(encoding="utf-8").split())


def ask(program: RefusedProgram) -> Answer:
    """Ask the analysis of a program and of its twin, each in a project of its own."""
    with tempfile.TemporaryDirectory() as copies:
        folder = Path(copies, program.name)
        copytree(FOLDER / program.name, folder)
        (folder / "pyproject.toml").touch()
        text = (folder / program.module).read_text(encoding="utf-8")
        calls = {
            ast.unparse(node)
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.Call) and node.lineno <= program.line <= (node.end_lineno or 0)
        }
        is_false = _never_runs(folder / program.twin, calls)
        (folder / _TWIN).unlink(missing_ok=True)
        is_seen = bool(program.exception) and _never_runs(folder / program.module, calls)
    return Answer(program, is_seen, is_false)


def _never_runs(path: Path, calls: set[str]) -> bool:
    """Whether control comes to none of some calls, by their text, in a file that has them."""
    text = path.read_text(encoding="utf-8")
    found = occasion(text, str(path), DEFAULT_CODES, _SETTINGS)
    program, _ = run(
        ast.parse(text),
        text.splitlines(keepends=True),
        str(path),
        _SETTINGS,
        found.codes,
        elsewhere=found.elsewhere,
    )
    places = [(call, place) for call, place in program.index.calls if ast.unparse(call) in calls]
    if not places:
        raise ValueError(f"{path}: has none of {', '.join(sorted(calls))}")
    never = any(
        program.reachability.prevent(call, place) or program.exceptions.stop(call, place)
        for call, place in places
    )
    program.release()
    return never


def fails(program: RefusedProgram) -> str:
    """Run a program, and its twin; return what is not as the table has it, or nothing."""
    with tempfile.TemporaryDirectory() as copies:
        folder = Path(copies, program.name)
        copytree(FOLDER / program.name, folder, ignore=ignore_patterns("__pycache__"))
        if program.exception:
            status, last = _run(folder, "main.py")
            kind = program.exception.partition(":")[0].rpartition(".")[2]
            if status == 0:
                return f"{program.name} runs"
            if kind not in last:
                return f"{program.name} raises something else: {last}"
        is_one = not program.exception or (folder / _TWIN).exists()
        twin = (_TWIN if program.exception else "main.py") if is_one else "main.py"
        status, last = _run(folder if is_one else folder / _TWINS, twin)
        return f"the twin of {program.name} fails: {last}" if status else ""


def _run(folder: Path, name: str) -> tuple[int, str]:
    """Run a script, and the one that makes its files; return the status and the last line."""
    names = ["train.py", name] if (folder / "train.py").exists() else [name]
    variables = {"CUDA_VISIBLE_DEVICES": "-1", "TF_CPP_MIN_LOG_LEVEL": "3", "PYTHONPATH": ""}
    status, lines = 0, [""]
    for one in names:
        done = subprocess.run(
            [sys.executable, one],
            cwd=folder,
            env={**os.environ, **variables},
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            check=False,
        )
        status, lines = done.returncode, done.stderr.strip().splitlines() or [""]
    return status, next((s for s in reversed(lines) if "Error" in s), lines[-1])


def summary(answers: Sequence[Answer]) -> str:
    """Return in one sentence how many of the programs are seen to raise, and how many falsely."""
    raising = [answer for answer in answers if answer.program.exception]
    seen = sum(answer.is_seen for answer in raising)
    false = sum(answer.is_false for answer in answers)
    return (
        f"of {len(raising)} programs that raise before their loop the analysis says so of {seen} "
        f"({seen / max(len(raising), 1):.0%}); of {len(answers)} that run, it does of {false}"
    )


def _wrong(answers: Sequence[Answer]) -> Iterator[str]:
    for answer in answers:
        program = answer.program
        if program.exception and not answer.is_seen:
            yield f"missed: {program.name}: {program.idiom} ({program.exception[:80]})"
        if answer.is_false:
            yield f"false: {program.name}: {program.idiom}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what the analysis sees, or what of the table is not true."""
    parser = argparse.ArgumentParser(
        description="What the analysis says of programs that raise today, and of their twins."
    )
    parser.add_argument("names", nargs="*", help="the folders of programs (default: all)")
    parser.add_argument("--run", action="store_true", help="run them instead")
    parser.add_argument("--jobs", type=int, default=1, help="so many are run at once")
    parser.add_argument("--missed", action="store_true", help="name those that are not seen")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="write the counts into a page")
    options = parser.parse_args(arguments)
    programs = [p for p in read_table() if not options.names or p.name in options.names]
    if options.run:
        with ThreadPoolExecutor(options.jobs) as pool:
            wrong = [text for text in pool.map(fails, programs) if text]
        print(
            "\n".join([*wrong, f"{len(programs) - len(wrong)} of {len(programs)} as they should"])
        )
        return int(bool(wrong))
    answers = [ask(program) for program in programs]
    if options.missed:
        print("\n".join(_wrong(answers)))
    print(summary(answers))
    if options.write is not None:
        page = options.write.read_text(encoding="utf-8")
        sights = FIRST_SIGHT.read_text(encoding="utf-8").splitlines()
        lines = [*(f"* at first sight: {s}" for s in sights), f"* now: {summary(answers)}"]
        options.write.write_text(between(page, "refused", "\n".join(lines)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
