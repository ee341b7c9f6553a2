"""A journal of what all Python processes of a command trace.

``tfretrace-fix --verify`` starts a command with ``tfretrace/startup`` on ``PYTHONPATH`` and the
arguments of :func:`start`, as JSON, in the environment variable ``TFRETRACE_JOURNAL``. Nothing else
of the command is changed. The journal is a file of JSON objects, one a line, written as things
happen, so that it does not matter how a process ends. Their ``kind`` is:

* ``process``: a Python process has started; ``python`` is its interpreter, ``lacks`` a module
  without which nothing can be recorded, or null;
* ``run``: the file ``path`` of the tree has been run or imported;
* ``trace``: the function ``name`` of ``file`` is traced;
* ``problem``: the recorder does not work; ``text`` says why.
"""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tfretrace.definitions import definition_of
from tfretrace.recorder import on_tensorflow_import

if TYPE_CHECKING:
    from tfretrace.hooks import TraceOutcome, TraceRequest


def start(file: str, tree: str, copy: str) -> None:
    """Begin to write the journal of this process.

    Args:
        file: the journal.
        tree: the folder of the program.
        copy: the copy of it that is to be run: what the import path has of ``tree`` is taken from
            there.
    """
    journal = _Journal(Path(file), (f"{tree}{os.sep}", f"{copy}{os.sep}"))
    lacks = None if importlib.util.find_spec("tensorflow") else "tensorflow"
    journal.note("process", python=sys.executable, lacks=lacks)
    sys.path[:] = [_moved(folder, tree, copy) for folder in sys.path]
    sys.addaudithook(journal.hear)
    on_tensorflow_import(journal.attach)


def _moved(folder: str, tree: str, copy: str) -> str:
    path = Path(folder)
    if path.is_relative_to(sys.prefix) or not path.is_relative_to(tree):
        return folder
    return str(copy / path.relative_to(tree))


class _Journal:
    """Listens to Python's audit events and TensorFlow's traces; see :mod:`tfretrace.hooks`."""

    def __init__(self, file: Path, folders: tuple[str, ...]) -> None:
        self._file = file
        self._folders = folders
        self._run: set[str] = set()

    def note(self, kind: str, **facts: object) -> None:
        """Write a line. Opened each time, and short: processes write at the same time."""
        with self._file.open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps({'kind': kind, **facts})}\n")

    def attach(self) -> None:
        """Listen to TensorFlow, which has just been imported."""
        from tfretrace import hooks

        if hooks.install(self).hook is None:
            self.problem("TensorFlow offers none of the places where traces are seen")

    def hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Note the files of the program as they are run (the audit event ``exec``)."""
        if event != "exec":
            return
        path = getattr(arguments[0], "co_filename", "")
        if path not in self._run and path.startswith(self._folders):
            self._run.add(path)
            self.note("run", path=path)

    def trace_begins(self, request: TraceRequest) -> None:
        """See :class:`tfretrace.hooks.Listener`."""
        definition = definition_of(request.python_function)
        self.note("trace", name=definition.name, file=definition.file)

    def trace_ends(self, token: Any, outcome: TraceOutcome) -> None:
        """See :class:`tfretrace.hooks.Listener`."""

    def called(self, function: Any) -> None:
        """See :class:`tfretrace.hooks.Listener`."""

    def made(self, function: Any) -> None:
        """See :class:`tfretrace.hooks.Listener`."""

    def problem(self, text: str) -> None:
        """See :class:`tfretrace.hooks.Listener`."""
        self.note("problem", text=text)
