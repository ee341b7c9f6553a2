"""Apply edits to a text with LibCST; the only module that knows LibCST trees."""

from __future__ import annotations

import ast
import difflib
import itertools
import re
import sys
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar, cast

import libcst as cst
import libcst.matchers as m
from libcst.helpers import parse_template_expression, parse_template_module
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider

from tfretrace_fix.edits import (
    AddArgument,
    AddDecorator,
    AddImport,
    AddParameter,
    AppendElement,
    Edit,
    InsertAfter,
    InsertBefore,
    InsertFirst,
    KeepDecorators,
    MoveBefore,
    RemoveKeyword,
    Rename,
    RenameKeyword,
    Replace,
    ReplaceStatement,
    SetKeyword,
    SplitArgument,
    SplitParameter,
    Values,
)
from tfretrace_fix.layout import Style, is_aligned, laid_out
from tfretrace_fix.positions import Position, Span, nodes_of, span_of, start_of

Statement = cst.SimpleStatementLine | cst.BaseCompoundStatement
Small = cst.BaseSmallStatement
_FunctionEdit = InsertFirst | KeepDecorators | AddDecorator | AddParameter | SplitParameter | Rename
_LINE_END = re.compile(r"\r\n|\r|\n")
_Node = TypeVar("_Node", cst.BaseExpression, cst.Module)
_Item = TypeVar("_Item", cst.Arg, cst.Param)


class RewriteError(Exception):
    """An edit cannot be applied to this text; the message is a clause that says why."""


class Source:
    """A text that edits are applied to, some of them again in other company.

    Args:
        text: the text.
        length: the most characters of a changed line, where it can be broken; None for any.
    """

    def __init__(self, text: str, length: int | None = None) -> None:
        self._ends = [*_LINE_END.findall(text), ""]
        self._lines = _LINE_END.split(text)
        self._tree = ast.parse("\n".join(self._lines))
        self._length = length
        # The edits are kept, so that no other ones get their identities.
        self._parts: dict[tuple[int, ...], tuple[list[Edit], list[tuple[str, str]]]] = {}

    @cached_property
    def _style(self) -> Style | None:
        return None if self._length is None else Style(self._length, is_aligned(self._lines))

    def rewritten(self, edits: Collection[Edit]) -> str:
        """Return the text with ``edits`` applied.

        The nodes of the edits must come from a parse of the text. Lines that no edit touches keep
        every byte, line ends included: LibCST sees only those top-level statements that change,
        and only the lines that it changed are taken over.

        Raises:
            RewriteError: LibCST cannot read the code, or an edit does not fit its place.
        """
        lines, ends = self._lines, self._ends
        changed: list[tuple[str, str]] = []
        done = 0
        for part, part_edits in _parts(self._tree, len(lines), edits):
            changed += zip(lines[done : part.start], ends[done : part.start], strict=True)
            key = tuple(map(id, part_edits))
            if key not in self._parts:
                self._parts[key] = (
                    part_edits,
                    _changed_part(lines, ends, part, part_edits, self._style),
                )
            changed += self._parts[key][1]
            done = part.stop
        changed += zip(lines[done:], ends[done:], strict=True)
        _add_imports(self._tree, changed, [edit for edit in edits if isinstance(edit, AddImport)])
        last = changed.pop()[0]
        return "".join(line + (end or "\n") for line, end in changed) + last


def _parts(
    tree: ast.Module, line_count: int, edits: Collection[Edit]
) -> Iterator[tuple[range, list[Edit]]]:
    """Cut the lines into top-level statements and yield those that change, with their edits.

    A part starts after the statement before it, and so holds the comments above the statement.
    """
    last_lines = sorted({node.end_lineno or 0 for node in tree.body[:-1]})
    starts = [0, *last_lines]
    stops = [*last_lines, line_count]
    wanted: dict[range, list[Edit]] = {}
    for edit in edits:
        where = [bisect_right(starts, node.lineno - 1) - 1 for node in nodes_of(edit)]
        if where:
            part = range(starts[min(where)], stops[max(where)])
            wanted.setdefault(part, []).append(edit)
    joined: list[tuple[range, list[Edit]]] = []
    for part in sorted(wanted, key=lambda part: part.start):
        if joined and part.start < joined[-1][0].stop:
            other, others = joined.pop()
            stop = max(other.stop, part.stop)
            joined.append((range(other.start, stop), others + wanted[part]))
        else:
            joined.append((part, wanted[part]))
    yield from joined


def _changed_part(
    lines: Sequence[str],
    ends: Sequence[str],
    part: range,
    edits: Collection[Edit],
    style: Style | None,
) -> list[tuple[str, str]]:
    """Return the lines of ``part``, and the line end of each, with ``edits`` applied."""
    # Behind another statement, LibCST gives the lines above a statement to that statement.
    text = "\n".join(["pass", *lines[part.start : part.stop]])
    try:
        wrapper = MetadataWrapper(cst.parse_module(text), unsafe_skip_copy=True)
        places = _Places(wrapper, part.start - 1)
        module = wrapper.module.visit(_Rewriter(places, edits, lines))
    except cst.ParserSyntaxError as error:
        line = part.start - 1 + error.raw_line
        raise RewriteError(f"LibCST cannot parse the file (line {line})") from error
    except RecursionError as error:
        raise RewriteError("the code is nested too deeply for LibCST") from error
    # LibCST does not keep every line end and form feed, so what it did not change is taken from
    # the original. New lines get the line end of the line above them.
    before, after = wrapper.module.code.split("\n")[1:], module.code.split("\n")[1:]
    if len(before) != len(part):
        raise RewriteError("LibCST does not keep the lines of the file")
    after = laid_out(before, after, style)
    result: list[tuple[str, str]] = []
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    for tag, i, j, k, end in matcher.get_opcodes():
        old = range(part.start + i, part.start + j)
        old_lines, old_ends = lines[old.start : old.stop], ends[old.start : old.stop]
        if tag == "equal":
            result += zip(old_lines, old_ends, strict=True)
            continue
        if list(old_lines) != before[i:j]:
            raise RewriteError("a line to be changed holds a character that LibCST does not keep")
        line_end = ends[max(old.start - 1, 0)] or "\n"
        new_ends = old_ends if len(old) == end - k else [line_end] * (end - k)
        result += zip(after[k:end], new_ends, strict=True)
    return result


def _add_imports(
    tree: ast.Module, lines: list[tuple[str, str]], imports: Collection[AddImport]
) -> None:
    """Insert the imports that the file lacks below its first block of imports.

    Those of the standard library go above the others.
    """
    present = {
        (alias.name, alias.asname)
        for node in tree.body
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    wanted = {(e.module, None if e.alias == e.module else e.alias) for e in imports} - present
    standard = {module for module in wanted if module[0] in sys.stdlib_module_names}
    for group, is_standard in ((wanted - standard, False), (standard, True)):
        if group:
            code = [f"import {m} as {a}" if a else f"import {m}" for m, a in group]
            _insert_imports(tree, lines, sorted(code), is_standard)


def _insert_imports(
    tree: ast.Module, lines: list[tuple[str, str]], code: list[str], is_standard: bool
) -> None:
    block = list(itertools.takewhile(_is_docstring_or_import, tree.body))
    plain = [node for node in block if isinstance(node, ast.Import)]
    others = [n for n in block if isinstance(n, ast.ImportFrom) and n.module != "__future__"]
    alike = [node for node in plain if _is_standard(node) or not is_standard]
    if alike:
        at = alike[-1].end_lineno or 0
    elif plain:
        at = min(node.lineno for node in (*plain, *others)) - 1
        code.append("")
    elif others:
        at = others[0].lineno - 1
    elif block:
        at = block[-1].end_lineno or 0
        code.insert(0, "")
    else:
        at = min([tree.body[0].lineno, *_decorator_lines(tree.body[0])]) - 1 if tree.body else 0
        code.append("")
    end = lines[max(at - 1, 0)][1] or "\n"
    lines[at:at] = [(line, end) for line in code]


def _is_standard(node: ast.Import) -> bool:
    return node.names[0].name.partition(".")[0] in sys.stdlib_module_names


def _is_docstring_or_import(node: ast.stmt) -> bool:
    return isinstance(node, ast.Import | ast.ImportFrom) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    )


def _decorator_lines(node: ast.stmt) -> list[int]:
    return [decorator.lineno for decorator in getattr(node, "decorator_list", ())]


class _Places(cst.CSTVisitor):
    """The nodes of a module by their place."""

    def __init__(self, wrapper: MetadataWrapper, lines_above: int) -> None:
        super().__init__()
        self._lines_above = lines_above
        self._ranges = cast("Mapping[cst.CSTNode, CodeRange]", wrapper.resolve(PositionProvider))
        self.expressions: dict[Span, cst.BaseExpression] = {}
        self.statements: dict[Position, Small | cst.BaseCompoundStatement] = {}
        self.first_of_block: set[cst.CSTNode] = set()
        """The first statements of functions, loops, ...; for a line, its first small one."""
        self.top_level: set[cst.CSTNode] = set()
        wrapper.module.visit(self)

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.BaseExpression):
            self.expressions[self._span(node)] = node
            if node.lpar and isinstance(node, cst.Tuple | cst.GeneratorExp):
                # ast counts the parentheses of these two to the node.
                first, last = self._span(node.lpar[-1]), self._span(node.rpar[0])
                self.expressions[Span(first.start, last.end)] = node
            elif isinstance(node, cst.Call) and _takes_bare_generator(node):
                # ... also where they are those of the call.
                span = Span(self._span(node.func).end, self._span(node).end)
                self.expressions[span] = node.args[0].value
        elif isinstance(node, Small | cst.BaseCompoundStatement):
            self.statements[self._span(node).start] = node
        elif isinstance(node, cst.IndentedBlock):
            self.first_of_block.add(_first_of(node))
        elif isinstance(node, cst.Module):
            for part in node.body:
                small = part.body if isinstance(part, cst.SimpleStatementLine) else [part]
                self.top_level.update(small)
        return True

    def _span(self, node: cst.CSTNode) -> Span:
        start, end = self._ranges[node].start, self._ranges[node].end
        above = self._lines_above
        return Span((above + start.line, start.column), (above + end.line, end.column))


@dataclass
class _StatementEdits:
    before: list[InsertBefore] = field(default_factory=list)
    after: list[InsertAfter] = field(default_factory=list)
    replacement: ReplaceStatement | None = None
    moved_away: bool = False
    moved_here: list[cst.CSTNode] = field(default_factory=list)


class _Rewriter(cst.CSTTransformer):
    def __init__(self, places: _Places, edits: Collection[Edit], lines: Sequence[str]) -> None:
        super().__init__()
        self._places = places
        self._lines = lines
        self._expression_edits: dict[cst.CSTNode, list[Edit]] = defaultdict(list)
        self._statement_edits: dict[cst.CSTNode, _StatementEdits] = defaultdict(_StatementEdits)
        self._function_edits: dict[cst.CSTNode, list[_FunctionEdit]] = defaultdict(list)
        self._rewritten: dict[cst.CSTNode, cst.BaseExpression] = {}
        self._moved: dict[cst.CSTNode, Statement] = {}
        for edit in edits:
            self._file(edit)

    def _file(self, edit: Edit) -> None:
        match edit:
            case Replace(node=node):
                self._expression_edits[self._expression(node)].append(edit)
            case SetKeyword(call=call) | RenameKeyword(call=call) | RemoveKeyword(call=call):
                self._expression_edits[self._expression(call)].append(edit)
            case AddArgument(call=call) | SplitArgument(call=call):
                self._expression_edits[self._expression(call)].append(edit)
            case AddParameter(function=ast.Lambda() as function):
                self._expression_edits[self._expression(function)].append(edit)
            case AppendElement(sequence=sequence):
                self._expression_edits[self._expression(sequence)].append(edit)
            case InsertBefore(node=node):
                self._statement_edits[self._statement(node)].before.append(edit)
            case InsertAfter(node=node):
                self._statement_edits[self._statement(node)].after.append(edit)
            case ReplaceStatement(node=node):
                self._statement_edits[self._statement(node)].replacement = edit
            case MoveBefore(node=node, target=target):
                moved = self._statement(node)
                self._statement_edits[moved].moved_away = True
                self._statement_edits[self._statement(target)].moved_here.append(moved)
            case (
                InsertFirst(function=function)
                | KeepDecorators(function=function)
                | AddDecorator(function=function)
                | AddParameter(function=function)
                | SplitParameter(function=function)
                | Rename(function=function)
            ):
                assert not isinstance(function, ast.Lambda)
                self._function_edits[self._statement(function)].append(edit)

    def _expression(self, node: ast.expr) -> cst.BaseExpression:
        try:
            return self._places.expressions[span_of(node, self._lines)]
        except KeyError:
            raise RewriteError(f"LibCST sees another expression on line {node.lineno}") from None

    def _statement(self, node: ast.stmt) -> Small | cst.BaseCompoundStatement:
        line, column = start = start_of(node, self._lines)
        if self._lines[line - 1].startswith("elif", column):
            raise RewriteError("an elif branch would have to change")
        try:
            return self._places.statements[start]
        except KeyError:
            raise RewriteError(f"LibCST sees another statement on line {line}") from None

    # Templates

    def _values(self, values: Values) -> dict[str, cst.BaseExpression]:
        nodes = {name: self._expression(value) for name, value in values.items()}
        return {name: self._rewritten.get(node, node) for name, node in nodes.items()}

    def _code(
        self, edit: InsertBefore | InsertAfter | InsertFirst | ReplaceStatement
    ) -> list[Statement]:
        if not edit.template:
            return []
        module = _fill(parse_template_module, edit.template, self._values(edit.values))
        return cast("list[Statement]", list(module.body))

    # Expressions

    def on_leave(
        self, original_node: cst.CSTNodeT, updated_node: cst.CSTNodeT
    ) -> cst.CSTNodeT | cst.RemovalSentinel | cst.FlattenSentinel[cst.CSTNodeT]:
        result: object = updated_node
        if isinstance(original_node, cst.BaseExpression):
            result = self._leave_expression(original_node, cast("cst.BaseExpression", result))
        elif isinstance(original_node, cst.SimpleStatementLine):
            result = self._leave_line(original_node, cast("cst.SimpleStatementLine", result))
        elif isinstance(original_node, cst.IndentedBlock):
            result = self._leave_block(original_node, cast("cst.IndentedBlock", result))
        elif isinstance(original_node, cst.SimpleStatementSuite):
            result = self._leave_suite(original_node, cast("cst.SimpleStatementSuite", result))
        elif isinstance(original_node, cst.BaseCompoundStatement):
            result = self._leave_compound(original_node, cast("cst.BaseCompoundStatement", result))
        return cast(
            "cst.CSTNodeT | cst.RemovalSentinel | cst.FlattenSentinel[cst.CSTNodeT]", result
        )

    def _leave_expression(
        self, original: cst.BaseExpression, updated: cst.BaseExpression
    ) -> cst.BaseExpression:
        for edit in self._expression_edits.get(original, ()):
            if isinstance(edit, Replace):
                values = {"old": updated} | self._values(edit.values)
                updated = _fill(parse_template_expression, edit.template, values)
            elif isinstance(edit, SetKeyword):
                values = self._values(edit.values)
                value = _fill(parse_template_expression, edit.template, values)
                updated = _with_argument(updated, edit.name, value)
            elif isinstance(edit, AddArgument):
                value = _fill(parse_template_expression, edit.template, self._values(edit.values))
                updated = _with_argument(updated, None, value)
            elif isinstance(edit, SplitArgument):
                updated = self._split_argument(cst.ensure_type(updated, cst.Call), edit)
            elif isinstance(edit, AddParameter):
                made = cst.ensure_type(updated, cst.Lambda)
                parameters = _with_parameter(made.params, cst.SimpleWhitespace(""), edit)
                updated = made.with_changes(params=parameters)
            elif isinstance(edit, AppendElement):
                value = _fill(parse_template_expression, edit.template, self._values(edit.values))
                updated = _with_element(updated, value)
            elif isinstance(edit, RenameKeyword | RemoveKeyword):
                updated = _without_keyword(cst.ensure_type(updated, cst.Call), edit)
        self._rewritten[original] = updated
        return updated

    def _split_argument(self, call: cst.Call, edit: SplitArgument) -> cst.Call:
        """Return ``call`` with several arguments for the one of the edit."""
        argument = self._rewritten.get(self._expression(edit.argument))
        old = self._expression(edit.argument) if argument is None else argument
        (at,) = (i for i, given in enumerate(call.args) if given.value is old)
        given = call.args[at]
        parts: list[cst.Arg] = []
        for name, template in edit.templates:
            value = _fill(parse_template_expression, template, {"old": old})
            part = cst.Arg(value, comma=cst.Comma(whitespace_after=cst.SimpleWhitespace(" ")))
            if given.keyword is not None:
                part = part.with_changes(keyword=cst.Name(name), equal=given.equal)
            parts.append(part)
        parts[-1] = parts[-1].with_changes(
            comma=given.comma, whitespace_after_arg=given.whitespace_after_arg
        )
        return call.with_changes(args=[*call.args[:at], *parts, *call.args[at + 1 :]])

    # Statements

    def _leave_line(
        self, original: cst.SimpleStatementLine, updated: cst.SimpleStatementLine
    ) -> cst.FlattenSentinel[Statement] | cst.SimpleStatementLine:
        if not any(small in self._statement_edits for small in original.body):
            return updated
        parts = self._split(original.body, updated)
        return cst.FlattenSentinel(_joined(parts))

    def _leave_block(
        self, original: cst.IndentedBlock, updated: cst.IndentedBlock
    ) -> cst.IndentedBlock:
        """Begin a block without blank lines, where its first statement moved away."""
        if _first_of(original) not in self._moved or not updated.body:
            return updated
        first, *others = cast("Sequence[Statement]", updated.body)
        lines = itertools.dropwhile(lambda line: line.comment is None, first.leading_lines)
        return updated.with_changes(body=[first.with_changes(leading_lines=[*lines]), *others])

    def _leave_suite(
        self, original: cst.SimpleStatementSuite, updated: cst.SimpleStatementSuite
    ) -> cst.BaseSuite:
        if not any(small in self._statement_edits for small in original.body):
            return updated
        parts = self._split(original.body, updated)
        return cst.IndentedBlock(_joined(parts))

    def _split(
        self, originals: Sequence[Small], line: cst.SimpleStatementLine | cst.SimpleStatementSuite
    ) -> list[list[Statement]]:
        """Put each small statement of a line on a line of its own, with its edits."""
        lines = [
            cst.SimpleStatementLine([small.with_changes(semicolon=cst.MaybeSentinel.DEFAULT)])
            for small in line.body
        ]
        lines[-1] = lines[-1].with_changes(trailing_whitespace=line.trailing_whitespace)
        if isinstance(line, cst.SimpleStatementLine):
            lines[0] = lines[0].with_changes(leading_lines=line.leading_lines)
        return [self._edited(*pair) for pair in zip(originals, lines, strict=True)]

    def _leave_compound(
        self, original: cst.BaseCompoundStatement, updated: cst.BaseCompoundStatement
    ) -> cst.FlattenSentinel[Statement] | cst.BaseCompoundStatement:
        for edit in self._function_edits.get(original, ()):
            function = cst.ensure_type(updated, cst.FunctionDef)
            if isinstance(edit, KeepDecorators):
                kept = [function.decorators[i] for i in edit.order]
                removed = [d for d in function.decorators if d not in kept]
                comments = [d.trailing_whitespace.comment for d in removed]
                below = [cst.EmptyLine(comment=comment) for comment in comments if comment]
                updated = function.with_changes(
                    decorators=kept,
                    lines_after_decorators=[*function.lines_after_decorators, *below],
                )
            elif isinstance(edit, AddDecorator):
                new = cst.Decorator(cst.parse_expression(edit.code))
                updated = function.with_changes(decorators=[*function.decorators, new])
            elif isinstance(edit, SplitParameter):
                updated = function.with_changes(params=_with_parameters(function.params, edit))
            elif isinstance(edit, Rename):
                updated = function.with_changes(name=cst.Name(edit.name))
            elif isinstance(edit, AddParameter):
                opening = function.whitespace_before_params
                parameters = _with_parameter(function.params, opening, edit)
                updated = function.with_changes(params=parameters)
            else:
                updated = _with_first(function, self._code(edit))
        if original not in self._statement_edits:
            return updated
        return cst.FlattenSentinel(_joined([self._edited(original, updated)]))

    def _edited(self, original: cst.CSTNode, statement: Statement) -> list[Statement]:
        """Return what comes in place of ``statement``."""
        edits = self._statement_edits.get(original)
        if edits is None:
            return [statement]
        blank, comments = _split_leading(statement)
        own = [statement.with_changes(leading_lines=comments)]
        if edits.moved_away:
            self._moved[original] = own.pop()
        elif edits.replacement is not None:
            own = _in_the_place_of(own[0], self._code(edits.replacement))
        before = [self._moved[node] for node in edits.moved_here]
        for insertion in edits.before:
            before += self._code(insertion)
        after = [line for insertion in edits.after for line in self._code(insertion)]
        lines = 2 if original in self._places.top_level else 1
        if before and _is_definition(before[0]) and original not in self._places.first_of_block:
            blank += [cst.EmptyLine(indent=False)] * (lines - len(blank))
        return _below(blank, _apart([*before, *own, *after], lines))


def _first_of(block: cst.IndentedBlock) -> cst.CSTNode:
    first = block.body[0]
    return first.body[0] if isinstance(first, cst.SimpleStatementLine) else first


def _is_definition(statement: Statement) -> bool:
    return isinstance(statement, cst.FunctionDef | cst.ClassDef)


def _apart(statements: Sequence[Statement], lines: int) -> list[Statement]:
    """Put blank lines around the definitions among ``statements``."""
    blank = [cst.EmptyLine(indent=False)] * lines
    return [
        below.with_changes(leading_lines=[*blank, *below.leading_lines])
        if above is not None and (_is_definition(above) or _is_definition(below))
        else below
        for above, below in zip([None, *statements], statements, strict=False)
    ]


def _takes_bare_generator(call: cst.Call) -> bool:
    return (
        len(call.args) == 1
        and isinstance(call.args[0].value, cst.GeneratorExp)
        and not call.args[0].value.lpar
    )


def _split_leading(statement: Statement) -> tuple[list[cst.EmptyLine], list[cst.EmptyLine]]:
    """Split the lines above ``statement``: those comments that stand right above it apart."""
    lines = list(statement.leading_lines)
    comments: list[cst.EmptyLine] = []
    while lines and lines[-1].comment is not None:
        comments.insert(0, lines.pop())
    return lines, comments


def _below(lines: Sequence[cst.EmptyLine], statements: list[Statement]) -> list[Statement]:
    if statements:
        top = statements[0]
        statements[0] = top.with_changes(leading_lines=[*lines, *top.leading_lines])
    return statements


def _in_the_place_of(old: Statement, new: list[Statement]) -> list[Statement]:
    """Give ``new`` the comments of ``old``: that of its first line behind, the others above."""
    if not new:
        return []
    kept = Counter(comment.value for statement in new for comment in _comments(statement))
    lost: list[cst.Comment] = []
    for comment in _comments(old.with_changes(leading_lines=())):
        if kept[comment.value]:
            kept[comment.value] -= 1
        else:
            lost.append(comment)
    end = _end_of_first_line(old)
    last = new[-1]
    if isinstance(last, cst.SimpleStatementLine) and end.comment in lost:
        new[-1] = last.with_changes(trailing_whitespace=end)
        lost.remove(end.comment)
    return _below([*old.leading_lines, *(cst.EmptyLine(comment=c) for c in lost)], new)


def _comments(node: cst.CSTNode) -> list[cst.Comment]:
    return [cst.ensure_type(found, cst.Comment) for found in m.findall(node, m.Comment())]


def _end_of_first_line(statement: Statement) -> cst.TrailingWhitespace:
    if isinstance(statement, cst.SimpleStatementLine):
        return statement.trailing_whitespace
    body = statement.body
    return body.header if isinstance(body, cst.IndentedBlock) else cst.TrailingWhitespace()


def _with_first(function: cst.FunctionDef, code: Sequence[Statement]) -> cst.FunctionDef:
    """Insert ``code`` at the start of the body, after the docstring."""
    body = function.body
    if isinstance(body, cst.SimpleStatementSuite):
        line = cst.SimpleStatementLine(body.body, trailing_whitespace=body.trailing_whitespace)
        return function.with_changes(body=cst.IndentedBlock([*code, line]))
    block = cst.ensure_type(body, cst.IndentedBlock)
    documented = 1 if function.get_docstring(clean=False) is not None else 0
    statements = cast("list[Statement]", list(block.body))
    following = statements[documented:]
    if following:
        blank, comments = _split_leading(following[0])
        following[0] = following[0].with_changes(leading_lines=comments)
        following = _below(blank, [*code, *following])
    else:
        following = list(code)
    changed = block.with_changes(body=[*statements[:documented], *following])
    return function.with_changes(body=changed)


def _joined(parts: Sequence[Sequence[Statement]]) -> list[Statement]:
    return [statement for part in parts for statement in part]


def _fill(
    parse: Callable[..., _Node], template: str, values: Mapping[str, cst.BaseExpression]
) -> _Node:
    """Parse a template, putting only those values in parentheses that need them."""
    values = {name: value for name, value in values.items() if f"{{{name}}}" in template}
    bare = {name: _without_parentheses(value) for name, value in values.items()}
    for chosen in (bare, values):
        try:
            result = parse(template, **chosen)
        except cst.CSTValidationError:
            continue
        wrapped = parse(template, **{name: _in_parentheses(v) for name, v in chosen.items()})
        if _meaning(result) == _meaning(wrapped):
            return result
    return parse(template, **{name: _in_parentheses(value) for name, value in values.items()})


def _meaning(node: cst.CSTNode) -> str | None:
    try:
        return ast.dump(ast.parse(cst.Module([]).code_for_node(node)))
    except SyntaxError:
        return None


def _without_parentheses(node: cst.BaseExpression) -> cst.BaseExpression:
    """Take away parentheses that hold no line break or comment."""
    plain = all(isinstance(p.whitespace_after, cst.SimpleWhitespace) for p in node.lpar) and all(
        isinstance(p.whitespace_before, cst.SimpleWhitespace) for p in node.rpar
    )
    return node.with_changes(lpar=(), rpar=()) if plain else node


def _in_parentheses(node: cst.BaseExpression) -> cst.BaseExpression:
    if node.lpar:
        return node
    return node.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])


# Calls


def _with_argument(
    node: cst.BaseExpression, name: str | None, value: cst.BaseExpression
) -> cst.BaseExpression:
    """Give a call an argument, or set it; without a name it is a positional one."""
    new = cst.Arg(value)
    if name is not None:
        tight = cst.AssignEqual(cst.SimpleWhitespace(""), cst.SimpleWhitespace(""))
        new = cst.Arg(value, keyword=cst.Name(name), equal=tight)
    if not isinstance(node, cst.Call):
        return cst.Call(node, [new])
    for i, arg in enumerate(node.args):
        if arg.keyword is not None and arg.keyword.value == name:
            return node.with_changes(
                args=[*node.args[:i], arg.with_changes(value=value), *node.args[i + 1 :]]
            )
    if not node.args:
        return node.with_changes(args=[new])
    last = node.args[-1]
    if isinstance(last.value, cst.GeneratorExp):
        last = last.with_changes(value=_in_parentheses(last.value))
    added = _appended(last, new, node.whitespace_before_args)
    return node.with_changes(args=[*node.args[:-1], *added])


def _appended(
    last: _Item, new: _Item, opening: cst.BaseParenthesizableWhitespace
) -> tuple[_Item, _Item]:
    """Return the last argument or parameter and a new one behind it, on its own line if that is.

    It takes over what stood between the last one and the closing parenthesis.
    """
    after = "whitespace_after_arg" if isinstance(last, cst.Arg) else "whitespace_after_param"
    if isinstance(last.comma, cst.Comma):
        closing = last.comma.whitespace_after
        new = new.with_changes(comma=cst.Comma(whitespace_after=_closing(closing)))
    else:
        closing = getattr(last, after)
        new = new.with_changes(**{after: _closing(closing)})
    comma = cst.Comma(whitespace_after=_between(opening, closing))
    last = last.with_changes(comma=comma, **{after: cst.SimpleWhitespace("")})
    return last, new


def _between(
    opening: cst.BaseParenthesizableWhitespace, closing: cst.BaseParenthesizableWhitespace
) -> cst.BaseParenthesizableWhitespace:
    """Return what stands between a new last element and the one before it."""
    if not isinstance(closing, cst.ParenthesizedWhitespace):
        return cst.SimpleWhitespace(" ")
    if not isinstance(opening, cst.ParenthesizedWhitespace):
        return closing
    return closing.with_changes(indent=opening.indent, last_line=opening.last_line)


def _with_element(node: cst.BaseExpression, value: cst.BaseExpression) -> cst.BaseExpression:
    """Add an element at the end of a list or tuple, on a line of its own if the last one is."""
    new = cst.Element(value)
    if isinstance(node, cst.List):
        opening, closing = node.lbracket.whitespace_after, node.rbracket.whitespace_before
    elif isinstance(node, cst.Tuple) and node.lpar:
        opening, closing = node.lpar[-1].whitespace_after, node.rpar[0].whitespace_before
    else:
        raise RewriteError("what is to get another element is no list in brackets")
    last = node.elements[-1]
    comma = cst.Comma(whitespace_after=_between(opening, closing))
    if isinstance(closing, cst.ParenthesizedWhitespace):
        if isinstance(last.comma, cst.Comma):
            new = new.with_changes(comma=cst.Comma())
        closing = _closing(closing)
    last = last.with_changes(comma=comma)
    elements = [*node.elements[:-1], last, new]
    if isinstance(node, cst.List):
        right = node.rbracket.with_changes(whitespace_before=closing)
        return node.with_changes(elements=elements, rbracket=right)
    rpar = [node.rpar[0].with_changes(whitespace_before=closing), *node.rpar[1:]]
    return node.with_changes(elements=elements, rpar=rpar)


def _with_parameter(
    parameters: cst.Parameters,
    opening: cst.BaseParenthesizableWhitespace,
    edit: AddParameter,
) -> cst.Parameters:
    """Add a positional parameter, on a line of its own if the last one is."""
    given = edit.annotation
    annotation = None if given is None else cst.Annotation(cst.parse_expression(given))
    new = cst.Param(cst.Name(edit.name), annotation=annotation)
    old = list(parameters.params)
    if edit.is_first or not old:
        comma = cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))
        is_only = not (old or parameters.posonly_params or parameters.star_kwarg)
        is_only &= not isinstance(parameters.star_arg, cst.Param | cst.ParamStar)
        new = new if is_only else new.with_changes(comma=comma)
        return parameters.with_changes(params=[new, *old])
    return parameters.with_changes(params=[*old[:-1], *_appended(old[-1], new, opening)])


def _with_parameters(parameters: cst.Parameters, edit: SplitParameter) -> cst.Parameters:
    """Put several parameters in the place of one."""
    (at,) = (i for i, old in enumerate(parameters.params) if old.name.value == edit.name)
    old = parameters.params[at]
    comma = cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))
    *others, last = (cst.Param(cst.Name(name), comma=comma) for name in edit.names)
    last = last.with_changes(comma=old.comma, whitespace_after_param=old.whitespace_after_param)
    params = [*parameters.params[:at], *others, last, *parameters.params[at + 1 :]]
    return parameters.with_changes(params=params)


def _closing(
    whitespace: cst.BaseParenthesizableWhitespace,
) -> cst.BaseParenthesizableWhitespace:
    """Return the line break before a closing parenthesis, without the comments in it."""
    if isinstance(whitespace, cst.ParenthesizedWhitespace):
        return whitespace.with_changes(first_line=cst.TrailingWhitespace(), empty_lines=())
    return whitespace


def _without_keyword(node: cst.Call, edit: RenameKeyword | RemoveKeyword) -> cst.Call:
    """Rename or remove a keyword argument."""
    old = edit.old if isinstance(edit, RenameKeyword) else edit.name
    args = list(node.args)
    at = next(i for i, arg in enumerate(args) if arg.keyword and arg.keyword.value == old)
    if isinstance(edit, RenameKeyword):
        args[at] = args[at].with_changes(keyword=cst.Name(edit.new))
    else:
        gone = args.pop(at)
        if args and at == len(args):
            args[-1] = args[-1].with_changes(
                comma=gone.comma, whitespace_after_arg=gone.whitespace_after_arg
            )
    return node.with_changes(args=args)
