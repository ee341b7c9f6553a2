"""Editors: the Python language server shows our findings, why they are true, and fixes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any

import pytest
from pylsp_jsonrpc.streams import JsonRpcStreamReader, JsonRpcStreamWriter
from tfretrace_fix.engine import fix_source

from flake8_tfretrace.catalog import RULES

pytestmark = pytest.mark.usefixtures("modern_project")

PROGRAM = """\
import tensorflow as tf


@tf.function
def step(x, epoch):
    return x * epoch


for epoch in range(10):
    step(tf.ones([2]), epoch)
"""
OTHER_PLUGINS = ("jedi_hover", "mccabe", "pycodestyle", "pyflakes")
"""What would publish other findings."""


def settings(**flake8: object) -> dict[str, Any]:
    """Return settings of the server with those of its own flake8 plugin."""
    others = {name: {"enabled": False} for name in OTHER_PLUGINS}
    return {"pylsp": {"plugins": {**others, "flake8": flake8}}}


class Server:
    """A language server that is spoken to over its standard input and output."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._writer = JsonRpcStreamWriter(process.stdin)
        self._messages: Queue[dict[str, Any]] = Queue()
        reader = JsonRpcStreamReader(process.stdout)
        Thread(target=reader.listen, args=(self._messages.put,), daemon=True).start()

    def send(self, method: str, params: dict[str, Any], **message: Any) -> None:
        self._writer.write({"jsonrpc": "2.0", "method": method, "params": params, **message})

    def wait_for(self, **expected: Any) -> dict[str, Any]:
        """Return the next message with these members; raise queue.Empty after a minute."""
        while True:
            message = self._messages.get(timeout=60)
            if expected.items() <= message.items():
                return message


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with subprocess.Popen(
        [sys.executable, "-m", "pylsp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=tmp_path,
    ) as process:
        server = Server(process)
        server.send(
            "initialize",
            {"processId": None, "rootUri": tmp_path.as_uri(), "capabilities": {}},
            id=1,
        )
        server.wait_for(id=1)
        yield server
        process.kill()


def opened(server: Server, folder: Path, text: str, **flake8: object) -> list[dict[str, Any]]:
    """Open a document in the editor; return the findings that are shown in it."""
    uri = (folder / "train.py").as_uri()
    server.send("initialized", {})
    server.send("workspace/didChangeConfiguration", {"settings": settings(**flake8)})
    document = {"uri": uri, "languageId": "python", "version": 1, "text": text}
    server.send("textDocument/didOpen", {"textDocument": document})
    published = server.wait_for(method="textDocument/publishDiagnostics")["params"]
    assert published["uri"] == uri
    diagnostics: list[dict[str, Any]] = published["diagnostics"]
    return diagnostics


def quick_fixes(server: Server, folder: Path, finding: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the code actions that the server offers for a finding."""
    parameters = {
        "textDocument": {"uri": (folder / "train.py").as_uri()},
        "range": finding["range"],
        "context": {"diagnostics": [finding]},
    }
    server.send("textDocument/codeAction", parameters, id=2)
    actions: list[dict[str, Any]] = server.wait_for(id=2)["result"]
    return actions


def edited(text: str, edits: list[dict[str, Any]]) -> str:
    """Return a text with edits applied, as an editor does."""
    lines = text.splitlines(keepends=True)

    def offset(position: dict[str, int]) -> int:
        line = lines[position["line"]] if position["line"] < len(lines) else ""
        before = line.encode("utf-16-le")[: 2 * position["character"]].decode("utf-16-le")
        return sum(map(len, lines[: position["line"]])) + len(before)

    places = [(offset(e["range"]["start"]), offset(e["range"]["end"]), e["newText"]) for e in edits]
    for start, end, new in sorted(places, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def test_flake8_of_the_language_server_shows_findings(server: Server, tmp_path: Path) -> None:
    (finding,) = opened(server, tmp_path, PROGRAM, enabled=True)
    assert finding["code"] == "TFR101"
    assert "'epoch' is a Python int that changes per iteration" in finding["message"]
    assert finding["range"]["start"] == {"line": 9, "character": 23}
    (action,) = quick_fixes(server, tmp_path, finding)
    assert action["title"] == "Fix TFR101 python-scalar-argument"


@pytest.mark.parametrize("flake8", [{}, {"enabled": True, "extendIgnore": ["TFR"]}])
def test_a_finding_has_its_witness_and_its_page(
    server: Server, tmp_path: Path, flake8: dict[str, object]
) -> None:
    (finding,) = opened(server, tmp_path, PROGRAM, **flake8)
    assert finding["source"] == "tfretrace"
    assert finding["severity"] == 2
    assert finding["codeDescription"]["href"] == RULES["TFR101"].url
    assert finding["range"] == {
        "start": {"line": 9, "character": 23},
        "end": {"line": 9, "character": 28},
    }
    related = finding["relatedInformation"]
    assert {item["location"]["uri"] for item in related} == {(tmp_path / "train.py").as_uri()}
    assert [(item["location"]["range"]["start"]["line"], item["message"]) for item in related] == [
        (8, "the 'for' loop runs again and again"),
        (9, "step is called"),
        (3, "tf.function traces step"),
    ]


@pytest.mark.parametrize("before", ["", 'x = "é𝕏"; '])
def test_a_quick_fix_is_what_the_fixer_does(server: Server, tmp_path: Path, before: str) -> None:
    text = PROGRAM.replace("    step(", f"    {before}step(")
    (finding,) = opened(server, tmp_path, text)
    (action,) = quick_fixes(server, tmp_path, finding)
    assert action["kind"] == "quickfix"
    assert action["isPreferred"]
    assert action["diagnostics"] == [finding]
    ((uri, edits),) = action["edit"]["changes"].items()
    assert uri == (tmp_path / "train.py").as_uri()
    assert edited(text, edits) == fix_source(text).text != text


def test_an_unsafe_fix_says_why(server: Server, tmp_path: Path) -> None:
    text = "import numpy as np\nimport tensorflow as tf\n\n\n@tf.function\ndef f(x):\n"
    text += "    return x * np.random.rand()\n\n\nfor i in range(99):\n    print(f(tf.ones([2])))\n"
    (finding,) = opened(server, tmp_path, text)
    (action,) = quick_fixes(server, tmp_path, finding)
    assert action["title"].startswith("Fix TFR404 frozen-host-value (may change results: ")
    assert not action["isPreferred"]


def test_the_configuration_of_flake8_counts(server: Server, tmp_path: Path) -> None:
    (tmp_path / ".flake8").write_text("[flake8]\nextend-ignore = TFR101\n")
    assert opened(server, tmp_path, PROGRAM) == []
