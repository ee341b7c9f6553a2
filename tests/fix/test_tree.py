"""The copy in which a command runs: complete, and without a way back to the original."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tfretrace_fix.tree import Tree, TreeError


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / "package").mkdir(parents=True)
    (folder / "package" / "model.py").write_text("x = 1\n")
    return folder


def test_files_of_the_copy_have_the_given_content(project: Path) -> None:
    model = project / "package" / "model.py"
    (project / "run.sh").write_text("#!/bin/sh\n")
    (project / "run.sh").chmod(0o755)
    with Tree(project, [model]) as tree:
        tree.copy({model: b"x = 2\n"})
        assert (tree.here / "package" / "model.py").read_bytes() == b"x = 2\n"
        assert os.access(tree.here / "run.sh", os.X_OK)
        assert tree.here.name == "project"
        (tree.here / "left.txt").touch()
        tree.copy({})
        assert (tree.here / "package" / "model.py").read_bytes() == b"x = 1\n"
        assert not (tree.here / "left.txt").exists()
    assert not tree.copied_root.exists()
    assert model.read_text() == "x = 1\n"


def test_the_copy_holds_files_outside_the_current_folder(project: Path) -> None:
    (project / "experiments").mkdir()
    with Tree(project / "experiments", [project / "package" / "model.py"]) as tree:
        tree.copy({})
        assert (tree.here / ".." / "package" / "model.py").exists()


def test_links_within_the_folder_lead_to_the_copy(project: Path) -> None:
    (project / "relative").symlink_to("package")
    (project / "absolute.py").symlink_to(project / "package" / "model.py")
    (project / "dangling").symlink_to("nowhere")
    with Tree(project, [project / "absolute.py"]) as tree:
        tree.copy({})
        for path in (tree.here / "relative" / "model.py", tree.here / "absolute.py"):
            path.write_text("changed\n")
        assert (tree.here / "dangling").is_symlink()
    assert (project / "package" / "model.py").read_text() == "x = 1\n"


def test_a_fixed_file_behind_a_link_is_copied(project: Path, tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    (shared / "a.py").write_text("x = 1\n")
    (project / "lib").symlink_to("../shared")
    linked = project / "lib" / "a.py"
    with Tree(project, [linked]) as tree:
        tree.copy({linked: b"x = 2\n"})
        assert (tree.here / "lib" / "a.py").read_bytes() == b"x = 2\n"
    assert (shared / "a.py").read_text() == "x = 1\n"


def test_environments_and_version_control_are_linked(project: Path) -> None:
    for folder, file in ((".venv", "pyvenv.cfg"), (".git", "HEAD"), ("package/__pycache__", "x")):
        (project / folder).mkdir()
        (project / folder / file).touch()
    os.mkfifo(project / "pipe")
    with Tree(project, [project / "package" / "model.py"]) as tree:
        tree.copy({})
        assert (tree.here / ".venv").readlink() == project / ".venv"
        assert (tree.here / ".git").readlink() == project / ".git"
        assert not (tree.here / "package" / "__pycache__").exists()
        assert not (tree.here / "pipe").exists()


def test_an_environment_that_is_fixed_is_copied(project: Path) -> None:
    inside = project / ".venv" / "a.py"
    inside.parent.mkdir()
    inside.write_text("x = 1\n")
    (project / ".venv" / "pyvenv.cfg").touch()
    with Tree(project, [inside]) as tree:
        tree.copy({inside: b"x = 2\n"})
    assert inside.read_text() == "x = 1\n"


def test_too_much_is_not_copied(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TreeError, match="only / in common"):
        Tree(Path("/usr"), [project / "package" / "model.py"])
    monkeypatch.setattr(Path, "home", lambda: project)
    with pytest.raises(TreeError, match="run it in the folder of the project"):
        Tree(project, [project / "package" / "model.py"])


def test_what_cannot_be_read_is_told(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(source: Path, target: Path) -> None:
        raise PermissionError(13, "Permission denied", str(source))

    monkeypatch.setattr("shutil.copy2", fail)
    with (
        Tree(project, [project / "package" / "model.py"]) as tree,
        pytest.raises(TreeError, match=r"cannot copy .*model.py: Permission denied"),
    ):
        tree.copy({})
