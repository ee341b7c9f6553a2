"""Run programs with every expression's value written down, and hold the analysis against it.

    python -m bench.soundness [PATH...] [--with PATH]... [--generated N] [--seed N]

Each program runs in a process of its own, with a time limit. Of each expression that ran, the
abstract value must hold every value that it gave; what is called dead must not have run; what is
said to run at most so often must not have run more often; and predicted numbers of traces must be
TensorFlow's. A proven finding on a cause of retracing must be seen to retrace, where the run gets
to all of its witness often enough. Without PATH the programs are the fixtures, before and after
their fixes, the examples of the rules' pages, and generated ones. ``--with`` names modules that are
looked at besides the programs. The exit status is 1 if anything is contradicted.
"""

from __future__ import annotations

import argparse
import ast
import multiprocessing
import os
import pickle
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Any

from bench import program_variants
from bench.concretization import contradiction
from bench.generated import random_program
from bench.instrument import Log, Observed, instrumented
from docs.build_rules import python_blocks
from flake8_tfretrace import Finding
from flake8_tfretrace import check as check_source
from flake8_tfretrace.catalog import CATALOG
from flake8_tfretrace.program import Program
from flake8_tfretrace.program.prediction import predicted_traces
from flake8_tfretrace.program.scopes import Binding, Place, Walk, start
from flake8_tfretrace.program.tracetypes import (
    FEW,
    Change,
    FunctionValue,
    NoValue,
    ObjectValue,
    TraceType,
)
from tfretrace.copies import Copies
from tfretrace.recorder import record
from tfretrace.records import FunctionRecord
from tfretrace.runner import Program as Run
from tfretrace.runner import run_program

ROOT = Path(__file__).parents[1]
EXPECTED = {
    ("TFR503_temporary_instance.py", "self"): "TensorFlow lost the instance, as TFR503 says",
    ("TFR503_Example_0.py", "self"): "TensorFlow lost the instance, as TFR503 says",
    ("TFR505_Example_0.py", "double"): "nothing is traced in eager mode, as TFR505 says",
    ("TFR505_left_on.py", "train_step"): "nothing is traced in eager mode, as TFR505 says",
    ("silent_TFR401_variable_creator.py", "tf.Variable(0.0)"): "the program replaces tf.Variable",
}
"""Contradictions that are no fault of the analysis: the file, the expression, and why."""
RETRACING = frozenset(f"TFR{number}" for number in (101, 103, 104, 105, 106, 107, 201, 501, 502))
"""The rules that say that a function retraces, or that each execution makes a new one."""
SECONDS = 120.0
WORKERS = 2


@dataclass(frozen=True)
class Body:
    """Files that are run together, by one of them."""

    name: str
    main: Path
    files: tuple[Path, ...]
    """Those that are instrumented."""
    arguments: tuple[str, ...] = ()


@dataclass(frozen=True)
class Violation:
    """Something that the analysis says of a program, and that a run contradicts."""

    kind: str
    """``value``, ``dead``, ``at most``, ``trips``, ``traces``, ``confirmed``."""
    file: str
    line: int
    expression: str
    said: str
    seen: str
    follows: int = 0
    """How many other contradictions follow from it."""

    def __str__(self) -> str:
        more = f" (and {self.follows} that follow)" if self.follows else ""
        return (
            f"[{self.kind}] {self.file}:{self.line}: {self.expression}{more}\n"
            f"    said {self.said}\n    seen {self.seen}"
        )


@dataclass
class Outcome:
    """What one body showed."""

    name: str
    error: str | None = None
    counted: Counter[str] = field(default_factory=Counter)
    """How much was held against what is said of it, by what it is."""
    violations: list[Violation] = field(default_factory=list)


class _Placing(Walk):
    """The walk over a module, with the place of every expression written down."""

    def __init__(self, tree: ast.Module) -> None:
        self.found: dict[ast.AST, Place] = {}
        super().__init__(tree)

    def parts(self, nodes: Iterable[ast.AST | None], place: Place) -> None:
        nodes = [*nodes]
        self.found.update((node, place) for node in nodes if node is not None)
        super().parts(nodes, place)


class File:
    """One file of a body: its analysis, and what its expressions gave."""

    def __init__(self, path: Path, first: int) -> None:
        self.path = path
        text = path.read_text(encoding="utf-8")
        self.source = program_variants.Program(text)
        self.text, self.nodes = instrumented(self.source, first)
        self.numbers: dict[ast.AST, int] = {
            node: number for number, node in enumerate(self.nodes, first)
        }

    @cached_property
    def _walk(self) -> _Placing:
        return _Placing(self.source.tree)

    @cached_property
    def program(self) -> Program:
        """The model of the file alone, in the state that the rules see it in."""
        program = Program(
            self.source.tree, str(self.path), known=self._walk.index, source=self.source.text
        )
        assert program.sites.own is not None
        return program

    def check(self, observed: Mapping[int, Observed], outcome: Outcome) -> None:
        """Hold what is said of each expression against what it gave."""
        wrong: dict[ast.AST, tuple[Violation, Place]] = {}
        for node in self.nodes:
            log = observed.get(self.numbers[node])
            if log is None:
                continue
            outcome.counted["expressions that ran"] += 1
            outcome.counted["evaluations"] += log.evaluations
            place = self._walk.found.get(node)
            if place is None:
                if self._is_dead(node):
                    outcome.violations.append(self._violation("dead", node, "never runs", "ran"))
                continue
            said = self.program.value(node, place)
            outcome.counted["different values"] += len(log.values)
            if type(said) is not TraceType:
                outcome.counted["of which something is said"] += len(log.values)
            for value in log.values:
                why = contradiction(said, value, self.numbers)
                if why is not None:
                    seen = f"{value}: {why}"
                    wrong[node] = self._violation("value", node, shown(said), seen), place
                    break
            outcome.violations += self._miscounted(node, place, log.evaluations, outcome)
        outcome.violations += self._roots(wrong)

    def _is_dead(self, node: ast.AST) -> bool:
        current: ast.AST | None = node
        while current is not None:
            if current in self._walk.index.dead:
                return True
            current = self.source.parents.get(current)
        return False

    def _violation(self, kind: str, node: ast.expr, said: str, seen: str) -> Violation:
        text = " ".join(ast.unparse(node).split())
        short = text if len(text) <= 100 else f"{text[:97]}..."
        return Violation(kind, str(self.path), start(node)[0], short, said, seen)

    def _miscounted(
        self, node: ast.expr, place: Place, times: int, outcome: Outcome
    ) -> Iterator[Violation]:
        """Yield what is said wrongly of how often an expression runs in one run of the program."""
        parent = self.source.parents.get(node)
        if not isinstance(parent, ast.stmt) or isinstance(parent, ast.While):
            # The condition of a loop is evaluated once more than its body.
            return
        most = self.program.repetition.most(place)
        if most is not None:
            outcome.counted["numbers of executions"] += 1
            if times > most and not self.program.in_graph(place):
                yield self._violation("at most", node, f"{most} times", f"{times} times")

    def _roots(self, wrong: Mapping[ast.AST, tuple[Violation, Place]]) -> Iterator[Violation]:
        """Yield the contradictions that do not follow from others."""
        roots: dict[ast.AST, int] = {}
        for node in wrong:
            pending, seen = [node], {node}
            reached = []
            while pending:
                current = pending.pop()
                causes = [c for c in self._causes(current, wrong[current][1]) if c in wrong]
                if not causes:
                    reached.append(current)
                fresh = [cause for cause in causes if cause not in seen]
                seen.update(fresh)
                pending += fresh
            if not reached or node in reached:
                roots.setdefault(node, 0)
            else:
                for root in reached:
                    roots[root] = roots.get(root, 0) + 1
        for node, follows in roots.items():
            violation = wrong[node][0]
            yield Violation(**{**vars(violation), "follows": follows})

    def _causes(self, node: ast.AST, place: Place) -> Iterator[ast.AST]:
        """Yield the expressions that the value of one is worked out from."""
        yield from (child for child in ast.walk(node) if child is not node)
        program = self.program
        bindings: list[Binding] = []
        if isinstance(node, ast.Name):
            bindings = program.bindings(node, place)
        elif isinstance(node, ast.Attribute):
            base = program.value(node.value, place)
            if isinstance(base, ObjectValue) and base.cls is not None:
                bindings = program.classes.attribute_bindings(base.cls, node.attr)
        elif isinstance(node, ast.Call):
            callee = program.value(node.func, place)
            if isinstance(callee, FunctionValue) and callee.function is not None:
                function = callee.function
                if isinstance(function.node, ast.Lambda):
                    yield function.node.body
                yield from (r.value for r, _ in function.returns if r.value is not None)
        for binding in bindings:
            if binding.kind == "parameter":
                for call, _ in program.calls.callers(binding.place.function):
                    yield from (*call.args, *(keyword.value for keyword in call.keywords))
            elif isinstance(binding.node, ast.AugAssign):
                yield from (binding.node.target, binding.node.value)
            if binding.value is not None:
                yield binding.value

    def check_traces(self, functions: Sequence[FunctionRecord], outcome: Outcome) -> None:
        """Hold predicted numbers of traces against those that TensorFlow made."""
        measured: Counter[str] = Counter()
        for function in functions:
            if Path(function.definition.file).name == self.path.name:
                measured[function.definition.name] += function.trace_count
        names = Counter(t.qualname for t in self.program.traced if t.function is not None)
        for traced in self.program.traced:
            if traced.qualname is None or names[traced.qualname] > 1:
                continue
            predicted = predicted_traces(self.program, self.program.sites.own[traced])
            if predicted is None:
                continue
            outcome.counted["numbers of traces"] += 1
            seen = measured[traced.qualname]
            if seen != predicted:
                outcome.violations.append(
                    Violation(
                        "traces",
                        str(self.path),
                        start(traced.site)[0],
                        traced.qualname,
                        f"{predicted} traces",
                        f"{seen} traces",
                    )
                )

    def check_findings(
        self,
        functions: Sequence[FunctionRecord],
        observed: Mapping[int, Observed],
        outcome: Outcome,
    ) -> None:
        """Hold the proven findings on causes of retracing against what was traced."""
        for finding in check_source(self.source.text, str(self.path), codes=RETRACING):
            records = [
                function
                for function in functions
                if Path(function.definition.file).name == self.path.name
                and function.definition.name == finding.function
            ]
            if not records or not self._is_exercised(finding, records, observed):
                continue
            outcome.counted["findings that were exercised"] += 1
            if sum(record.trace_count for record in records) < 2:
                seen = f"{sum(record.calls for record in records)} calls, one trace"
                outcome.violations.append(
                    Violation(
                        "confirmed",
                        str(self.path),
                        finding.line,
                        f"{finding.function}",
                        str(finding),
                        seen,
                    )
                )

    def _is_exercised(
        self,
        finding: Finding,
        records: Sequence[FunctionRecord],
        observed: Mapping[int, Observed],
    ) -> bool:
        """Whether a run got to every step of a finding's witness, and often enough to its end."""
        ran: Counter[int] = Counter()
        for node, number in self.numbers.items():
            if number in observed:
                line = start(node)[0]
                ran[line] = max(ran[line], observed[number].evaluations)
        calls = sum(record.calls for record in records)
        reached = all(ran[step.line] for step in finding.witness.steps)
        return reached and calls > FEW and (finding.code == "TFR201" or ran[finding.line] > FEW)


def shown(value: TraceType) -> str:
    """Return an abstract value in few words."""
    if type(value) is TraceType:
        return "anything"
    parts = [] if isinstance(value, NoValue) else [*_shown_parts(value)]
    text = f"{type(value).__name__.removesuffix('Value')}({', '.join(parts)})"
    return text if len(text) <= 300 else f"{text[:297]}..."


def _shown_parts(value: TraceType) -> Iterator[str]:
    for part in fields(value):
        content = getattr(value, part.name)
        if isinstance(content, TraceType):
            yield f"{part.name}={shown(content)}"
        elif isinstance(content, tuple):
            inner = (shown(c) if isinstance(c, TraceType) else str(c) for c in content[:9])
            yield f"{part.name}=[{', '.join(inner)}]"
        elif isinstance(content, Change):
            yield f"changes ({content.kind} {content.what}, line {content.line})"
        elif isinstance(content, (str, frozenset, int)) and content not in ("", False):
            yield f"{part.name}={content if isinstance(content, str) else set_text(content)}"
        elif isinstance(content, ast.AST):
            yield f"line {start(content)[0]}"
        elif content is not None and hasattr(content, "name"):
            yield f"{part.name}={content.name}"


def set_text(content: object) -> str:
    """Return a set of constants in a fixed order."""
    if isinstance(content, frozenset):
        texts = (shown(c) if isinstance(c, TraceType) else repr(c) for c in content)
        return "{" + ", ".join(sorted(texts)[:9]) + "}"
    return repr(content)


def run_to_file(
    body: Body, copies: Copies, calls: frozenset[int], result_file: Path, folder: Path
) -> None:
    """Run a body in this process, and pickle what was seen of it."""
    with (folder / "output").open("wb") as output:
        os.dup2(output.fileno(), 1)
        os.dup2(output.fileno(), 2)
    os.chdir(folder)
    log = Log(calls)
    log.install()
    copies.install()
    with record() as recording:
        result = run_program(Run(str(body.main), body.arguments), recording, copies)
    seen = ({**log.observed}, result.error, result.exit_status, result.functions)
    result_file.write_bytes(pickle.dumps(seen))


def check(body: Body, seconds: float = SECONDS) -> Outcome:
    """Run a body, and hold the analysis of its files against what was seen."""
    outcome = Outcome(body.name)
    files: list[File] = []
    first = 0
    for path in body.files:
        files.append(File(path, first))
        first += len(files[-1].nodes)
    calls = frozenset(
        number
        for file in files
        for node, number in file.numbers.items()
        if isinstance(node, ast.Call)
    )
    with tempfile.TemporaryDirectory(prefix="soundness-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        (folder / "copies").mkdir()
        (folder / "work").mkdir()
        copies = Copies.write({str(f.path): f.text.encode() for f in files}, folder / "copies")
        result_file = folder / "result"
        process = _CONTEXT.Process(
            target=run_to_file, args=(body, copies, calls, result_file, folder / "work")
        )
        process.start()
        process.join(seconds)
        if process.exitcode is None:
            process.kill()
            process.join()
        if not result_file.exists():
            outcome.error = f"ended with status {process.exitcode} and left no result"
            return outcome
        seen = pickle.loads(result_file.read_bytes())
    observed: dict[int, Observed]
    functions: list[FunctionRecord]
    observed, outcome.error, status, functions = seen
    for file in files:
        file.check(observed, outcome)
        if outcome.error is None and not status:
            file.check_traces(functions, outcome)
            file.check_findings(functions, observed, outcome)
    return outcome


_CONTEXT: Any = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(["__main__", "keras", "tensorflow", "tfretrace.runner"])


def generated(count: int, seed: int, folder: Path) -> Iterator[Body]:
    """Yield random programs, written into ``folder``."""
    for number in range(seed, seed + count):
        path = folder / f"generated_{number}.py"
        path.write_text(random_program(number), encoding="utf-8")
        yield Body(path.name, path, (path,))


def examples(folder: Path) -> Iterator[Body]:
    """Yield the examples of the rules' pages, written into ``folder``, and of the guide."""
    for rule in CATALOG:
        page = (ROOT / rule.page).read_text(encoding="utf-8")
        for heading in ("Example", "Use instead"):
            for number, block in enumerate(python_blocks(page, heading)):
                path = folder / f"{rule.code}_{heading.split()[0]}_{number}.py"
                path.write_text(block, encoding="utf-8")
                yield Body(path.name, path, (path,))


def programs(paths: Sequence[Path], also: Sequence[Path]) -> Iterator[Body]:
    """Yield the programs of some paths, each with the modules that are instrumented with it."""
    others = [file for path in also for file in _files(path)]
    for path in (file for folder in paths for file in _files(folder)):
        yield Body(path.name, path, tuple(dict.fromkeys((path, *others))))


def _files(path: Path) -> list[Path]:
    path = path.absolute()
    return sorted(path.rglob("*.py")) if path.is_dir() else [path]


def report(outcomes: Iterable[Outcome]) -> bool:
    """Print what is contradicted and what was looked at; return whether nothing is."""
    began = time.monotonic()
    counted: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for outcome in outcomes:
        for violation in outcome.violations:
            if (Path(violation.file).name, violation.expression) in EXPECTED:
                counted["contradictions that are expected"] += 1
                continue
            print(violation, flush=True)
            kinds[violation.kind] += 1
        if outcome.error is not None:
            print(f"{outcome.name} ended with {outcome.error.splitlines()[0]}", flush=True)
        counted["programs"] += 1
        counted["programs that ended with an error"] += outcome.error is not None
        counted.update(outcome.counted)
    for what, number in counted.items():
        print(f"{number:9} {what}")
    print(f"{kinds.total()} contradictions {dict(kinds)} in {time.monotonic() - began:.0f} s")
    return not kinds


def main() -> int:
    """Run the programs and print what is contradicted; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("paths", nargs="*", type=Path, metavar="PATH")
    parser.add_argument("--with", dest="also", action="append", type=Path, default=[])
    parser.add_argument("--generated", type=int, metavar="N")
    parser.add_argument("--seed", type=int, default=0, help="of the first generated program")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(WORKERS) as pool:
        folder = Path(name)
        bodies = [*programs(options.paths, options.also)]
        if not options.paths and options.generated is None:
            bodies = [*programs([ROOT / "fixtures"], ()), *examples(folder)]
            options.generated = 50
        bodies += generated(options.generated or 0, options.seed, folder)
        return 0 if report(pool.map(check, bodies)) else 1


if __name__ == "__main__":
    sys.exit(main())
