"""Change the code that decides, and see whether a test notices: mutation testing.

``python bench/mutation.py`` changes the modules below in small ways, one at a time (Cosmic Ray's
mutation operators; a sample with a fixed seed), runs the tests that concern the module, and prints
the changes that no test noticed. A mutant runs in a process forked from this one, which has
imported what the tests need, so that it costs little more than its tests. No file is changed.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import signal
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType

import hypothesis  # noqa: F401 - imported once, for all mutants
import libcst  # noqa: F401
import pytest
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

ROOT = Path(__file__).parents[1]
LINT = (
    *("tests/lint/test_rules.py", "tests/lint/test_marked_programs.py"),
    "tests/lint/test_fixtures.py",
    "--deselect=tests/lint/test_fixtures.py::test_flake8_reports_the_marks_and_honours_noqa",
)
FIX = (
    *("tests/fix/test_tensors_for_numbers.py", "tests/fix/test_refusals.py"),
    *("tests/fix/test_hoisting.py", "tests/fix/test_engine.py", "tests/fix/test_small_programs.py"),
    "--deselect=tests/fix/test_engine.py::test_fixture_with_other_line_ends",
)
TESTS = {
    "flake8_tfretrace/rules/keras_calls.py": LINT,
    "flake8_tfretrace/rules/creation.py": LINT,
    "fixers/tfretrace_fix/conversion/bodies.py": FIX,
    "fixers/tfretrace_fix/conversion/casts.py": FIX,
    "fixers/tfretrace_fix/conversion/comparison.py": FIX,
    "fixers/tfretrace_fix/conversion/control_flow.py": FIX,
    "fixers/tfretrace_fix/conversion/uses.py": FIX,
}
"""What is changed, and the arguments of pytest for it."""

SKIPPED = (
    # ``|`` makes unions here.
    "ReplaceBinaryOperator",
    # What is compared by == is text, which nothing here orders.
    *("Eq_Lt", "Eq_Gt", "Eq_Is"),
    # Mostly no programs.
    *("Variable", "ExceptionReplacer", "RemoveDecorator"),
)
"""Parts of the names of operators that are left out."""


@dataclass(frozen=True)
class Mutant:
    """A module with one change."""

    path: str
    original: str
    text: str

    @property
    def module(self) -> str:
        """The dotted name of the module."""
        return self.path.removeprefix("fixers/").removesuffix(".py").replace("/", ".")

    def diff(self) -> str:
        """Return the changed lines, as they are and as they were, with their number."""
        lines = (self.original.splitlines(), self.text.splitlines())
        return "\n".join(list(unified_diff(*lines, n=0, lineterm=""))[2:])


class MutantLoader(SourceFileLoader):
    """Finds and loads a mutant under the name of its module."""

    def __init__(self, mutant: Mutant) -> None:
        super().__init__(mutant.module, str(ROOT / mutant.path))
        self._text = mutant.text

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find the mutant and nothing else."""
        if fullname != self.name:
            return None
        return spec_from_file_location(fullname, self.path, loader=self)

    def get_code(self, fullname: str) -> CodeType:
        """Compile the mutant, whatever is cached."""
        return compile(self._text, self.path, "exec")


def sample(path: str, size: int, seed: int) -> tuple[list[Mutant], int]:
    """Choose mutants of a module that run differently from it and from one another.

    Returns them, and how many changes there were to choose from.
    """
    original = (ROOT / path).read_text(encoding="utf-8")
    changes = list(_changes(original))
    random.Random(seed).shuffle(changes)
    chosen: dict[str, Mutant] = {}
    for operator, occurrence in changes:
        text = mutate_code(original, get_operator(operator)(), occurrence)
        if _code(text) != _code(original):
            chosen.setdefault(_code(text), Mutant(path, original, text))
        if len(chosen) == size:
            break
    return list(chosen.values()), len(changes)


def _changes(text: str) -> Iterator[tuple[str, int]]:
    """Yield the names of operators and the number of a place where each applies."""
    nodes = list(ast_nodes(get_ast(text)))
    for name in sorted(operator_names()):
        if not any(skipped in name for skipped in SKIPPED):
            operator = get_operator(name)()
            places = sum(len(list(operator.mutation_positions(node))) for node in nodes)
            yield from ((name, place) for place in range(places))


def _code(text: str) -> str:
    return ast.dump(ast.parse(text))


def survivors(tried: Iterable[Mutant], jobs: int, seconds: int) -> Iterator[Mutant]:
    """Yield the mutants with which all tests pass within some seconds."""
    running: dict[int, Mutant] = {}

    def finished() -> Iterator[Mutant]:
        process, status = os.wait()
        mutant = running.pop(process)
        if status == 0:
            yield mutant

    for mutant in tried:
        if len(running) == jobs:
            yield from finished()
        process = os.fork()
        if process == 0:
            signal.alarm(seconds)
            os._exit(_test(mutant))
        running[process] = mutant
    while running:
        yield from finished()


def _test(mutant: Mutant) -> int:
    """Run the tests of a mutant in this process, quietly; return their exit status."""
    with Path(os.devnull).open("w") as nothing:
        os.dup2(nothing.fileno(), 1)
        os.dup2(nothing.fileno(), 2)
    sys.meta_path.insert(0, MutantLoader(mutant))
    options = ("-x", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=0")
    return int(pytest.main([*options, *TESTS[mutant.path]]))


def main() -> int:
    """Print the survivors of each module, and how many mutants there were."""
    parser = argparse.ArgumentParser(description="Mutation testing.")
    parser.add_argument("modules", nargs="*", default=list(TESTS), metavar="MODULE")
    parser.add_argument("--sample", type=int, default=60, help="mutants tried of each module")
    parser.add_argument("--seed", type=int, default=0, help="of the sample")
    parser.add_argument("--jobs", type=int, default=2, help="mutants tested at the same time")
    parser.add_argument("--seconds", type=int, default=600, help="after which a mutant is killed")
    arguments = parser.parse_args()
    os.chdir(ROOT)
    table = ["| Module | Changes | Tried | Killed | Survived |", "|---|--:|--:|--:|--:|"]
    for path in arguments.modules:
        text = (ROOT / path).read_text(encoding="utf-8")
        if not list(survivors([Mutant(path, text, text)], 1, arguments.seconds)):
            sys.exit(f"the tests of {path} fail without a change")
        tried, changes = sample(path, arguments.sample, arguments.seed)
        begin = time.perf_counter()
        alive = 0
        for mutant in survivors(tried, arguments.jobs, arguments.seconds):
            alive += 1
            print(f"{path}\n{mutant.diff()}\n", flush=True)
        table.append(f"| `{path}` | {changes} | {len(tried)} | {len(tried) - alive} | {alive} |")
        print(f"{path}: {alive} survived, {time.perf_counter() - begin:.0f} s", flush=True)
    print("\n".join(table))
    return 0


if __name__ == "__main__":
    sys.exit(main())
