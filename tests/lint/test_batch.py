"""A fresh batch is drawn, read, and counted."""

from __future__ import annotations

import json
import random
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import pytest

from bench import corpus
from bench.batch import again, draw, repositories, row
from bench.batch.__main__ import SOURCES_PAGE, main
from bench.batch.places import KERAS, LOOP, TRACED, places
from bench.batch.tables import BatchError

ROOT = Path(__file__).parents[2]
COMMIT = "0123456789" * 4
TRAIN = """\
import tensorflow as tf

@tf.function
def step(x, epoch):
    return x * epoch

def main(model, rows):
    x = tf.ones([4])
    for epoch in range(10):
        step(x, epoch)
    for row in rows:
        model.fit(row)
"""
NOTEBOOK = {
    "cells": [
        {"cell_type": "markdown", "source": "Text"},
        {"cell_type": "code", "source": "%matplotlib inline\nimport tensorflow as tf"},
        {
            "cell_type": "code",
            "source": [
                "@tf.function(experimental_relax_shapes=True)\n",
                "def relaxed(x):\n",
                "    return x + 1\n",
            ],
        },
    ]
}


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two repositories, and a linter that is as committed."""
    monkeypatch.setattr(draw, "linter_commit", lambda: COMMIT)
    monkeypatch.setattr(again, "VERDICTS", tmp_path / "verdicts")
    folder = tmp_path / "root"
    for name in ("example+alpha", "example+beta"):
        (folder / name / ".git").mkdir(parents=True)
    for name in ("example+alpha", "example+beta"):
        (folder / name / "requirements.txt").write_text("tensorflow>=2.16\n")
    (folder / "example+alpha/train.py").write_text(TRAIN)
    (folder / "example+beta/notes.ipynb").write_text(json.dumps(NOTEBOOK))
    (folder / "example+beta/broken.py").write_text("def f(:\n")
    (tmp_path / "commits.tsv").write_text("example/alpha\taaaa\nExample/Beta\tbbbb\n")
    return folder


def drawn(root: Path, *options: str) -> Path:
    """Draw a batch; return its folder. It is too small, so the exit status is 1."""
    out = root.parent / "out"
    commits = str(root.parent / "commits.tsv")
    command = ["draw", str(root), "--out", str(out), "--commits", commits, "--jobs", "1"]
    assert main([*command, *options]) == 1
    return out


def rows(path: Path) -> list[list[str]]:
    return [line.split("\t") for line in path.read_text().splitlines()[1:]]


def fill(path: Path, *cells: str) -> None:
    """Write into the last columns of every row."""
    header, *lines = path.read_text().splitlines()
    filled = ["\t".join([*line.split("\t")[: -len(cells)], *cells]) for line in lines]
    path.write_text("\n".join([header, *filled]) + "\n")


def test_draw_writes_what_readers_need(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = drawn(root)
    errors = capsys.readouterr().err
    assert "batch: linting: 3 of 3" in errors
    assert "2 repositories: a batch has 8 or more" in errors
    assert [row[:6] for row in rows(out / "findings.tsv")] == [
        ["1", "example/alpha", "train.py", "10", "TFR101", "proven"],
        ["2", "example/beta", "nb:notes.py", "5", "TFR203", "proven"],
    ]
    assert [row[:7] for row in rows(out / "fixes.tsv")] == [
        ["1", "example/alpha", "train.py", "10", "TFR101", "safe", "diffs/001.diff"],
        ["2", "example/beta", "nb:notes.py", "5", "TFR203", "safe", "diffs/002.diff"],
    ]
    assert "+        step(x, tf.constant(epoch))" in (out / "diffs/001.diff").read_text()
    assert [row[1:6] for row in rows(out / "recall.tsv")] == [
        ["example/alpha", "train.py", "4", "5", TRACED],
        ["example/alpha", "train.py", "9", "10", LOOP],
        ["example/alpha", "train.py", "12", "12", KERAS],
        ["example/beta", "nb:notes.py", "6", "7", TRACED],
    ]
    assert all(row[-1] == row[-2] == "" for row in rows(out / "findings.tsv"))
    assert "def relaxed" in (out / "notebooks/example+beta/notes.py").read_text()
    assert "doubtful" in (out / "brief.md").read_text()
    batch = json.loads((out / "batch.json").read_text())
    assert batch["linter"]["commit"] == COMMIT
    assert batch["findings"] == {"proven": {"TFR101": 1, "TFR203": 1}, "likely": {}}
    assert batch["fixes"] == {"safe": 2, "unsafe": 0}
    assert batch["unparsable"] == 1
    assert [(r["name"], r["commit"], r["files"]) for r in batch["repositories"]] == [
        ("example/alpha", "aaaa", 1),
        ("example/beta", "bbbb", 2),
    ]


def test_diffs_apply_to_the_files(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    repository = root / "example+alpha"
    (repository / "the train.py").write_bytes(TRAIN.replace("\n", "\r\n").encode())
    out = drawn(root)
    (row,) = (r for r in rows(out / "fixes.tsv") if r[2] == "the train.py")
    patch = (out / row[6]).read_bytes()
    subprocess.run(["patch", "--binary", "-p1"], input=patch, cwd=repository, check=True)
    assert b"step(x, tf.constant(epoch))\r\n" in (repository / "the train.py").read_bytes()


def test_a_batch_is_not_written_over(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = drawn(root)
    assert main(["draw", str(root), "--out", str(out)]) == 2
    assert f"{out}: holds a batch already; give another folder" in capsys.readouterr().err


def test_row_of_a_batch(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = drawn(root, "--seed", "7")
    fill(out / "findings.tsv", "right", "")
    fill(out / "fixes.tsv", "wrong", "it raises")
    fill(out / "recall.tsv", "TFR101 TFR403", "TFR101", "")
    page = root.parent / "page.md"
    names = root.parent / SOURCES_PAGE
    for file in (page, names):
        file.write_text("before\n<!-- batches -->\n<!-- end -->\nafter\n")
    capsys.readouterr()
    assert main(["row", str(out), "--write", str(page)]) == 0
    printed = capsys.readouterr().out
    line = (
        "| `0123456789`, seed 7 | 2 | 3 | 2 | 2 / 0 / 0 | 1 of 1 (100%) | – "  # noqa: RUF001
        "| 0 / 0 / 2 | 2 of 2 (100%) | 4 of 8 (50%) |"
    )
    sources = "* `0123456789`, seed 7: example/alpha `aaaa`, example/beta `bbbb`"
    assert line in printed and sources in printed
    assert "| TFR203 | proven | 1 | 1 | 0 | 0 |" in printed
    once = page.read_text()
    assert line in once and sources in names.read_text()
    assert once.startswith("before\n") and once.endswith("<!-- end -->\nafter\n")
    # Again, with another verdict: the row is replaced.
    fill(out / "fixes.tsv", "correct", "")
    assert main(["row", str(out), "--write", str(page)]) == 0
    assert page.read_text() == once.replace(
        "| 0 / 0 / 2 | 2 of 2 (100%)", "| 2 / 0 / 0 | 0 of 2 (0%)"
    )
    # Another seed is another row.
    about = out / "batch.json"
    about.write_text(about.read_text().replace('"seed": 7', '"seed": 8'))
    assert main(["row", str(out), "--write", str(page)]) == 0
    assert re.findall(r"seed \d(?= \|)", page.read_text()) == ["seed 7", "seed 8"]
    assert re.findall(r"seed \d(?=: )", names.read_text()) == ["seed 7", "seed 8"]


def test_what_was_read_is_linted_again(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = root.parent / "page.md"
    for file in (page, root.parent / SOURCES_PAGE):
        file.write_text("<!-- batches -->\n<!-- end -->\n")
    out = drawn(root, "--seed", "7")
    fill(out / "findings.tsv", "right", "")
    fill(out / "fixes.tsv", "correct", "")
    fill(out / "recall.tsv", "nothing", "nothing", "")
    assert main(["row", str(out), "--write", str(page)]) == 0
    assert main(["again", str(root), "--jobs", "1"]) == 0
    (root / "example+alpha/train.py").write_text(
        TRAIN.replace("step(x, epoch)\n    for", "pass\n    for")
    )
    capsys.readouterr()
    assert main(["again", str(root), "--jobs", "1"]) == 1
    printed = capsys.readouterr().out
    assert "right    proven -> -       TFR101 example/alpha/train.py:10" in printed
    assert "2 proven, right: now 1 proven, 0 likely, 1 silent" in printed
    assert main(["again", str(root.parent / "elsewhere")]) == 2
    assert "none of the repositories that were read" in capsys.readouterr().err


def test_parts_of_readers_are_joined(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = drawn(root, "--readers", "2")
    assert [len(rows(out / f"findings.{n}.tsv")) for n in (1, 2)] == [1, 1]
    for name, cells in {
        "findings": ("doubtful", "once only"),
        "fixes": ("pointless", "no gain"),
        "recall": ("nothing", "nothing", ""),
    }.items():
        for number in (1, 2):
            fill(out / f"{name}.{number}.tsv", *cells)
    assert main(["row", str(out)]) == 0
    assert "| 0 / 2 / 0 | 0 of 1 (0%) |" in capsys.readouterr().out
    # The same one in two parts.
    (out / "findings.3.tsv").write_text((out / "findings.1.tsv").read_text())
    assert main(["row", str(out)]) == 1
    told = (
        f"{out}/findings.3.tsv:2: number 1 is filled in at {out}/findings.1.tsv:2, too; leave one"
    )
    assert told in capsys.readouterr().err
    for number in (1, 3):
        (out / f"findings.{number}.tsv").unlink()
    assert main(["row", str(out)]) == 1
    assert f"{out}/findings.tsv: number 1 is missing; put its line back" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "cells", "told"),
    [
        ("findings", ("", ""), "no verdict; write right, doubtful or wrong"),
        ("findings", ("Right", ""), "'Right' is no verdict; write right, doubtful or wrong"),
        ("findings", ("wrong", ""), "no reason; say in one sentence why it is wrong"),
        ("fixes", ("right", ""), "'right' is no verdict; write correct, pointless or wrong"),
        ("recall", ("", "", ""), "nothing in 'should'; write codes with spaces, or 'nothing'"),
        ("recall", ("a loop", "nothing", ""), "'a loop' in 'should'; write codes with spaces"),
        ("recall", ("TFR101", "TFR403", ""), "TFR403 is in 'reported' and not in 'should'"),
        ("findings", ("right", "", "a", "tab"), "columns in place of 9; write no tabs"),
    ],
)
def test_what_is_not_filled_in_is_told(
    root: Path,
    capsys: pytest.CaptureFixture[str],
    name: str,
    cells: tuple[str, ...],
    told: str,
) -> None:
    out = drawn(root)
    fill(out / "findings.tsv", "right", "")
    fill(out / "fixes.tsv", "correct", "")
    fill(out / "recall.tsv", "TFR101", "nothing", "")
    path = out / f"{name}.tsv"
    lines = path.read_text().splitlines()
    count = 3 if name == "recall" else 2
    lines[1] = "\t".join([*lines[1].split("\t")[:-count], *cells])
    path.write_text("\n".join(lines) + "\n")
    assert main(["row", str(out)]) == 1
    errors = capsys.readouterr().err
    assert f"batch: {path}:2: " in errors and told in errors


def test_repositories_that_may_not_be_drawn(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / "example+delta").mkdir()
    known = root.parent / "known.tsv"
    known.write_text("repo\tcommit\nExample/Beta\tbbbb\n")
    (root.parent / "commits.tsv").write_text("example/beta\tbbbb\n")
    command = ["draw", str(root), "--out", str(root.parent / "out"), "--known", str(known)]
    assert main([*command, "--commits", str(root.parent / "commits.tsv")]) == 2
    errors = capsys.readouterr().err
    assert f"{root}/example+alpha: no commit known; give --commits FILE" in errors
    assert f"{root}/example+beta: example/beta is known from {known}; take the folder" in errors
    assert f"{root}/example+delta: the sha1 of 'example/delta' begins with 'f'" in errors
    (root / "example+delta").rmdir()
    (root / "example+alpha/.git").rmdir()
    command = [*command[:4], "--commits", str(root.parent / "commits.tsv")]
    (root.parent / "commits.tsv").write_text("example/alpha\taaaa\nexample/beta\tbbbb\n")
    assert main(command) == 2
    errors = capsys.readouterr().err
    assert f"{root}/example+alpha: nothing shows that it is the top of a project" in errors
    assert not (root.parent / "out").exists()


def test_a_checkout_says_its_name_and_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "root/checkout/.git").mkdir(parents=True)
    answers = {"remote": "git@host.example:example/alpha.git", "rev-parse": COMMIT}
    monkeypatch.setattr(repositories, "git", lambda folder, command, *rest: answers[command])
    (found,) = repositories.repositories(tmp_path / "root", None, [])
    assert (found.name, found.commit) == ("example/alpha", COMMIT)


@pytest.mark.parametrize(
    ("commit", "changes", "told"),
    [
        (None, "", "of no commit; run this in a git checkout of the linter"),
        (COMMIT, " M rules.py", "not as committed; commit it first"),
    ],
)
def test_the_linter_must_be_as_committed(
    monkeypatch: pytest.MonkeyPatch, commit: str | None, changes: str, told: str
) -> None:
    def git(folder: Path, command: str, *arguments: str) -> str | None:
        if command == "status":
            return changes
        return commit if arguments == ("HEAD",) else "/checkout"

    monkeypatch.setattr(repositories, "git", git)
    with pytest.raises(BatchError, match=told):
        repositories.linter_commit()


def test_the_fixer_must_be_of_the_same_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repositories, "git", lambda folder, *arguments: str(folder))
    with pytest.raises(BatchError, match="this fixer is not of the same checkout"):
        repositories.linter_commit()


def test_row_needs_a_page_with_a_history(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = drawn(root)
    fill(out / "findings.tsv", "right", "")
    fill(out / "fixes.tsv", "correct", "")
    fill(out / "recall.tsv", "nothing", "nothing", "")
    page = root.parent / "page.md"
    assert main(["row", str(out), "--write", str(page)]) == 2
    assert "give the page to write to" in capsys.readouterr().err
    page.write_text("text")
    assert main(["row", str(out), "--write", str(page)]) == 2
    assert f"{page}: no history here; put a line <!-- batches -->" in capsys.readouterr().err


def test_the_history_of_this_project_takes_rows(root: Path) -> None:
    page = ROOT / "docs/evaluation.md"
    batch, _ = row.read_filled(drawn(root))
    text = page.read_text(encoding="utf-8")
    inserted = row.insert(text, batch)
    assert row.HEADER[0] in text
    assert inserted.count("\n| ") == text.count("\n| ") + 1
    assert row.insert(inserted, batch) == inserted
    text = (ROOT / "docs" / SOURCES_PAGE).read_text(encoding="utf-8")
    inserted = row.insert_sources(text, batch)
    assert inserted.count("\n* ") == text.count("\n* ") + 1
    assert row.insert_sources(inserted, batch) == inserted


def test_row_without_a_batch(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["row", str(tmp_path)]) == 2
    assert "give the folder that 'python -m bench.batch draw' wrote" in capsys.readouterr().err


class SettingsOfConfidence(NamedTuple):
    """Settings of a linter that can be asked for likely findings."""

    confidence: str = "proven"


def test_likely_findings_are_drawn_apart(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def check(
        text: str, filename: str, settings: SettingsOfConfidence, codes: object
    ) -> list[SimpleNamespace]:
        confidences = ("proven", "likely")[: 1 + (settings.confidence == "likely")]
        message = "as it is"
        return [
            SimpleNamespace(line=line, code="TFR101", message=message, confidence=confidence)
            for line, confidence in enumerate(confidences, 1)
        ]

    monkeypatch.setattr(draw, "Settings", SettingsOfConfidence)
    monkeypatch.setattr(corpus, "check", check)
    out = drawn(root)
    assert [row[1:6] for row in rows(out / "findings.tsv")[:2]] == [
        ["example/alpha", "train.py", "1", "TFR101", "proven"],
        ["example/alpha", "train.py", "2", "TFR101", "likely"],
    ]
    counts = json.loads((out / "batch.json").read_text())["findings"]
    assert counts == {"proven": {"TFR101": 2}, "likely": {"TFR101": 2}}
    fill(out / "findings.tsv", "right", "")
    fill(out / "fixes.tsv", "correct", "")
    fill(out / "recall.tsv", "nothing", "nothing", "")
    batch, problems = row.read_filled(out)
    assert problems == []
    assert "| 2 | 2 / 0 / 0 | 2 of 2 (100%) | 2 / 0 / 0 |" in row.row(batch)


def found(code: str, confidence: str) -> Callable[[int], draw.Found]:
    return lambda line: draw.Found("a/b", "c.py", line, code, confidence, "")


def test_sample_holds_few_renamed_options_and_likely_ones() -> None:
    kinds = {("TFR203", "proven"): 80, ("TFR101", "proven"): 90, ("TFR101", "likely"): 50}
    rows = [found(*kind)(line) for kind, count in kinds.items() for line in range(count)]
    sample = draw.sample(rows, 0)
    counts = {kind: sum((f.code, f.confidence) == kind for f in sample) for kind in kinds}
    assert list(counts.values()) == [10, 50, 40]
    random.Random(1).shuffle(rows)
    assert draw.sample(rows, 0) == sample != draw.sample(rows, 1)


def test_places_are_found_by_syntax() -> None:
    text = """\
import re
import tensorflow as tf
from functools import partial

@partial(tf.function, jit_compile=True)
def one(x): return x

class A:
    def __init__(self):
        self.run = tf.function(self._run)

    def train(self, data):
        while True:
            self.run(data)
            def later(): one(data)
        return [one(d) for d in data]

for pattern in patterns:
    re.compile(pattern)
    model.compile("sgd")
other.function(1)
"""
    assert places(text) == [
        (6, 6, TRACED),
        (10, 10, TRACED),
        (13, 15, LOOP),
        (16, 16, LOOP),
        (20, 20, KERAS),
    ]
    assert places("import tensorflow\ndef f(:") == []
    assert places("@function\ndef f(): ...") == []


def test_notebooks_that_jupyter_saved_by_itself_are_no_files_of_a_repository(
    tmp_path: Path,
) -> None:
    for folder in (tmp_path, tmp_path / ".ipynb_checkpoints"):
        folder.mkdir(exist_ok=True)
        (folder / "a.ipynb").write_text("{}", encoding="utf-8")
    assert list(corpus.paths(tmp_path)) == ["nb:a.py"]
