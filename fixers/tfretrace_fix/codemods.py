"""The fixes as LibCST codemod commands.

``python -m libcst.tool codemod -x --no-format tfretrace_fix.codemods.TFR101 PATH`` applies one;
``tfretrace_fix.codemods.Fix`` applies all that are on by default.
"""

from __future__ import annotations

import argparse

import libcst as cst
from libcst.codemod import CodemodCommand, CodemodContext, SkipFile

from flake8_tfretrace.catalog import DEFAULT_CODES, RULES
from tfretrace_fix.engine import fix_source
from tfretrace_fix.fixes import FIXES


class Fix(CodemodCommand):
    """Applies every fix that is on by default."""

    DESCRIPTION = "Rewrite what makes tf.function retrace."
    codes: frozenset[str] = DEFAULT_CODES

    def __init__(self, context: CodemodContext, unsafe_fixes: bool = False) -> None:
        super().__init__(context)
        self.unsafe_fixes = unsafe_fixes

    @staticmethod
    def add_args(parser: argparse.ArgumentParser) -> None:
        """Add the options of the command."""
        parser.add_argument(
            "--unsafe-fixes",
            dest="unsafe_fixes",
            action="store_true",
            help="also apply fixes that may change results",
        )

    def transform_module_impl(self, tree: cst.Module) -> cst.Module:
        """Return the module with the fixes applied."""
        name = self.context.filename or "<unknown>"
        source = tree.code
        result = fix_source(source, name, codes=self.codes, unsafe=self.unsafe_fixes)
        for item in result.left:
            self.warn(f"{item.finding.line}: {item.finding}: not fixed: {item.reason}")
        if result.text == source:
            raise SkipFile("nothing to fix")
        return cst.parse_module(result.text, tree.config_for_parsing)


def _command(code: str) -> type[Fix]:
    members = {"DESCRIPTION": f"Fix {code}: {RULES[code].summary}.", "codes": frozenset({code})}
    return type(code, (Fix,), {**members, "__module__": __name__, "__doc__": RULES[code].summary})


globals().update({code: _command(code) for code in FIXES})
