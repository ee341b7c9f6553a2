"""Write the tables that ``flake8_tfretrace.knowledge`` reads.

    python tools/build_knowledge.py FOLDER PYTHON-2.16 PYTHON-2.19 PYTHON-2.21

Each PYTHON is that of a virtual environment with that version of TensorFlow, and the Keras and
NumPy of its time. ``tools/probe_libraries.py`` runs under each of them, the newest first: older
versions of NumPy do not say the parameters of their functions. What it prints is kept in FOLDER
(``2.16.jsonl`` ...), and not asked for again if it is there.

A fact is written down if it holds in all the versions that have the name. What stands in
``tools/handwritten.tsv`` comes last, and wins.
"""

from __future__ import annotations

import fnmatch
import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from flake8_tfretrace.knowledge import LIBRARIES, VERSIONS

FOLDER = Path(__file__).resolve().parents[1] / "flake8_tfretrace" / "knowledge"
PROBE = Path(__file__).with_name("probe_libraries.py")
HANDWRITTEN = Path(__file__).with_name("handwritten.tsv")

_OF_PARAMETERS = ("joins", "carries", "sizes", "definite", "meets", "tensors", "shapes")
"""The facts that are lists of parameters."""

Record = dict[str, Any]


def probed(folder: Path, pythons: Sequence[str]) -> list[dict[str, Record]]:
    """Return the records of each version, by the names that they are about."""
    paths = [folder / f"{version}.jsonl" for version in VERSIONS]
    for path, python in reversed(list(zip(paths, pythons))):
        if not path.exists():
            options = ["--signatures", str(paths[-1])] if path != paths[-1] else []
            command = [python, str(PROBE), *options]
            done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
            path.write_text(done.stdout, encoding="utf-8")
    lines = [path.read_text(encoding="utf-8").splitlines() for path in paths]
    return [{record["name"]: record for record in map(json.loads, run)} for run in lines]


def merged(records: Sequence[tuple[str, Record]]) -> str:
    """Return the line of a name, by its records in the versions that have it."""
    newest = records[-1][1]
    name = newest["name"]
    versions = [version for version, _ in records]
    alike = [record for _, record in records if record["kind"] == newest["kind"]]
    fields = [name, "" if len(versions) == len(VERSIONS) else "+".join(versions)]
    match newest["kind"]:
        case "alias":
            fields += ["=", newest["of"]]
        case "value":
            kinds = {record["result"] for record in alike}
            fields += ["v", kinds.pop() if len(kinds) == 1 else "?"]
        case "class":
            fields += ["c", _class_facts(alike)]
        case "function":
            result = _agreed(r.get("result", "?") for r in alike)
            called = "+".join(sorted({c for r in alike for c in r.get("calls", ())}))
            # What it calls decides what it gives: options tell no more than the probe's functions.
            given = "" if called and result == "?" else _given(alike)
            facts = [
                *((fact, "+".join(_all_have(alike, fact))) for fact in _OF_PARAMETERS),
                ("calls", called),
                ("given", given),
            ]
            fixing = {name for record in alike for name in record.get("fixing", ())}
            facts.append(("fixing", "+".join(sorted(fixing))))
            flags = [f for f in ("random", "numbers") if any(r.get(f) for r in alike)]
            fields += [
                "f",
                _parameters(alike),
                result,
                " ".join([*(f"{name}={value}" for name, value in facts if value), *flags]),
            ]
    return "\t".join(fields)


def _class_facts(records: Sequence[Record]) -> str:
    newest = records[-1]
    gives = {record.get("gives", "?") for record in records}
    facts = [
        ("bases", "+".join(newest.get("bases", ()))),
        ("methods", "+".join(sorted({m for r in records for m in r.get("methods", ())}))),
        ("gives", gives.pop() if len(gives) == 1 else "?"),
    ]
    flags = ["variables"] if any(record.get("variables") for record in records) else []
    return " ".join([*(f"{n}={value}" for n, value in facts if value not in ("", "?")), *flags])


def _all_have(records: Sequence[Record], fact: str) -> list[str]:
    """Return the parameters that have a fact in every version."""
    return [
        name
        for name in records[-1].get(fact, ())
        if all(name in record.get(fact, ()) for record in records)
    ]


def _agreed(results: Iterable[str]) -> str:
    """Return what all ``results`` say: an unknown rule says nothing."""
    texts = [_comma(text) for text in results]
    if len(set(texts)) == 1:
        return texts[0]
    if any(text[0] in "(<[" for text in texts):
        return "?"
    parts = [[*text.split(":"), "", ""][:3] for text in texts]
    if len({kind for kind, _, _ in parts}) > 1:
        return "?"
    agreed = [column[0] if len(set(column)) == 1 else "" for column in zip(*parts)]
    return ":".join(agreed).rstrip(":")


def _comma(text: str) -> str:
    return text.replace(" ", ",") if text.startswith("(") else text


def _given(records: Sequence[Record]) -> str:
    newest = {f"*{p[0]}" if p[1] == "*" else p[0] for p in records[-1].get("parameters") or ()}
    parameters = {name for record in records for name in record.get("given", ()) if name in newest}
    return ";".join(
        f"{name}>{_agreed(_given_result(record, name) for record in records)}"
        for name in sorted(parameters)
    )


def _given_result(record: Record, name: str) -> str:
    given: dict[str, str] = record.get("given", {})
    return given.get(name) or str(record.get("result", "?"))


def _parameters(records: Sequence[Record]) -> str:
    """Return the newest parameters; ``-`` if another version has them at other positions."""
    known = [record["parameters"] for record in records if record.get("parameters") is not None]
    if not known:
        return "-"
    positions = [
        {p[0]: i for i, p in enumerate(parameters) if p[1] in ("/", ",")} for parameters in known
    ]
    for name, position in positions[-1].items():
        if any(other.get(name, position) != position for other in positions):
            return "-"
    return " ".join(_parameter(*parameter) for parameter in known[-1])


def _parameter(name: str, kind: str, default: str | None) -> str:
    sign = kind if kind != "," else ""
    if default is None:
        return f"{sign}{name}"
    text = default.replace(" ", "")
    return f"{sign}{name}={text if text.isprintable() and default.strip() else '...'}"


def with_handwritten(lines: dict[str, str]) -> dict[str, str]:
    """Return the lines of all names: those that are written by hand in place of the probed ones.

    A line of the kind ``r`` replaces the result alone. What stands below a module that has another
    name by now is left out.
    """
    found = dict(lines)
    for line in HANDWRITTEN.read_text(encoding="utf-8").splitlines():
        pattern, _, rest = line.partition("\t")
        if not rest:
            continue
        _, kind, text = rest.split("\t", 2)
        if kind == "=":
            found = {n: other for n, other in found.items() if not n.startswith(f"{pattern}.")}
        for name in fnmatch.filter(lines, pattern) if "*" in pattern else [pattern]:
            if kind != "r":
                found[name] = f"{name}\t{rest}"
            elif (fields := lines[name].split("\t"))[2] == "f":
                found[name] = "\t".join([*fields[:4], text, *_without_rules(fields[5])])
    return found


def _without_rules(facts: str) -> list[str]:
    """Return the facts of a function but for those that say when its probed result holds."""
    rules = ("given=", "numbers")
    return [" ".join(fact for fact in facts.split() if not fact.startswith(rules))]


def tables(runs: Sequence[dict[str, Record]]) -> dict[str, str]:
    """Return the text of each library's table, by the records of each version."""
    names = sorted({name for run in runs for name in run})
    lines = with_handwritten(
        {
            name: merged([(v, run[name]) for v, run in zip(VERSIONS, runs) if name in run])
            for name in names
        }
    )
    return {
        library: "".join(
            f"{lines[name]}\n" for name in sorted(lines) if name.partition(".")[0] == library
        )
        for library in LIBRARIES
    }


def main() -> None:
    if len(sys.argv) != len(VERSIONS) + 2:
        sys.exit(__doc__)
    for library, text in tables(probed(Path(sys.argv[1]), sys.argv[2:])).items():
        path = FOLDER / f"{library}.tsv"
        path.write_text(text, encoding="utf-8")
        print(f"{path.name}: {text.count(chr(10))} names, {len(text.encode()):,} bytes")


if __name__ == "__main__":
    main()
