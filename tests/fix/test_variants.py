"""Metamorphic: a program that is written another way is fixed the same way.

Every fixture with a fix, in every variant of :mod:`tests.variants`. What the fixed variants do when
they run is held in ``tests/runtime/test_running_variants.py``.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache

import pytest
from tfretrace_fix.engine import FixResult, fix_source

from tests.marks import fixtures
from tests.variants import VARIANTS
from tfretrace.fixture import Fixture

NOT_DECORATED = r"'\w+' is not a decorated function of the module"
REFUSALS = {
    # A definition that is moved would run its decorators once, and nobody knows what they do.
    "decorated_above": "the decorator 'plain' runs at each definition",
    "decorated_below": "the decorator 'plain' runs at each definition",
    "commented": r"the comment '# comment \d+' would be lost",
    "in_a_function": rf"it uses '\w+', a local name of 'enclosing'|{NOT_DECORATED}",
    "in_an_if": (
        rf"the name '\w+' is taken outside '<module>'|{NOT_DECORATED}"
        r"|it does not always run: it may be a switch|line \d+ does not set it once and for all"
    ),
    # What is made once needs a place to be made: the module, or an __init__.
    "as_methods": rf"'Holder_\w+' has no __init__ of its own|{NOT_DECORATED}",
}
"""Why a variant may be left alone where the fixture is fixed."""

CASES = [
    pytest.param(fixture, variant, id=f"{fixture.name}-{variant}")
    for fixture in fixtures()
    if fixture.fix != "none"
    for variant in VARIANTS
]


def fixed(fixture: Fixture, text: str) -> FixResult:
    return fix_source(
        text,
        str(fixture.path),
        settings=fixture.settings(),
        codes=fixture.codes,
        unsafe=fixture.fix == "unsafe",
    )


@cache
def expected(fixture: Fixture) -> FixResult:
    return fixed(fixture, fixture.text)


def codes(result: FixResult) -> Counter[str]:
    return Counter(item.finding.code for item in result.fixed)


@pytest.mark.parametrize(("fixture", "variant"), CASES)
def test_variant_is_fixed(fixture: Fixture, variant: str) -> None:
    text = VARIANTS[variant](fixture.text)
    if text is None:
        return  # There is nothing of that kind in the program.
    compile(text, fixture.name, "exec")
    result = fixed(fixture, text)
    compile(result.text, fixture.name, "exec")
    missing = codes(expected(fixture)) - codes(result)
    allowed = re.compile(REFUSALS.get(variant, "(?!)"))
    refused = Counter(item.finding.code for item in result.left if allowed.search(item.reason))
    assert not missing - refused, [(str(left.finding), left.reason) for left in result.left]
    if variant == "under_an_alias":
        wanted = VARIANTS[variant](expected(fixture).text)
        assert wanted is not None
        # Where lines are broken depends on the length of names.
        assert ast.dump(ast.parse(result.text)) == ast.dump(ast.parse(wanted))


@pytest.mark.parametrize("variant", VARIANTS)
def test_variant_is_another_text(variant: str) -> None:
    """A variant that changed nothing would show nothing."""
    texts = [fixture.text for fixture in fixtures() if fixture.fix != "none"]
    variants = [VARIANTS[variant](text) for text in texts]
    assert sum(text is not None for text in variants) > len(texts) // 2
    assert not {*texts} & {*variants}
