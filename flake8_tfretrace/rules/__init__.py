"""The rules: one module per family, one function per row of the catalogue.

A rule asks the program model and yields reports; it never walks the tree.
"""

from __future__ import annotations

import ast
import contextlib
import gc
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from flake8_tfretrace.baseline import anchored
from flake8_tfretrace.catalog import RULES
from flake8_tfretrace.evidence import OF_SITES, Elsewhere
from flake8_tfretrace.finding import Finding, Witness
from flake8_tfretrace.program import Program
from flake8_tfretrace.program.linking import link
from flake8_tfretrace.program.outdated import is_outdated, outdated_line
from flake8_tfretrace.program.scopes import index, start
from flake8_tfretrace.program.traced import TracedFunction
from flake8_tfretrace.rules.registry import CHECKS
from flake8_tfretrace.rules.report import Report
from flake8_tfretrace.settings import Settings

if TYPE_CHECKING:
    from flake8_tfretrace.program.profile import FileProfile


def run(
    tree: ast.Module,
    lines: Sequence[str],
    filename: str,
    settings: Settings,
    codes: Collection[str],
    profile: FileProfile | None = None,
    elsewhere: Elsewhere | None = None,
) -> tuple[Program, list[Finding]]:
    """Return the program model of ``tree`` and what the rules report on it, in source order.

    ``profile`` takes the place of the one in ``settings``. With ``elsewhere`` the model also has
    the modules of the project that take part; nothing is reported on these, which are files of
    their own.
    """
    with collector_paused():
        source = "".join(lines)
        if profile is None and settings.profile is not None:
            from flake8_tfretrace.program.profile import load

            profile = load(settings.profile).of_file(filename, source)
        shown = settings.confidence
        if profile is not None and profile.verdicts:
            # Where runs tell, no assumption is too much.
            settings = settings._replace(confidence="any")
        project = None if elsewhere is None else elsewhere.project()
        own = index(tree) if project is None else project.own(tree)
        assert isinstance(own.module.node, ast.Module)
        tree = own.module.node
        program = Program(tree, filename, settings, profile, project, own, source)
        for _ in range(_ROUNDS):
            if elsewhere is None:
                break
            asked = _asked(program, elsewhere)
            if not link(program, judges_sites=not OF_SITES.isdisjoint(asked)):
                break
            program.release_parts()
            program = Program(tree, filename, settings, profile, project, own, source)
        if elsewhere is not None and project is not None and project.linked:
            codes = _asked(program, elsewhere)
        found: Iterable[Finding] = dict.fromkeys(_checked(program, codes, lines))
        if profile is not None and (profile.verdicts or profile.retraces):
            # Imported where it is needed: few users have recorded runs.
            from flake8_tfretrace.rules.observed import observed_retraces, weighed

            claims = (weighed(f, profile, filename) for f in anchored(found, tree, lines))
            found = [f for f in claims if _is_shown(f.witness, shown)]
            found += observed_retraces(profile, codes, found, tree, lines, filename)
        return program, list(anchored(found, tree, lines))


def _asked(program: Program, elsewhere: Elsewhere) -> list[str]:
    """Return the rules that may report something on a file where other modules take part."""
    traces = any(program.files.is_own(traced.place) for traced in program.traced)
    return elsewhere.codes if traces else elsewhere.untraced


_ROUNDS = 3
"""Modules that the analysis asks for after so many rounds do not take part."""


_IN_GRAPHS = ("TFR3", "TFR4")
"""How the codes of rules begin that report what runs in a graph."""
_OF_TRACES = ("TFR206", "TFR209", "TFR4")
"""How the codes of rules begin that say what a traced function does: eagerly it does not."""
_OF_EAGER = ("TFR1", "TFR5", "TFR6")
"""How the codes of rules begin that say what code outside graphs costs once it has run."""
_OF_KERAS = ("TFR601", "TFR602", "TFR603")
"""The codes of the rules that say what methods of Keras 3 cost."""
_OF_COMPLETED = ("TFR1", "TFR201", "TFR202", "TFR208", "TFR301", "TFR303", "TFR501", "TFR502")
"""How the codes of rules begin that say how often a function is traced, or what its graph holds."""


def _checked(program: Program, codes: Collection[str], lines: Sequence[str]) -> Iterator[Finding]:
    for code in sorted(codes):
        rule = RULES[code]
        for report in CHECKS[code](program):
            if code.startswith(_OF_KERAS):
                report = _if_it_runs(program, report)
            if _is_shown(report.witness, program.settings.confidence) and program.files.is_own(
                report.place
            ):
                is_test = not rule.in_tests and program.is_test(report.place)
                is_meant = program.syntax.expects_exception(report.node, report.place)
                if (
                    not is_test
                    and not is_meant
                    and not program.versions.is_tensorflow_1(report.place)
                    and _is_feasible(program, code, report)
                    and not program.is_for_versions(report.node, report.place)
                    and not program.reachability.prevent(report.node, report.place)
                    and not (code.startswith(_OF_EAGER) and _fails_itself(program, report))
                    and not (code.startswith(_OF_COMPLETED) and _fails_in_trace(program, report))
                    and not (code.startswith(_OF_COMPLETED) and _is_switched_off(program))
                    # Last, for it may look into all files of the project.
                    and not (code.startswith(_OF_TRACES) and program.graph.runs_eagerly)
                ):
                    yield _finding(code, report, lines)


def _if_it_runs(program: Program, report: Report) -> Report:
    """Return a report with what is assumed of a project with code that Keras 3 does not run.

    Such a project is kept for Keras 2, and may come to an end elsewhere in ways that no analysis
    sees: in model files, in data, in other libraries of its time.
    """
    if report.witness.confidence is None or program.refusals.has_keras_2:
        return report
    line = outdated_line(program.files.path(report.place))
    is_its_own = is_outdated(program.versions.source or "")
    if line is None and not is_its_own:
        return report
    needs = {f"it runs with Keras 3, as {line or 'the file'} does not"}
    if is_its_own or program.versions.requires_keras_2:
        needs.add("it is not kept for Keras 2")
    return replace(report, witness=report.witness + Witness(needs=frozenset(needs)))


def _is_switched_off(program: Program) -> bool:
    """Whether the file surely has switched tf.function off, and nowhere on again."""
    switches = list(program.graph.eager_switches())
    return all(is_on for _, _, is_on in switches) and any(
        program.repetition.unconditional(call, place) is not None for call, place, _ in switches
    )


def _is_feasible(program: Program, code: str, report: Report) -> bool:
    """Whether control gets to what is reported: in a graph, where the rule is about that."""
    where = program.graph if code.startswith(_IN_GRAPHS) else program.feasibility
    return where.is_feasible(report.node, report.place)


def _fails_itself(program: Program, report: Report) -> bool:
    """Whether the evaluation of what is reported surely ends with an exception."""
    node = report.node
    return isinstance(node, ast.expr) and program.exceptions.stop(node, report.place)


def _fails_in_trace(program: Program, report: Report) -> bool:
    """Whether a report is about a traced function of which each trace ends with an exception."""
    traced = getattr(report.facts, "traced", None)
    function = traced.function if isinstance(traced, TracedFunction) else None
    return function is not None and program.exceptions.ends_in_one(function)


def _is_shown(witness: Witness, wanted: str) -> bool:
    """Whether the confidence in a report is what the user asked for."""
    return witness.confidence in ("proven", wanted) or wanted == "any"


@contextlib.contextmanager
def collector_paused() -> Iterator[None]:
    """Keep Python's cycle collector from looking through a model that is still in use.

    It would do so again and again while the model grows.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _finding(code: str, report: Report, lines: Sequence[str]) -> Finding:
    node = report.node
    line, column = start(report.node)
    text = lines[line - 1] if line <= len(lines) else ""
    if not text.isascii():
        # ast counts bytes, flake8 characters.
        column = len(text.encode()[:column].decode(errors="replace"))
    return Finding(
        line,
        column,
        code,
        report.message + report.witness.clauses,
        report.function,
        report.predicted_traces,
        node,
        report.facts,
        report.witness,
    )
