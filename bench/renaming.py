"""Rename what a file alone knows, and show which findings depend on a name.

    python -m bench.renaming [PATH...] [--public] [--select TFR]

Variables, parameters, private attributes (``self._x``), private and local functions and classes
become ``v1``, ``v2``, ... (``_v1`` where the name was private), scope by scope. Names stay that are
imported, public in a class, passed by keyword to a callee that is not certain, equal to a string of
the file, or known to libraries. The lines stay as they are. A file that uses exec, eval, locals,
globals, vars or ``import *`` is skipped. The exit status is 1 if any finding is lost or new.
"""

from __future__ import annotations

import builtins
import sys
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property, partial

import libcst as cst
import libcst.matchers as m
from libcst.metadata import (
    Access,
    Assignment,
    ClassScope,
    ComprehensionScope,
    FunctionScope,
    GlobalScope,
    ImportAssignment,
    MetadataWrapper,
    ParentNodeProvider,
    PositionProvider,
    Scope,
    ScopeProvider,
)

from bench.comparison import parser, run_invariance
from bench.program_variants import Edit, NotApplicable, Program, Variant

DYNAMIC = ("exec", "eval", "locals", "globals", "vars")
KNOWN_TO_LIBRARIES = {"training", "mask", "variables", "initial_state", "_name"}
"""Parameters that Keras and TensorFlow look for by name, and an attribute that they set."""
TRANSPARENT = {"function", "staticmethod", "classmethod", "property", "lru_cache", "cache", "wraps"}
"""Decorators that do not look at the names of parameters."""

_Key = tuple[Scope, str]


def renamed(program: Program, *, public: bool = False, keep: Collection[str] = ()) -> Variant:
    """Return the program with neutral names.

    ``public`` renames the module's public functions and classes, too: right for a program that
    nobody imports. Names in ``keep`` stay.

    Raises:
        NotApplicable: names of the file are reached in a way that cannot be followed.
    """
    return _Renaming(program, public, keep).variant()


class _Renaming:
    def __init__(self, program: Program, public: bool, keep: Collection[str]) -> None:
        try:
            self._wrapper = MetadataWrapper(cst.parse_module(program.text))
        except cst.ParserSyntaxError as error:
            raise NotApplicable("not read by LibCST") from error
        self._program = program
        self._public = public
        self._module = self._wrapper.module
        self._positions = self._wrapper.resolve(PositionProvider)
        self._parents = self._wrapper.resolve(ParentNodeProvider)
        scopes = self._wrapper.resolve(ScopeProvider).values()
        self._scopes = {scope for scope in scopes if scope is not None}
        self._assignments = self._all_assignments()
        self._strings = {
            string.raw_value
            for string in self._found(m.SimpleString())
            if isinstance(string, cst.SimpleString) and string.raw_value.isidentifier()
        }
        self._certain: dict[cst.Name, _Key] = {}
        """The keywords of calls whose callee is certain, with the parameters they mean."""
        self._fixed = self._strings | KNOWN_TO_LIBRARIES | self._nonlocal_names() | {*keep}

    def variant(self) -> Variant:
        """Return the renamed program."""
        self._refuse_dynamic()
        self._fixed |= self._uncertain_keywords()
        groups = [*self._groups_of_names(), *self._groups_of_attributes()]
        new = self._new_names()
        edits = [
            self._edit(name, f"{'_' * (len(old) - len(old.lstrip('_')))}{new}{number}")
            for number, (old, group) in enumerate(groups, 1)
            for name in group
        ]
        return self._program.edited("renamed", edits)

    def _found(self, matcher: m.BaseMatcherNode) -> Iterator[cst.CSTNode]:
        yield from m.findall(self._module, matcher)

    def _refuse_dynamic(self) -> None:
        for name in DYNAMIC:
            if any(self._found(m.Call(m.Name(name)))):
                raise NotApplicable(f"it uses {name}()")
        if any(self._found(m.ImportStar())):
            raise NotApplicable("it uses import *")

    def _new_names(self) -> str:
        """Return a prefix that makes new names with any number."""
        for letters in ("v", "w", "vv", "ww"):
            taken = any(
                word.strip("_").rstrip("0123456789") == letters for word in self._program.words
            )
            if not taken:
                return letters
        raise NotApplicable("every short name is taken")

    def _edit(self, name: cst.Name, new: str) -> Edit:
        where = self._positions[name]
        start = self._program.start_of_line(where.start.line) + where.start.column
        return Edit(start, start + len(name.value), new)

    # Names of scopes

    def _all_assignments(self) -> dict[_Key, list[Assignment]]:
        found: dict[_Key, list[Assignment]] = defaultdict(list)
        for scope in self._scopes:
            for assignment in scope.assignments:
                if isinstance(assignment, Assignment) and assignment.scope is scope:
                    found[scope, assignment.name].append(assignment)
                elif isinstance(assignment, ImportAssignment):
                    found[scope, assignment.name] = []
        imported = {
            (scope, assignment.name)
            for scope in self._scopes
            for assignment in scope.assignments
            if isinstance(assignment, ImportAssignment)
        }
        return {key: value for key, value in found.items() if key not in imported and value}

    def _nonlocal_names(self) -> set[str]:
        return {
            item.name.value
            for statement in self._found(m.Nonlocal())
            if isinstance(statement, cst.Nonlocal)
            for item in statement.names
        }

    def _groups_of_names(self) -> Iterator[tuple[str, list[cst.Name]]]:
        """Yield each binding that is renamed, with its names in order of appearance."""
        keywords: dict[_Key, list[cst.Name]] = defaultdict(list)
        for keyword, key in self._certain.items():
            keywords[key].append(keyword)
        global_names: dict[str, list[cst.Name]] = defaultdict(list)
        for statement in self._found(m.Global()):
            if isinstance(statement, cst.Global):
                for item in statement.names:
                    global_names[item.name.value].append(item.name)
        groups = []
        for key, assignments in self._assignments.items():
            if not self._may_rename(key, assignments):
                continue
            own = _names_of(assignments)
            if own is None:
                continue
            own += keywords[key]
            if isinstance(key[0], GlobalScope):
                own += global_names[key[1]]
            groups.append((key[1], self._in_order(own)))
        yield from sorted(groups, key=lambda group: self._place(group[1][0]))

    def _in_order(self, names: Iterable[cst.Name]) -> list[cst.Name]:
        return sorted({*names}, key=self._place)

    def _place(self, name: cst.Name) -> tuple[int, int]:
        start = self._positions[name].start
        return start.line, start.column

    def _may_rename(self, key: _Key, assignments: list[Assignment]) -> bool:
        scope, name = key
        if name in self._fixed or name == "_" or (name.startswith("__") and name.endswith("__")):
            return False
        nodes = [assignment.node for assignment in assignments]
        if isinstance(scope, GlobalScope):
            is_definition = any(isinstance(n, cst.FunctionDef | cst.ClassDef) for n in nodes)
            if hasattr(builtins, name) or name.lower().startswith("test"):
                return False
            return self._public or not is_definition or name.startswith("_")
        if not isinstance(scope, FunctionScope | ComprehensionScope):
            return False
        return not any(self._is_known_parameter(node) for node in nodes)

    def _is_known_parameter(self, parameter: cst.CSTNode) -> bool:
        """Say whether a caller that is not in the file may pass a parameter by its name."""
        if not isinstance(parameter, cst.Param):
            return False
        function = self._outer(parameter, cst.FunctionDef | cst.Lambda)
        if not isinstance(function, cst.FunctionDef):
            return False
        if function.name.value.startswith("test") or function.name.value in self._starred_callees:
            return True
        if not _is_transparent(function):
            return True
        class_ = self._class_of(function)
        first = function.params.params[:1]
        return class_ is not None and parameter not in first and self._has_unseen_base(class_)

    @cached_property
    def _starred_callees(self) -> set[str]:
        """The names of what is called with ``**``."""
        return {
            name.value
            for call in self._found(m.Call(args=[m.ZeroOrMore(), m.Arg(star="**"), m.ZeroOrMore()]))
            if isinstance(call, cst.Call)
            for name in [_last(call.func)]
            if name is not None
        }

    def _outer(self, node: cst.CSTNode, kinds: object) -> cst.CSTNode | None:
        parent = self._parents.get(node)
        while parent is not None and not isinstance(parent, kinds):  # type: ignore[arg-type]
            parent = self._parents.get(parent)
        return parent

    def _class_of(self, function: cst.FunctionDef) -> cst.ClassDef | None:
        outer = self._outer(function, cst.FunctionDef | cst.ClassDef)
        return outer if isinstance(outer, cst.ClassDef) else None

    @cached_property
    def _classes(self) -> dict[str, cst.ClassDef]:
        found = self._found(m.ClassDef())
        return {node.name.value: node for node in found if isinstance(node, cst.ClassDef)}

    def _has_unseen_base(self, class_: cst.ClassDef, depth: int = 8) -> bool:
        """Say whether a class inherits from one that is not in the file."""
        own = self._classes
        for base in class_.bases:
            name = base.value.value if isinstance(base.value, cst.Name) else ""
            if name == "object":
                continue
            if name not in own or depth == 0 or self._has_unseen_base(own[name], depth - 1):
                return True
        return False

    # Keywords

    def _uncertain_keywords(self) -> set[str]:
        """Return the keywords of calls of which it is not certain what they mean; note the rest."""
        uncertain = set()
        functions = {
            id(access.node): assignments[0].node
            for assignments in self._assignments.values()
            if len(assignments) == 1 and isinstance(assignments[0].node, cst.FunctionDef)
            for access in assignments[0].references
        }
        keys = {
            id(assignment.node): key
            for key, assignments in self._assignments.items()
            for assignment in assignments
        }
        for call in self._found(m.Call()):
            assert isinstance(call, cst.Call)
            function = functions.get(id(call.func))
            known = {}
            if isinstance(function, cst.FunctionDef) and _is_transparent(function):
                known = {p.name.value: keys.get(id(p)) for p in _parameters(function)}
            for argument in call.args:
                if argument.keyword is None:
                    continue
                key = known.get(argument.keyword.value)
                if key is None:
                    uncertain.add(argument.keyword.value)
                else:
                    self._certain[argument.keyword] = key
        return uncertain

    # Private attributes

    def _groups_of_attributes(self) -> Iterator[tuple[str, list[cst.Name]]]:
        """Yield the private attributes that instances of the file's classes hold.

        What a class sets on ``self`` is its own; a method may override one of an unseen base.
        """
        uses: dict[str, list[cst.Name]] = defaultdict(list)
        own: set[str] = set()
        fixed = set(self._fixed)
        imported = {
            assignment.name
            for scope in self._scopes
            for assignment in scope.assignments
            if isinstance(assignment, ImportAssignment)
        }
        for attribute in self._found(m.Attribute()):
            assert isinstance(attribute, cst.Attribute)
            name = attribute.attr.value
            uses[name].append(attribute.attr)
            root = cst.ensure_type(attribute, cst.Attribute).value
            while isinstance(root, cst.Attribute):
                root = root.value
            if isinstance(root, cst.Name) and root.value in imported:
                fixed.add(name)
            if self._is_set_on_self(attribute):
                own.add(name)
        for scope in self._scopes:
            if isinstance(scope, ClassScope):
                for assignment in scope.assignments:
                    method = assignment.node if isinstance(assignment, Assignment) else None
                    class_ = self._class_of(method) if isinstance(method, cst.FunctionDef) else None
                    names = _names_of([assignment]) if isinstance(assignment, Assignment) else None
                    if class_ is None or names is None or self._has_unseen_base(class_):
                        fixed.add(assignment.name)
                    else:
                        own.add(assignment.name)
                        uses[assignment.name] += names
        groups = [
            (name, self._in_order(uses[name]))
            for name in own - fixed
            if name.startswith("_") and not name.endswith("__") and name.strip("_")
        ]
        yield from sorted(groups, key=lambda group: self._place(group[1][0]))

    def _is_set_on_self(self, attribute: cst.Attribute) -> bool:
        parent = self._parents[attribute]
        if not isinstance(parent, cst.AssignTarget | cst.AnnAssign):
            return False
        method = self._outer(attribute, cst.FunctionDef)
        if not isinstance(method, cst.FunctionDef) or self._class_of(method) is None:
            return False
        first = method.params.params[:1]
        return bool(first) and m.matches(attribute.value, m.Name(first[0].name.value))


def _names_of(assignments: Iterable[Assignment]) -> list[cst.Name] | None:
    """Return the names that bind and read a variable; None if one of them is something else."""
    found: list[cst.Name] = []
    for assignment in assignments:
        node = assignment.node
        named = isinstance(node, cst.FunctionDef | cst.ClassDef | cst.Param)
        found.append(node.name if named else node)  # type: ignore[attr-defined, arg-type]
        for access in assignment.references:
            found.append(_accessed(access))  # type: ignore[arg-type]
    return found if all(isinstance(name, cst.Name) for name in found) else None


def _accessed(access: Access) -> cst.CSTNode:
    node: cst.CSTNode = access.node
    while isinstance(node, cst.Attribute):
        node = node.value
    return node


def _last(node: cst.CSTNode) -> cst.Name | None:
    if isinstance(node, cst.Attribute):
        return node.attr
    return node if isinstance(node, cst.Name) else None


def _is_transparent(function: cst.FunctionDef) -> bool:
    for decorator in function.decorators:
        node = decorator.decorator
        name = _last(node.func if isinstance(node, cst.Call) else node)
        if name is None or name.value not in TRANSPARENT:
            return False
    return True


def _parameters(function: cst.FunctionDef) -> list[cst.Param]:
    of = function.params
    return [*of.params, *of.kwonly_params]


def variants(program: Program, *, public: bool) -> Iterator[Variant]:
    """Yield the renamed program."""
    variant = renamed(program, public=public)
    if variant.text != program.text:
        yield variant


def main() -> int:
    """Run the command."""
    made = parser(__doc__)
    made.add_argument(
        "--public",
        action="store_true",
        help="rename public functions and classes of modules, too (for programs nobody imports)",
    )
    options = made.parse_args()
    return run_invariance(__doc__, partial(variants, public=options.public), options)


if __name__ == "__main__":
    sys.exit(main())
