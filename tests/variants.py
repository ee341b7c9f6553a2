"""Other ways to write a program, generated: what they mean is the same.

Each variant takes the text of a fixture and returns another text, or None where it does not apply.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar, cast

import libcst as cst
import libcst.matchers as m

Variant = Callable[[str], "str | None"]
_Node = TypeVar("_Node", bound=cst.CSTNode)

_CALLED_BY_THE_HARNESS = {"main", "seed", "dtype"}


def renamed(source: str) -> str | None:
    """Rename functions, parameters and variables."""
    module = cst.parse_module(source)
    names = _own_names(module)
    return module.visit(_Renamer({name: f"{name}_x" for name in names})).code if names else None


def under_an_alias(source: str) -> str | None:
    """Import TensorFlow under another name."""
    if "import tensorflow as tf\n" not in source:
        return None
    text = source.replace("import tensorflow as tf\n", "import tensorflow as flow\n")
    return cst.parse_module(text).visit(_Renamer({"tf": "flow"})).code


def imported_by_name(source: str) -> str | None:
    """Import ``tf.function`` by another name of its own."""
    if "import tensorflow as tf\n" not in source or "tf.function" not in source:
        return None
    module = m.replace(
        cst.parse_module(source),
        m.Attribute(m.Name("tf"), m.Name("function")),
        cst.Name("traced"),
    )
    line = "import tensorflow as tf\n"
    more = "from tensorflow import function as traced\n"
    return cst.ensure_type(module, cst.Module).code.replace(line, line + more)


def in_a_function(source: str) -> str | None:
    """Define everything but the imports inside a function."""
    if "global " in source:
        return None
    module = cst.parse_module(source)
    top, rest, end = _parts(module)
    body = [*rest, cst.parse_statement("return main")]
    definition = cst.ensure_type(
        cst.parse_statement("def enclosing():\n    pass"), cst.FunctionDef
    ).with_changes(body=cst.IndentedBlock(body))
    call = cst.parse_statement("main = enclosing()")
    return module.with_changes(body=[*top, definition, call, *end]).code


def in_an_if(source: str) -> str | None:
    """Define everything but the imports in an ``if True:``."""
    module = cst.parse_module(source)
    top, rest, end = _parts(module)
    block = cst.If(cst.Name("True"), cst.IndentedBlock(rest))
    return module.with_changes(body=[*top, block, *end]).code


def as_methods(source: str) -> str | None:
    """Turn each traced function of the module into a method of an object."""
    module = cst.parse_module(source)
    bound = _bindings(module)
    held = {
        statement.name.value
        for statement in module.body
        if isinstance(statement, cst.FunctionDef)
        and _is_traced(statement)
        and bound[statement.name.value] == 1
    }
    if not held:
        return None
    body: list[cst.BaseStatement | cst.SimpleStatementLine] = []
    for statement in module.body:
        changed = statement.visit(_Held(held))
        if isinstance(changed, cst.FunctionDef) and changed.name.value in held:
            body += _holder(changed)
        else:
            body.append(cast("cst.BaseStatement", changed))
    return module.with_changes(body=body).code


def _holder(function: cst.FunctionDef) -> list[cst.BaseStatement | cst.SimpleStatementLine]:
    """Return a class with a method in place of ``function``, and its only object."""
    parameters, name = function.params, function.name.value
    kind = "posonly_params" if parameters.posonly_params else "params"
    new = [cst.Param(cst.Name("self")), *getattr(parameters, kind)]
    method = function.with_changes(params=parameters.with_changes(**{kind: new}), leading_lines=[])
    holder = cst.ClassDef(
        cst.Name(f"Holder_{name}"),
        cst.IndentedBlock([method]),
        leading_lines=function.leading_lines,
    )
    return [holder, cst.parse_statement(f"holder_{name} = Holder_{name}()")]


def with_keywords(source: str) -> str | None:
    """Pass arguments of the program's own functions by keyword.

    Not of those behind a decorator of its own, which may take none.
    """
    module = cst.parse_module(source)
    bound = _bindings(module)
    own = m.OneOf(*(m.Name(s.name.value) for s in module.body if isinstance(s, cst.FunctionDef)))
    signatures = {
        statement.name.value: [parameter.name.value for parameter in statement.params.params]
        for statement in module.body
        if isinstance(statement, cst.FunctionDef)
        and bound[statement.name.value] == 1
        and not statement.params.posonly_params
        and not isinstance(statement.params.star_arg, cst.Param)
        and not any(m.findall(decorator, own) for decorator in statement.decorators)
        # TensorFlow does not know a parameter '_' by its name.
        and not any(p.name.value.startswith("_") for p in statement.params.params)
    }
    text = module.visit(_Keywords(signatures)).code
    return None if text == source else text


def decorated_above(source: str) -> str | None:
    """Put a decorator that does nothing above every other one."""
    return _decorated(source, above=True)


def decorated_below(source: str) -> str | None:
    """Put a decorator that does nothing below every other one."""
    return _decorated(source, above=False)


def commented(source: str) -> str | None:
    """Put a comment above every statement and behind every line that has none."""
    return cst.parse_module(source).visit(_Commenter()).code


def with_windows_lines(source: str) -> str | None:
    """End lines as Windows does."""
    return source.replace("\n", "\r\n")


VARIANTS: dict[str, Variant] = {
    variant.__name__: variant
    for variant in (
        renamed,
        under_an_alias,
        imported_by_name,
        in_a_function,
        in_an_if,
        as_methods,
        with_keywords,
        decorated_above,
        decorated_below,
        commented,
        with_windows_lines,
    )
}


def _is_import_or_docstring(statement: cst.CSTNode) -> bool:
    return m.matches(
        statement,
        m.SimpleStatementLine(
            [m.OneOf(m.Import(), m.ImportFrom(), m.Expr(m.SimpleString() | m.ConcatenatedString()))]
        ),
    )


def _parts(
    module: cst.Module,
) -> tuple[list[cst.BaseStatement], list[cst.BaseStatement], list[cst.BaseStatement]]:
    """Return the imports, what is defined, and the statement that runs the program."""
    statements = cast("Sequence[cst.BaseStatement]", module.body)
    main = m.If(m.Comparison(m.Name("__name__")))
    top = [s for s in statements if _is_import_or_docstring(s)]
    end = [s for s in statements if m.matches(s, main)]
    rest = [s for s in statements if s not in top and s not in end]
    return top, rest, end


def _is_traced(function: cst.FunctionDef) -> bool:
    tf_function = m.Attribute(m.Name("tf"), m.Name("function"))
    return any(m.findall(decorator, tf_function) for decorator in function.decorators)


class _Renamer(cst.CSTTransformer):
    def __init__(self, names: dict[str, str]) -> None:
        super().__init__()
        self._names = names
        self._attributes: set[cst.Name] = set()

    def visit_Attribute(self, node: cst.Attribute) -> None:
        self._attributes.add(node.attr)

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.Name:
        if original_node in self._attributes:
            return updated_node
        name = original_node.value
        return updated_node.with_changes(value=self._names.get(name, name))


class _Bindings(cst.CSTVisitor):
    """Collects the names that a module binds, and those that others know them by."""

    def __init__(self) -> None:
        super().__init__()
        self.bound: Counter[str] = Counter()
        self.fixed: set[str] = set()

    def visit_ClassDef(self, node: cst.ClassDef) -> None:
        self.bound[node.name.value] += 1
        for statement in node.body.body:
            # What stands in a class is known as an attribute; Keras knows parameters of methods.
            for name in m.findall(statement, m.AssignTarget() | m.AnnAssign()):
                self.fixed |= _names_in(name)
            if isinstance(statement, cst.FunctionDef):
                self.fixed.add(statement.name.value)
                self.fixed |= {p.name.value for p in _parameters(statement)}

    def visit_FunctionDef(self, node: cst.FunctionDef) -> None:
        self.bound[node.name.value] += 1

    def visit_Param(self, node: cst.Param) -> None:
        self.bound[node.name.value] += 1

    def visit_AssignTarget(self, node: cst.AssignTarget) -> None:
        self.bound.update(_targets(node.target))

    def visit_For(self, node: cst.For) -> None:
        self.bound.update(_targets(node.target))

    def visit_CompFor(self, node: cst.CompFor) -> None:
        self.bound.update(_targets(node.target))

    def visit_AsName(self, node: cst.AsName) -> None:
        self.fixed |= _names_in(node)

    def visit_ImportAlias(self, node: cst.ImportAlias) -> None:
        self.fixed |= _names_in(node)

    def visit_Attribute(self, node: cst.Attribute) -> None:
        self.fixed.add(node.attr.value)

    def visit_Call(self, node: cst.Call) -> None:
        if not isinstance(node.func, cst.Name):
            self.fixed |= {arg.keyword.value for arg in node.args if arg.keyword}


def _names_in(node: cst.CSTNode) -> set[str]:
    return {cst.ensure_type(name, cst.Name).value for name in m.findall(node, m.Name())}


def _targets(target: cst.CSTNode) -> Iterable[str]:
    if isinstance(target, cst.Name):
        yield target.value
    elif isinstance(target, cst.Tuple | cst.List):
        for element in target.elements:
            yield from _targets(element.value)


def _parameters(function: cst.FunctionDef) -> list[cst.Param]:
    return [cst.ensure_type(p, cst.Param) for p in m.findall(function.params, m.Param())]


def _bindings(module: cst.Module) -> Counter[str]:
    visitor = _Bindings()
    module.visit(visitor)
    return visitor.bound


def _own_names(module: cst.Module) -> set[str]:
    """Return the names that nobody else knows."""
    visitor = _Bindings()
    module.visit(visitor)
    return {
        name
        for name in visitor.bound.keys() - visitor.fixed - _CALLED_BY_THE_HARNESS
        if not name.startswith("__") and name.strip("_")
    }


class _Held(cst.CSTTransformer):
    """Names functions as methods of their holders."""

    def __init__(self, holders: set[str]) -> None:
        super().__init__()
        self._holders = holders
        self._definitions: set[cst.Name] = set()

    def visit_FunctionDef(self, node: cst.FunctionDef) -> None:
        self._definitions.add(node.name)

    def visit_Attribute(self, node: cst.Attribute) -> None:
        self._definitions.add(node.attr)

    def visit_Arg(self, node: cst.Arg) -> None:
        if node.keyword:
            self._definitions.add(node.keyword)

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.BaseExpression:
        name = original_node.value
        if name not in self._holders or original_node in self._definitions:
            return updated_node
        return cst.Attribute(cst.Name(f"holder_{name}"), cst.Name(name))


class _Keywords(cst.CSTTransformer):
    def __init__(self, signatures: dict[str, list[str]]) -> None:
        super().__init__()
        self._signatures = signatures

    def leave_Call(self, original_node: cst.Call, updated_node: cst.Call) -> cst.Call:
        function = original_node.func
        names = self._signatures.get(function.value, []) if isinstance(function, cst.Name) else []
        if len(names) < len(updated_node.args) or any(arg.star for arg in updated_node.args):
            return updated_node
        equal = cst.AssignEqual(cst.SimpleWhitespace(""), cst.SimpleWhitespace(""))
        return updated_node.with_changes(
            args=[
                arg if arg.keyword else arg.with_changes(keyword=cst.Name(name), equal=equal)
                for arg, name in zip(updated_node.args, names, strict=False)
            ]
        )


class _Decorator(cst.CSTTransformer):
    def __init__(self, above: bool) -> None:
        super().__init__()
        self._above = above

    def leave_FunctionDef(
        self, original_node: cst.FunctionDef, updated_node: cst.FunctionDef
    ) -> cst.FunctionDef:
        if not _is_traced(original_node):
            return updated_node
        plain = cst.Decorator(cst.Name("plain"))
        old = updated_node.decorators
        return updated_node.with_changes(decorators=[plain, *old] if self._above else [*old, plain])


def _decorated(source: str, above: bool) -> str | None:
    module = cst.parse_module(source)
    changed = module.visit(_Decorator(above))
    if changed.code == source:
        return None
    top, rest, end = _parts(changed)
    plain = cst.parse_statement("def plain(function):\n    return function")
    return changed.with_changes(body=[*top, plain, *rest, *end]).code


class _Commenter(cst.CSTTransformer):
    def __init__(self) -> None:
        super().__init__()
        self._count = 0

    def _comment(self) -> cst.Comment:
        self._count += 1
        return cst.Comment(f"# comment {self._count}")

    def leave_TrailingWhitespace(
        self, original_node: cst.TrailingWhitespace, updated_node: cst.TrailingWhitespace
    ) -> cst.TrailingWhitespace:
        if updated_node.comment:
            return updated_node
        spaces = cst.SimpleWhitespace("  ")
        return updated_node.with_changes(whitespace=spaces, comment=self._comment())

    def leave_SimpleStatementLine(
        self, original_node: cst.SimpleStatementLine, updated_node: cst.SimpleStatementLine
    ) -> cst.SimpleStatementLine:
        return self._above(updated_node)

    def leave_For(self, original_node: cst.For, updated_node: cst.For) -> cst.For:
        return self._above(updated_node)

    def leave_FunctionDef(
        self, original_node: cst.FunctionDef, updated_node: cst.FunctionDef
    ) -> cst.FunctionDef:
        return self._above(updated_node)

    def _above(self, node: _Node) -> _Node:
        lines = [*getattr(node, "leading_lines", ()), cst.EmptyLine(comment=self._comment())]
        return node.with_changes(leading_lines=lines)
