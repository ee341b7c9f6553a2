"""The table of rules: one row per code, which never changes its meaning."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

FixKind = Literal["safe", "unsafe", "safe/unsafe", "-"]
Severity = Literal["warning", "error"]
SEVERITIES: tuple[Severity, ...] = ("warning", "error")
"""What is slow; and what raises, or gives wrong results."""

REPOSITORY = "https://github.com/flake8-tfretrace/flake8-tfretrace"
DOCUMENTATION = f"{REPOSITORY}/blob/main"
"""What the paths of pages, from the root of the repository, are relative to."""
DEFAULT_RULES = "TFR0"
"""What stands for the rules that are on by default, wherever flake8 takes a code.

flake8 takes three letters and three digits at most; ``TFR`` stands for all rules.
"""


class Rule(NamedTuple):
    """One row of the catalogue: what is known of a rule without loading its check or its fix.

    They are registered by the same code, in :mod:`flake8_tfretrace.rules.registry` and in
    :mod:`tfretrace_fix.fixes`.
    """

    code: str
    name: str
    default: bool
    """Reported unless switched off; the others are reported when selected by name."""
    fix: FixKind
    summary: str
    in_tests: bool = False
    """Also reported in test code, because what it reports fails or gives wrong results."""
    severity: Severity = "warning"
    """Error: what it reports raises, or gives wrong results. Warning: it is slow."""

    @property
    def page(self) -> str:
        """The rule's page, relative to the root of the repository."""
        return f"docs/rules/{self.code}.md"

    @property
    def url(self) -> str:
        """The address of the rule's page."""
        return f"{DOCUMENTATION}/{self.page}"


CATALOG: tuple[Rule, ...] = (
    Rule(
        "TFR101",
        "python-scalar-argument",
        True,
        "safe/unsafe",
        "a call passes a Python number or string that changes from call to call",
    ),
    Rule(
        "TFR102",
        "python-scalar-parameter",
        False,
        "-",
        "a traced function's parameter is annotated as a Python number or string",
    ),
    Rule(
        "TFR103",
        "python-container-argument",
        True,
        "safe/unsafe",
        "a list, dict, range or iterator that changes from call to call is passed",
    ),
    Rule(
        "TFR104",
        "fresh-object-argument",
        True,
        "safe/unsafe",
        "an object that TensorFlow compares by identity is made for the call",
    ),
    Rule(
        "TFR105",
        "fresh-callable-argument",
        True,
        "safe/unsafe",
        "a lambda, partial, closure or bound method is made for the call",
    ),
    Rule(
        "TFR106",
        "model-argument",
        True,
        "unsafe",
        "different models, layers or optimizers are passed to one traced function",
    ),
    Rule(
        "TFR107",
        "mixed-dtype-arguments",
        True,
        "safe/unsafe",
        "calls pass different dtypes to one parameter",
    ),
    Rule(
        "TFR108",
        "conflated-literals",
        True,
        "unsafe",
        "1, True and 1.0 reach one parameter and share a trace",
        severity="error",
    ),
    Rule(
        "TFR201",
        "missing-input-signature",
        True,
        "safe/unsafe",
        "different shapes reach a traced function without an input_signature",
    ),
    Rule(
        "TFR202",
        "unpinned-function",
        False,
        "unsafe",
        "a traced function with neither input_signature nor reduce_retracing",
    ),
    Rule(
        "TFR203",
        "deprecated-relax-shapes",
        True,
        "safe",
        "a deprecated option name of tf.function",
        in_tests=True,
    ),
    Rule(
        "TFR204",
        "reduce-retracing-misuse",
        True,
        "-",
        "reduce_retracing=True where it cannot help, or where the general trace fails",
    ),
    Rule(
        "TFR205",
        "incomplete-input-signature",
        True,
        "safe/unsafe",
        "an input_signature that cannot work, or leaves out a parameter that calls pass",
        in_tests=True,
        severity="error",
    ),
    Rule(
        "TFR206",
        "static-shape-in-dynamic-graph",
        True,
        "safe/unsafe",
        "x.shape[i] used as a number where the input_signature says None",
        in_tests=True,
        severity="error",
    ),
    Rule(
        "TFR207",
        "xla-shape-recompilation",
        False,
        "-",
        "jit_compile=True with an open dimension or varying shapes",
    ),
    Rule(
        "TFR208",
        "concrete-function-per-shape",
        True,
        "safe/unsafe",
        "get_concrete_function with values that change",
    ),
    Rule(
        "TFR209",
        "call-against-signature",
        True,
        "-",
        "a call passes what the function's input_signature rejects",
        in_tests=True,
        severity="error",
    ),
    Rule(
        "TFR301",
        "python-range-loop",
        True,
        "safe/unsafe",
        "a Python range over a Python number parameter is unrolled, and retraced for each number",
        in_tests=True,
    ),
    Rule(
        "TFR302",
        "large-unrolled-loop",
        True,
        "unsafe",
        "a long range is unrolled although TensorFlow could loop",
    ),
    Rule(
        "TFR303",
        "python-value-conditional",
        True,
        "safe/unsafe",
        "a conditional on a Python number that changes from call to call",
        in_tests=True,
    ),
    Rule(
        "TFR304",
        "conditional-outside-autograph",
        True,
        "safe",
        "a conditional or loop on a tensor where AutoGraph does not reach: it raises",
        in_tests=True,
        severity="error",
    ),
    Rule(
        "TFR305",
        "implicit-tensor-conditional",
        False,
        "safe",
        "a conditional on a tensor that AutoGraph converts",
        in_tests=True,
    ),
    Rule(
        "TFR306",
        "list-append-in-tensor-loop",
        True,
        "unsafe",
        "a list grows inside a loop that TensorFlow runs",
        in_tests=True,
        severity="error",
    ),
    Rule(
        "TFR401",
        "variable-in-graph",
        True,
        "unsafe",
        "a variable, layer, optimizer or metric is created in a traced body",
        in_tests=True,
        severity="error",
    ),
    Rule(
        "TFR402",
        "keras-endpoint-in-graph",
        True,
        "safe/unsafe",
        "predict, fit, evaluate or compile of a Keras model inside a graph: it raises",
        in_tests=True,
        severity="error",
    ),
    Rule(
        "TFR403",
        "trace-time-side-effect",
        True,
        "unsafe",
        "Python state is changed in a traced body: once per trace, not per call",
        in_tests=True,
        severity="error",
    ),
    Rule(
        "TFR404",
        "frozen-host-value",
        True,
        "unsafe",
        "a random number, a time or an environment variable is frozen into the graph",
        in_tests=True,
        severity="error",
    ),
    Rule(
        "TFR405",
        "stale-python-state",
        True,
        "-",
        "a traced body reads Python state that is rebound after the function was traced",
        in_tests=True,
        severity="error",
    ),
    Rule(
        "TFR406",
        "host-conversion-in-graph",
        True,
        "-",
        "a tensor is turned into a host value in a traced body: it raises",
        in_tests=True,
        severity="error",
    ),
    Rule(
        "TFR407",
        "trace-time-print",
        False,
        "safe",
        "print of a tensor in a traced body",
        in_tests=True,
    ),
    Rule(
        "TFR408",
        "seed-after-trace",
        False,
        "-",
        "tf.random.set_seed after a traced function has taken its seeds",
        in_tests=True,
        severity="error",
    ),
    Rule(
        "TFR501",
        "function-created-in-loop",
        True,
        "safe/unsafe",
        "a tf.function is made in a loop and used for that iteration only",
    ),
    Rule(
        "TFR502",
        "function-created-per-call",
        True,
        "safe/unsafe",
        "a tf.function is made, and traced, again at every call of its maker",
    ),
    Rule(
        "TFR503",
        "traced-method-hazard",
        True,
        "safe",
        "a traced method loses, shares or cannot hash its instance",
        severity="error",
    ),
    Rule(
        "TFR504",
        "dataset-map-in-loop",
        False,
        "-",
        "Dataset.map or filter is rebuilt every iteration",
    ),
    Rule(
        "TFR505",
        "eager-mode-left-on",
        True,
        "unsafe",
        "run_functions_eagerly(True) is left on",
    ),
    Rule(
        "TFR506",
        "traced-method-per-instance",
        False,
        "-",
        "instances of a class with traced methods are made in a loop: a trace for each",
    ),
    Rule(
        "TFR507",
        "traced-by-library-call",
        True,
        "unsafe",
        "vectorized_map or a Jacobian traces a function at each call outside tf.function",
    ),
    Rule(
        "TFR601",
        "predict-in-loop",
        True,
        "unsafe",
        "model.predict in a Python loop sets up a data pipeline each time",
    ),
    Rule(
        "TFR602",
        "compile-in-loop",
        True,
        "unsafe",
        "model.compile in a loop: every fit traces again",
    ),
    Rule(
        "TFR603",
        "model-built-in-loop",
        False,
        "-",
        "a new model per iteration is trained or asked",
    ),
    Rule(
        "TFR604",
        "partial-batch",
        False,
        "-",
        "batch(n) without drop_remainder feeds a traced function",
    ),
)

RULES: dict[str, Rule] = {rule.code: rule for rule in CATALOG}
DEFAULT_CODES: frozenset[str] = frozenset(rule.code for rule in CATALOG if rule.default)
ALL_CODES: frozenset[str] = frozenset(RULES)


def matching(prefixes: Iterable[str]) -> frozenset[str]:
    """Return the codes that start with one of ``prefixes``, as flake8 matches ``--select``.

    :data:`DEFAULT_RULES` stands for what is on by default.
    """
    given = tuple(expanded(prefixes))
    return frozenset(code for code in RULES if code.startswith(given))


def expanded(prefixes: Iterable[str]) -> list[str]:
    """Return prefixes with the codes that :data:`DEFAULT_RULES` stands for in its place."""
    return [
        code
        for prefix in prefixes
        for code in (sorted(DEFAULT_CODES) if prefix == DEFAULT_RULES else [prefix])
    ]
