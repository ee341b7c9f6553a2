"""Editors: the Python language server shows our findings."""

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

PROGRAM = """\
import tensorflow as tf


@tf.function
def step(x, epoch):
    return x * epoch


for epoch in range(10):
    step(tf.ones([2]), epoch)
"""
FLAKE8_ON = {"pylsp": {"plugins": {"flake8": {"enabled": True}}}}


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


def test_the_language_server_shows_findings(server: Server, tmp_path: Path) -> None:
    uri = (tmp_path / "train.py").as_uri()
    server.send("initialized", {})
    server.send("workspace/didChangeConfiguration", {"settings": FLAKE8_ON})
    document = {"uri": uri, "languageId": "python", "version": 1, "text": PROGRAM}
    server.send("textDocument/didOpen", {"textDocument": document})
    published = server.wait_for(method="textDocument/publishDiagnostics")
    (finding,) = published["params"]["diagnostics"]
    assert published["params"]["uri"] == uri
    assert finding["code"] == "TFR101"
    assert "'epoch' is a Python int that changes per iteration" in finding["message"]
    assert finding["range"]["start"] == {"line": 9, "character": 23}
