"""The README shows what really happens."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

from docs import run_commands
from docs.build_rules import README, ROOT
from flake8_tfretrace import check
from flake8_tfretrace.catalog import (
    DEFAULT_CODES,
    DEFAULT_RULES,
    DOCUMENTATION,
    REPOSITORY,
    matching,
)

SET_UP = "python3 -m venv .venv && .venv/bin/pip install -e "


def test_shown_output_is_what_the_commands_print(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_commands.main(["--check"]) == 0, capsys.readouterr().out


def test_other_output_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.md"
    page.write_text("<!-- run in: docs/example -->\n```console\n$ echo real\ninvented\n```\n")
    monkeypatch.setattr(run_commands, "PAGES", [page])
    assert run_commands.main(["--check"]) == 1
    assert "-invented\n+real" in capsys.readouterr().out
    assert run_commands.main([]) == 0
    assert "$ echo real\nreal\n```" in page.read_text()


def test_figures_are_left_out() -> None:
    one = "took 7.91 s -> 346 ms, 582 MiB: before / after 2.2 (2.1 to 2.3)\n ────\n"
    other = "took 10 s -> 1.2 s, 82 MiB: before / after 13 (9 to 20)\n ──────\n"
    assert run_commands.without_figures(one) == run_commands.without_figures(other)
    assert run_commands.without_figures("3 traces") != run_commands.without_figures("1 traces")


def test_program_is_the_one_that_runs() -> None:
    shown = re.search(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert shown is not None
    assert shown[1] == (ROOT / "docs/example/train.py").read_text(encoding="utf-8")


def test_library_example_runs() -> None:
    blocks = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    (example,) = [block for block in blocks if "tfretrace" in block]
    ran = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize("name", ["getting-started.md", "how-it-works.md", "contributing.md"])
def test_python_of_other_pages_is_silent(name: str) -> None:
    text = (ROOT / "docs" / name).read_text(encoding="utf-8")
    for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        assert check(block) == []


def test_ci_runs_the_command_that_the_readme_gives() -> None:
    command = f"{SET_UP}'.[dev]' && .venv/bin/python -m pytest -n 2"
    assert f"```console\n{command}\n```" in README.read_text(encoding="utf-8")
    # The last line, so that the tests' summary comes last.
    assert (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()[-1] == command


def test_first_command_lints_and_fixes_the_fixtures() -> None:
    command = re.search(rf"^{SET_UP}\. && (.+)$", README.read_text(encoding="utf-8"), re.MULTILINE)
    assert command is not None
    # What follows the set-up, with this environment in place of the one it makes.
    installed = command[1].replace(".venv/bin/", f"{Path(sys.executable).parent}/")
    ran = subprocess.run(["bash", "-c", installed], cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert "fixtures/seed_000_test3.py:12:5: TFR301 " in ran.stdout
    assert "+    for i in tf.range(num_steps):" in ran.stdout


def test_lint_hook_selects_the_default_rules() -> None:
    hooks = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    assert f'args: ["--select={DEFAULT_RULES}"]' in hooks
    assert matching([DEFAULT_RULES]) == DEFAULT_CODES


def test_links_of_the_readme_lead_somewhere() -> None:
    """On the package index, too: it knows no other files of the repository."""
    links = re.findall(r"\]\(([^)#]+)", README.read_text(encoding="utf-8"))
    assert all(link.startswith("https://") for link in links)
    own = [
        link.removeprefix(f"{DOCUMENTATION}/") for link in links if link.startswith(DOCUMENTATION)
    ]
    assert own
    assert [link for link in own if not (ROOT / link).exists()] == []


def test_the_address_of_the_project_is_everywhere_the_same() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["urls"] == {
        "Repository": REPOSITORY,
        "Documentation": f"{DOCUMENTATION}/docs/index.md",
        "Changelog": f"{DOCUMENTATION}/CHANGELOG.md",
        "Issues": f"{REPOSITORY}/issues",
    }
    pages = [README, *ROOT.glob("docs/*.md"), ROOT / "CHANGELOG.md", ROOT / "action.yml"]
    own = re.escape(REPOSITORY.rpartition("/")[2])
    for page in pages:
        addresses = re.findall(rf"https://[\w.]+/[\w-]+/{own}\b", page.read_text(encoding="utf-8"))
        assert set(addresses) <= {REPOSITORY}, page


def documented_benchmarks() -> set[str]:
    pages = [README, *ROOT.glob("docs/*.md"), *ROOT.glob("bench/*.py")]
    commands = (re.findall(r"python ((?:-m )?bench[./]\w+(?:\.py)?)", p.read_text()) for p in pages)
    return {command for found in commands for command in found}


@pytest.mark.parametrize("command", sorted(documented_benchmarks()))
def test_documented_benchmark_starts(command: str) -> None:
    ran = subprocess.run(
        [sys.executable, *command.split(), "--help"], cwd=ROOT, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("usage: ")
