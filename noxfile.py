"""The test matrix: ``nox`` runs all of it, ``nox -s lint`` one session of it.

Each session installs what it needs into an environment of its own, from this checkout.
"""

from __future__ import annotations

from pathlib import Path

import nox

nox.options.reuse_existing_virtualenvs = True

PYTHONS = ("3.10", "3.11", "3.12", "3.13")
# Every Python and every minor version at the ends and in the middle of the supported range once;
# TensorFlow 2.16 and 2.19 have no wheels for Python 3.13.
PYTHON_AND_TENSORFLOW = (
    ("3.10", "2.16.*"),
    ("3.11", "2.19.*"),
    ("3.12", "2.21.*"),
    ("3.13", "2.21.*"),
)
SHIPPED = ("flake8_tfretrace", "fixers", "tfretrace")


@nox.session
def lint(session: nox.Session) -> None:
    """Lint, format and type-check the project; run the tool on its own code."""
    session.install("-e", ".[dev]")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("mypy")
    session.run("flake8", *SHIPPED)
    session.run("tfretrace-fix", "--check", *SHIPPED)


@nox.session
@nox.parametrize("python,tensorflow", PYTHON_AND_TENSORFLOW)
def tests(session: nox.Session, tensorflow: str) -> None:
    """Run the whole suite with one version of TensorFlow."""
    session.install("-e", ".[dev]", f"tensorflow-cpu=={tensorflow}")
    session.run("python", "-m", "pytest", "-n", "2", *session.posargs)


@nox.session(python=PYTHONS)
def without_tensorflow(session: nox.Session) -> None:
    """Lint and fix with the oldest supported dependencies and no TensorFlow."""
    session.install("-e", ".", "flake8==7.0.0")
    session.install("pytest", "pytest-xdist", "hypothesis", "beniget")
    session.run("python", "-m", "pytest", "-n", "2", "tests/lint", "tests/fix", *session.posargs)


@nox.session
def docs(session: nox.Session) -> None:
    """Build the site; a broken link or a stale generated part is an error."""
    session.install("-e", ".[docs]")
    session.run("python", "docs/build_rules.py", "--check")
    session.run("mkdocs", "build", "--strict")


@nox.session
def package(session: nox.Session) -> None:
    """Build the distributions, and lint and fix with nothing but the wheel installed."""
    out = Path(session.create_tmp()) / "dist"
    session.install("build", "twine")
    session.run("python", "-m", "build", "--outdir", str(out))
    session.run("twine", "check", "--strict", *map(str, out.iterdir()))
    (wheel,) = out.glob("*.whl")
    session.run("pip", "uninstall", "--yes", "flake8-tfretrace")
    session.install(str(wheel))
    with session.chdir("docs/example"):
        found = session.run("flake8", "--isolated", "train.py", success_codes=[1], silent=True)
        assert "TFR101" in str(found) and "TFR301" in str(found), found
        session.run("tfretrace-fix", "--isolated", "--check", "train.py", success_codes=[1])


@nox.session
def coverage(session: nox.Session) -> None:
    """Measure what the tests run of the linter and the fixer, in every process they start."""
    session.install("-e", ".[dev]")
    runtime = ("test_expressions", "test_tracetypes", "test_verified_fixes")
    tests = ("tests/lint", "tests/fix", *(f"tests/runtime/{name}.py" for name in runtime))
    session.run("coverage", "erase")
    session.run("coverage", "run", "-m", "pytest", "-n", "2", *tests)
    session.run("coverage", "combine", "--quiet")
    for package in ("flake8_tfretrace", "fixers/tfretrace_fix"):
        shown = (f"--include={package}/*", "--show-missing", "--skip-covered")
        session.run("coverage", "report", *shown, "--fail-under=95")


@nox.session(default=False)
def mutation(session: nox.Session) -> None:
    """Change what decides, in small ways, and print the changes that no test notices."""
    session.install("-e", ".[dev]")
    session.run("python", "bench/mutation.py", *session.posargs)
