"""What people see on their terminal: tables that fit, and what to install."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("rich")

from rich.console import Console
from tfretrace_fix.command import without_log

from tfretrace.environment import Environment
from tfretrace.report import Report, print_report
from tfretrace.runner import RunResult
from tfretrace.verify import Verdict

LOG = """\
WARNING: All log messages before absl::InitializeLog() is called are written to STDERR
I0000 00:00:1795339769.089359   30515 port.cc:153] oneDNN custom operations are on.
W0000 00:00:1795339769.089359   30515 gpu_device.cc:2431] Cannot dlopen some GPU libraries.
"""


@pytest.mark.parametrize("width", [40, 60, 80, 100, 200])
def test_nothing_in_the_table_is_broken(width: int) -> None:
    run = RunResult(first_seconds=7.16, steady_seconds=[1.25], peak_memory=582 * 2**20)
    name = "TFR301_a_name_that_is_longer_than_most"
    verdict = Verdict(name, Path(f"{name}.py"), [run], [run])
    environment = Environment("2.21.0", "3.15.1", "3.12.1", "2.0", "cpu", "CPU", "a CPU", 2, "here")
    stream = io.StringIO()
    print_report(Report(environment, 1, [verdict], expected=1), Console(file=stream, width=width))
    lines = stream.getvalue().splitlines()
    for part in (name, "7.16 s", "1.25 s", "582 MiB", "peak memory", "first result", "true"):
        assert any(part in line for line in lines), stream.getvalue()


def test_the_log_of_tensorflow_is_no_reason() -> None:
    assert without_log(f"{LOG}ValueError: no\n{LOG}") == "ValueError: no\n"


@pytest.mark.parametrize(
    ("package", "command", "arguments"),
    [
        ("rich", "verify", ["--help"]),
        ("psutil", "verify", ["train.py"]),
        ("tensorflow", "tfretrace", ["train.py"]),
    ],
)
def test_what_to_install_is_said(
    tmp_path: Path, package: str, command: str, arguments: list[str]
) -> None:
    (tmp_path / "train.py").write_text("print()\n")
    code = f"import sys; sys.modules[{package!r}] = None; sys.argv[1:] = {arguments!r}; "
    code += f"from tfretrace.commands import {command} as run; raise SystemExit(run())"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2, done.stderr
    (line,) = done.stderr.splitlines()
    assert line.endswith("is not installed; run: pip install 'flake8-tfretrace[verify]'")
    assert f"this needs {package}, which" in line
