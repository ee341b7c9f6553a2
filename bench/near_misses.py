"""Take away one premise of a finding, and show where it is reported all the same.

    python -m bench.near_misses [PATH...] [--select TFR] [--only NAME]

Each generator negates one premise: the callee is another function, the value is the same at every
call, the loop runs once, the function is kept, the object is of another library, ... It is tried on
each finding whose code needs that premise, and applies where the program shows that nothing else
can carry the finding. Printed are the variants in which the finding is still there; the exit status
is 1 if there are any. ``--list`` shows the generators, ``--show`` prints the variants.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from bench.comparison import Difference, Outcome, parser, run
from bench.program_variants import (
    Comprehension,
    Definition,
    Edit,
    Function,
    Loop,
    NotApplicable,
    Program,
    Variant,
    last_name,
    names,
    parameters,
)
from flake8_tfretrace import Finding, check

ARGUMENTS = frozenset({"TFR101", "TFR103", "TFR104", "TFR105", "TFR106", "TFR107", "TFR108"})
"""Reported at an argument of a call."""
BY_CALLS = ARGUMENTS | {"TFR201", "TFR204", "TFR301", "TFR303"}
"""What different calls of one function show."""
REPEATED = BY_CALLS - {"TFR107", "TFR108"} | {
    *("TFR208", "TFR404", "TFR405", "TFR408", "TFR501", "TFR502", "TFR506"),
    *("TFR601", "TFR602", "TFR603", "TFR604"),
}
"""What needs a loop, or many calls."""
BETWEEN_CALLS = frozenset({"TFR404", "TFR405", "TFR408"})
"""What is judged by what can run between two calls, not by how often it does."""
KERAS = frozenset({"TFR106", "TFR402", "TFR601", "TFR602", "TFR603"})
IN_A_GRAPH = frozenset(
    {"TFR206", "TFR304", "TFR306", "TFR401", "TFR402", "TFR403", "TFR404", "TFR406"}
)
"""What happens while a body is traced."""


RAISING = frozenset(
    {"TFR104", "TFR205", "TFR209", "TFR304", "TFR401", "TFR402", "TFR406", "TFR503"}
)
"""What makes a call raise, and says so."""


@dataclass(frozen=True)
class Case:
    """A finding in its program."""

    program: Program
    finding: Finding

    @cached_property
    def expressions(self) -> list[ast.expr]:
        """The expressions that begin where the finding is, from the outside in."""
        line = self.program.lines[self.finding.line - 1]
        column = len(line[: self.finding.column].encode())
        return [
            node
            for node in ast.walk(self.program.tree)
            if isinstance(node, ast.expr)
            and (node.lineno, node.col_offset) == (self.finding.line, column)
        ]

    @cached_property
    def statement(self) -> ast.stmt:
        """The innermost statement on the finding's line."""
        if self.expressions:
            return self.program.statement(self.expressions[0])
        return self._first(
            node
            for node in ast.walk(self.program.tree)
            if isinstance(node, ast.stmt) and node.lineno == self.finding.line
        )

    @staticmethod
    def _first(statements: Iterable[ast.stmt]) -> ast.stmt:
        for statement in statements:
            return statement
        raise NotApplicable

    @cached_property
    def call(self) -> ast.Call:
        """The call whose argument, or which itself, is reported."""
        for node in self.expressions:
            parent = self.program.parents[node]
            if isinstance(parent, ast.keyword | ast.Starred):
                parent = self.program.parents[parent]
            if isinstance(parent, ast.Call) and node is not parent.func:
                return parent
        return self.made

    @cached_property
    def made(self) -> ast.Call:
        """The call that is reported itself."""
        for node in self.expressions:
            if isinstance(node, ast.Call):
                return node
        raise NotApplicable

    @cached_property
    def argument(self) -> ast.expr:
        """The reported argument of :attr:`call`."""
        values = [*self.call.args, *(keyword.value for keyword in self.call.keywords)]
        for node in self.expressions:
            if node in values:
                return node
        raise NotApplicable

    @cached_property
    def traced(self) -> str:
        """The name of the function whose calls are the evidence."""
        if self.finding.code in ARGUMENTS:
            name = last_name(self.call.func)
        elif isinstance(self.statement, Function):
            name = self.statement.name
        elif isinstance(self.statement, ast.Assign) and self.finding.code in ("TFR201", "TFR204"):
            name = last_name(self.statement.targets[0])
        else:
            function = self.program.function(self.statement)
            name = function.name if isinstance(function, Function) else None
        if name is None:
            raise NotApplicable
        return name

    @cached_property
    def calls(self) -> list[ast.Call]:
        """All calls of :attr:`traced`, which is used in no other way."""
        return self.program.calls(self.traced)

    @cached_property
    def repeated(self) -> ast.AST:
        """What is repeated: the only call that is the evidence, or what is reported itself."""
        if "cannot be hashed" in self.finding.message:  # one call is enough
            raise NotApplicable
        if self.finding.code not in BY_CALLS | {"TFR404", "TFR405"}:
            return self.expressions[-1] if self.expressions else self.statement
        limit = 2 if self.finding.code == "TFR101" else 1
        if not 0 < len(self.calls) <= limit:
            raise NotApplicable
        return self.call if self.finding.code in ARGUMENTS else self.calls[0]

    @cached_property
    def loop(self) -> Loop:
        """The only loop that repeats it."""
        loops = self.program.repeaters(self.repeated)
        if len(loops) != 1:
            raise NotApplicable
        return loops[0]

    @cached_property
    def step(self) -> ast.stmt:
        """The statement of the loop's body in which it is repeated."""
        body = self.body
        calls = [self.repeated, *(c for c in ast.walk(self.loop) if isinstance(c, ast.Call))]
        inside = [s for s in body for n in ast.walk(s) if n is self.repeated]
        if inside:
            return inside[0]
        functions = {f.name for f in ast.walk(self.program.tree) if isinstance(f, Function)}
        called = [s for s in body for n in ast.walk(s) if n in calls and last_name(n) in functions]
        if len(called) != 1:
            raise NotApplicable
        return called[0]

    @cached_property
    def body(self) -> list[ast.stmt]:
        """The body of the loop, which always reaches its end."""
        if isinstance(self.loop, Comprehension):
            raise NotApplicable
        leaves = (ast.Continue, ast.Break)
        if any(isinstance(n, leaves) for s in self.loop.body for n in ast.walk(s)):
            raise NotApplicable
        return self.loop.body

    @property
    def tf(self) -> str:
        """The name of TensorFlow."""
        match = re.search(r"^import tensorflow as (\w+)$", self.program.text, re.MULTILINE)
        if match is None:
            raise NotApplicable
        return match[1]

    @cached_property
    def body_function(self) -> Function:
        """The function in whose body the finding is; it is not in another function."""
        function = self.program.function(self.statement)
        if not isinstance(function, Function) or self.program.function(function):
            raise NotApplicable
        return function


Edits = Sequence[Edit]
Generator = Callable[[Case], Edits]
GENERATORS: dict[str, tuple[Generator, frozenset[str] | None]] = {}
"""By name, with the codes that need the premise; None for all."""


def negates(codes: Iterable[str] | None) -> Callable[[Generator], Generator]:
    """Enter a generator, for findings of some codes."""

    def enter(generator: Generator) -> Generator:
        name = generator.__name__.strip("_").replace("_", " ")
        GENERATORS[name] = generator, None if codes is None else frozenset(codes)
        return generator

    return enter


# The callee is the traced function


@negates(BY_CALLS)
def callee_shadowed(case: Case) -> Edits:
    """The callee is another function: each caller binds its name to one of its own."""
    callers = []
    for call in case.calls:
        function = case.program.function(call)
        if not isinstance(call.func, ast.Name) or not isinstance(function, Function):
            raise NotApplicable
        if any(_binds(n, case.traced) for n in ast.walk(function)):
            raise NotApplicable
        if any(case.traced in names(decorator) for decorator in function.decorator_list):
            raise NotApplicable
        callers.append(function)
    if not callers:
        raise NotApplicable
    given = all(call.args and not isinstance(call.args[0], ast.Starred) for call in case.calls)
    result = "arguments[0]" if given else "None"
    lines = (f"def {case.traced}(*arguments, **options):", f"    return {result}", "")
    return [case.program.at_start(f.body, *lines) for f in dict.fromkeys(callers)]


def _binds(node: ast.AST, name: str) -> bool:
    """Whether a function definition or an assignment binds a name."""
    if isinstance(node, ast.Name):
        return node.id == name and isinstance(node.ctx, ast.Store)
    return isinstance(node, Function) and node.name == name


@negates(BY_CALLS)
def traced_function_replaced(case: Case) -> Edits:
    """The callee is the traced function: an opaque decorator hands out something unknown."""
    _ = case.calls
    return _opaque(case, case.traced)


@negates({"TFR101", "TFR103"})
def helper_replaced(case: Case) -> Edits:
    """The value changes: a helper that an opaque decorator replaced computes it."""
    functions = {f.name for f in case.program.tree.body if isinstance(f, Function)}
    used = [n for n in ast.walk(case.argument) if isinstance(n, ast.Call)]
    helpers = {last_name(call) for call in used} & functions
    if len(helpers) != 1 or not isinstance(case.argument, ast.Call) or case.argument not in used:
        raise NotApplicable
    return _opaque(case, last_name(case.argument) or "")


@negates({"TFR101", "TFR103"})
def caller_replaced(case: Case) -> Edits:
    """Its caller runs repeatedly: an opaque decorator replaced the function that hands it on."""
    function = case.program.function(case.call)
    if not isinstance(function, Function) or case.program.loops(case.call):
        raise NotApplicable
    own = {argument.arg for argument in parameters(function)}
    if not isinstance(case.argument, ast.Name) or case.argument.id not in own:
        raise NotApplicable
    return _opaque(case, function.name)


def _opaque(case: Case, name: str) -> Edits:
    """Put a decorator of an unknown package above all others of a function."""
    program, opaque = case.program, case.program.unused("opaque")
    edits = [program.above_definitions(f"from toolbox import {opaque}")]
    for node in ast.walk(program.tree):
        if isinstance(node, Function) and node.name == name:
            return [*edits, program.before(node, f"@{opaque}")]
        if isinstance(node, ast.Assign) and last_name(node.targets[0]) == name:
            at = program.start(node.value), program.end(node.value)
            return [*edits, Edit(at[0], at[0], f"{opaque}("), Edit(at[1], at[1], ")")]
    raise NotApplicable


@negates(ARGUMENTS | {"TFR402", "TFR601", "TFR602"})
def attribute_set(case: Case) -> Edits:
    """The method is that of the class: setattr puts something else in its place."""
    function = (case.call if case.finding.code in ARGUMENTS else case.made).func
    if not isinstance(function, ast.Attribute) or not isinstance(function.value, ast.Name):
        raise NotApplicable
    name = function.value.id
    made = [
        node
        for node in ast.walk(case.program.tree)
        if isinstance(node, ast.Assign) and name in names(node.targets)
    ]
    if len(made) != 1 or not isinstance(made[0].value, ast.Call):
        raise NotApplicable
    if name in _argument_names(case.program):
        raise NotApplicable
    return [case.program.after(made[0], f'setattr({name}, "{function.attr}", print)')]


def _argument_names(program: Program) -> set[str]:
    return {node.arg for node in ast.walk(program.tree) if isinstance(node, ast.arg)}


# The values differ


@negates({"TFR101", "TFR108", "TFR301", "TFR303"})
def same_constant(case: Case) -> Edits:
    """The calls pass different values: each passes the same number or string."""
    position, name = _parameter(case)
    message = case.finding.message
    value = "7.0" if "Python float" in message else "'7'" if "Python string" in message else "7"
    edits = []
    for call in case.calls:
        if any(isinstance(a, ast.Starred) for a in call.args) or any(
            k.arg is None for k in call.keywords
        ):
            raise NotApplicable
        keywords = {keyword.arg: keyword.value for keyword in call.keywords}
        if name in keywords:
            edits.append(case.program.replaced(keywords[name], value))
        elif position is not None and position < len(call.args):
            edits.append(case.program.replaced(call.args[position], value))
        else:
            raise NotApplicable
    return edits


@negates({"TFR108"})
def another_argument_differs(case: Case) -> Edits:
    """The calls pass the same but for the number: one other argument is a string of this call."""
    values = [*case.call.args, *(keyword.value for keyword in case.call.keywords)]
    others = [value for value in values if value is not case.argument]
    if not others or isinstance(others[0], ast.Starred):
        raise NotApplicable
    return [case.program.replaced(others[0], "'of this call'")]


@negates({"TFR103", "TFR104", "TFR105", "TFR106"})
def same_object(case: Case) -> Edits:
    """The calls pass different objects: what is made at the call is made once, before the loop."""
    if case.loop not in case.program.loops(case.argument) or isinstance(case.argument, ast.Name):
        raise NotApplicable
    bound = {n.id for n in ast.walk(case.loop) if isinstance(n, ast.Name) and _is_store(n)}
    bound |= {n.name for n in ast.walk(case.loop) if isinstance(n, Definition)}
    if names(case.argument) & bound or case.argument.lineno != case.argument.end_lineno:
        raise NotApplicable
    same = case.program.unused("same")
    text = case.program.source(case.argument)
    return [
        case.program.before(case.program.statement(case.loop), f"{same} = {text}"),
        case.program.replaced(case.argument, same),
    ]


def _is_store(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


@negates({"TFR107", "TFR201", "TFR204"})
def same_tensor(case: Case) -> Edits:
    """The calls pass different tensors: all arguments are tensors of one shape and dtype."""
    edits = []
    for call in case.calls:
        if any(isinstance(argument, ast.Starred) for argument in call.args):
            raise NotApplicable
        values = [*call.args, *(keyword.value for keyword in call.keywords)]
        edits += [case.program.replaced(value, f"{case.tf}.ones([3])") for value in values]
    if not edits:
        raise NotApplicable
    return edits


def _parameter(case: Case) -> tuple[int | None, str | None]:
    """Return the position in calls and the name of the parameter that a finding is about."""
    function = _definition(case.program, case.traced)
    own = [argument.arg for argument in parameters(function)] if function else []
    if function and isinstance(case.program.parents[function], ast.ClassDef):
        own = own[1:]
    if case.finding.code not in ARGUMENTS:
        test = case.statement
        condition: ast.AST = getattr(test, "iter", getattr(test, "test", test))
        used = names(condition) & {*own}
        if len(used) != 1:
            raise NotApplicable
        name = used.pop()
        return own.index(name), name
    if case.argument in case.call.args:
        position = case.call.args.index(case.argument)
        return position, own[position] if position < len(own) else None
    name = next(k.arg for k in case.call.keywords if k.value is case.argument) or ""
    return own.index(name) if name in own else None, name


def _definition(program: Program, name: str) -> Function | None:
    """Return the function that a name is bound to, directly or by a call that wraps it."""
    functions = {n.name: n for n in ast.walk(program.tree) if isinstance(n, Function)}
    if name in functions:
        return functions[name]
    for node in ast.walk(program.tree):
        if isinstance(node, ast.Assign) and last_name(node.targets[0]) == name:
            for word in names(node.value) & functions.keys():
                return functions[word]
    return None


@negates({"TFR103", "TFR201"})
def window_of_fixed_size(case: Case) -> Edits:
    """The length grows: each append is followed by a pop, the rest cut to one element."""
    if isinstance(case.loop, Comprehension):
        raise NotApplicable
    edits = []
    for node in case.loop.body:
        match node:
            case ast.Expr(ast.Call(ast.Attribute(ast.Name(name), "append"))):
                begins_empty = f"{name} = []" in case.program.text
                cut = f"del {name}[:-1]" if begins_empty else f"{name}.pop(0)"
                edits.append(case.program.after(node, cut))
            case ast.Assign([ast.Name(name)], ast.Call(ast.Attribute(_, "concat" | "concatenate"))):
                edits.append(case.program.after(node, f"{name} = {name}[-1:]"))
    # What is appended behind the call is a result.
    grown = [edit for edit in edits if edit.start < case.program.start(case.repeated)]
    if not grown:
        raise NotApplicable
    return grown


@negates({"TFR201", "TFR604"})
def full_batches(case: Case) -> Edits:
    """The last batch is smaller: all have the same size."""
    at = [
        case.program.end(node) - 1
        for node in ast.walk(case.program.tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "batch"
        and len(node.args) == 1
        and not node.keywords
    ]
    if not at or (case.finding.code == "TFR201" and len(case.calls) != 1):
        raise NotApplicable
    return [Edit(offset, offset, ", drop_remainder=True") for offset in at]


# It happens more than once


@negates(REPEATED)
def loop_runs_once(case: Case) -> Edits:
    """The loop runs repeatedly: over range(1), the first element of a literal, take(1)."""
    loop = case.loop
    if isinstance(loop, ast.While):
        raise NotApplicable
    if isinstance(loop, Comprehension) and len(loop.generators) > 1:
        raise NotApplicable
    over = loop.generators[0].iter if isinstance(loop, Comprehension) else loop.iter
    match over:
        case ast.Call(ast.Name("range"), [first, _, *_]):
            text = case.program.source(first)
            return [case.program.replaced(over, f"range({text}, {text} + 1)")]
        case ast.Call(ast.Name("range")):
            return [case.program.replaced(over, "range(1)")]
        case ast.List(elements) | ast.Tuple(elements) if elements and over.col_offset:
            return [Edit(case.program.end(over), case.program.end(over), "[:1]")]
        case ast.Name(name) if _is_dataset(case.program, name):
            return [Edit(case.program.end(over), case.program.end(over), ".take(1)")]
    raise NotApplicable


def _is_dataset(program: Program, name: str) -> bool:
    return any(
        isinstance(node, ast.Assign)
        and name in names(node.targets)
        and ".Dataset." in program.source(node.value)
        for node in ast.walk(program.tree)
    )


@negates(REPEATED)
def break_at_the_end(case: Case) -> Edits:
    """The loop runs repeatedly: its body always ends in break."""
    return [case.program.after(case.body[-1], "break")]


@negates(REPEATED - BETWEEN_CALLS)
def raises_at_the_end(case: Case) -> Edits:
    """The loop runs repeatedly: its body always ends in a call that raises."""
    return _raising(case, lambda call: case.program.after(case.body[-1], call))


@negates(None)
def raises_before(case: Case) -> Edits:
    """It runs: a call before it has an argument too many, and raises."""
    if isinstance(case.program.parents[case.statement], ast.ClassDef):
        raise NotApplicable
    return _raising(case, lambda call: case.program.before(case.statement, call))


def _raising(case: Case, placed: Callable[[str], Edit]) -> Edits:
    """Put a call somewhere whose arguments do not fit."""
    name = case.program.unused("takes_nothing")
    definition = case.program.above_definitions(f"def {name}():", "    pass")
    return [definition, placed(f"{name}(1)")]


@negates(REPEATED - BETWEEN_CALLS)
def retried(case: Case) -> Edits:
    """The loop runs repeatedly: it ends at the first call that returns."""
    program, step = case.program, case.step
    _ = case.body
    indent = program.indentation(step)
    lines = ("    break", "except ValueError:", "    pass")
    return [*program.under([step], "try:"), program.after(step, *lines, indent=indent)]


@negates(REPEATED - BETWEEN_CALLS)
def first_iteration_only(case: Case) -> Edits:
    """It happens in each iteration: it is guarded by the first value of the loop's counter."""
    counter, first = _counter(case)
    return case.program.under([case.step], f"if {counter} == {first}:")


@negates({"TFR601", "TFR602"})
def now_and_then(case: Case) -> Edits:
    """It happens in each iteration: it is guarded by a multiple of 100."""
    counter, _ = _counter(case)
    return case.program.under([case.step], f"if {counter} % 100 == 0:")


@negates({"TFR601", "TFR602", "TFR603"})
def few_iterations(case: Case) -> Edits:
    """The loops run often: together they run twelve times."""
    program = case.program
    loops = program.repeaters(case.repeated)
    if not loops or not all(isinstance(loop, ast.For) for loop in loops):
        raise NotApplicable
    limits = [12, *[1] * (len(loops) - 1)]
    edits = [program.above_definitions("import itertools")]
    for loop, limit in zip(loops, limits):
        assert isinstance(loop, ast.For)
        at, until = program.start(loop.iter), program.end(loop.iter)
        edits += [Edit(at, at, "itertools.islice("), Edit(until, until, f", {limit})")]
    return edits


def _counter(case: Case) -> tuple[str, str]:
    """Return the counter of the loop, which nothing else sets, and its first value."""
    _ = case.body
    match case.loop:
        case ast.For(ast.Name(counter), ast.Call(ast.Name("range"), arguments)):
            first = case.program.source(arguments[0]) if len(arguments) > 1 else "0"
        case ast.For(ast.Tuple([ast.Name(counter), *_]), ast.Call(ast.Name("enumerate"), [_])):
            first = "0"
        case _:
            raise NotApplicable
    if counter == "_":
        raise NotApplicable
    return counter, first


@negates(BY_CALLS - {"TFR104"})
def exclusive_branches(case: Case) -> Edits:
    """The calls follow each other: each stands in another branch of one if."""
    program = case.program
    if len(case.calls) < 2 or any(program.repeaters(call) for call in case.calls):
        raise NotApplicable
    steps = list(dict.fromkeys(program.statement(call) for call in case.calls))
    blocks = {id(program.parents[step]) for step in steps}
    if len(steps) != len(case.calls) or len(blocks) != 1:
        raise NotApplicable
    results = sorted({n for s in steps if isinstance(s, ast.Assign) for n in names(s.targets)})
    if not all(isinstance(s, ast.Expr | ast.Assign) for s in steps):
        raise NotApplicable
    choice = program.unused("choice")
    edits = [program.above_definitions("import sys", f"{choice} = len(sys.argv)")]
    edits += [program.before(steps[0], *(f"{name} = None" for name in results))]
    block: list[ast.stmt] = next(b for b in _blocks(program.parents[steps[0]]) if steps[0] in b)
    for number, step in enumerate(steps):
        follows = number and block.index(step) == block.index(steps[number - 1]) + 1
        edits += program.under([step], f"{'elif' if follows else 'if'} {choice} == {number}:")
    return edits


def _blocks(node: ast.AST) -> list[list[ast.stmt]]:
    return [value for _, value in ast.iter_fields(node) if isinstance(value, list)]


# The function is made anew


@negates({"TFR401"})
def layer_not_called(case: Case) -> Edits:
    """The layer gets its variables where it is made: it is not called, but kept beside what was."""
    program = case.program
    called = [node for node in case.expressions if isinstance(node, ast.Call)]
    outer = next((node for node in called if isinstance(node.func, ast.Call)), None)
    if outer is None or len(outer.args) != 1 or outer.keywords:
        raise NotApplicable
    (given,) = outer.args
    begin, end = program.start(outer), program.end(outer)
    return [
        Edit(begin, begin, "("),
        Edit(program.end(outer.func), program.start(given), ", "),
        Edit(program.end(given), end, ")[1]"),
    ]


@negates({"TFR501", "TFR502"})
def kept_in_a_global(case: Case) -> Edits:
    """The function is made anew: a global of the module keeps it."""
    kept = case.program.unused("kept")
    return _kept(case, kept, f"if {kept} is None:", [f"{kept} = None"], f"global {kept}")


@negates({"TFR501", "TFR502"})
def kept_in_a_dict(case: Case) -> Edits:
    """The function is made anew: a dict of the module keeps it."""
    kept = case.program.unused("kept")
    return _kept(case, f'{kept}["step"]', f'if "step" not in {kept}:', [f"{kept} = {{}}"], None)


@negates({"TFR501", "TFR502"})
def kept_by_the_instance(case: Case) -> Edits:
    """The function is made anew: the only instance of the class keeps it."""
    program, method = case.program, case.program.function(case.statement)
    class_ = program.parents[method] if method else None
    if not isinstance(method, Function) or not isinstance(class_, ast.ClassDef):
        raise NotApplicable
    if not method.args.args or len(program.calls(class_.name)) != 1:
        raise NotApplicable
    if program.repeaters(program.calls(class_.name)[0]):
        raise NotApplicable
    kept = program.unused("_kept")
    attribute = f"{method.args.args[0].arg}.{kept}"
    at_class = program.at_start(class_.body, f"{kept} = None", "")
    return [at_class, *_kept(case, attribute, f"if {attribute} is None:", [], None)]


def _kept(case: Case, kept: str, test: str, top: Sequence[str], declared: str | None) -> Edits:
    """Make the function under a test and keep it; use what is kept from there on."""
    program, statement = case.program, case.statement
    function = program.function(statement)
    if "wrapped again" in case.finding.message or isinstance(function, ast.Lambda):
        raise NotApplicable
    edits: list[Edit] = []
    outer = next(s for s in program.tree.body if any(n is statement for n in ast.walk(s)))
    if top:
        edits.append(program.before(outer, *top, ""))
    if declared and function:
        edits.append(program.at_start(function.body, declared))
    indent = program.indentation(statement)
    if isinstance(statement, Function):
        name = statement.name
    elif isinstance(statement, ast.Assign) and _wrapping(case) is statement.value:
        name = last_name(statement.targets[0]) or ""
    else:
        return [*edits, *_expression_kept(case, kept, test)]
    after = (f"    {kept} = {name}", f"{name} = {kept}")
    return [
        *edits,
        *program.under([statement], test),
        program.after(statement, *after, indent=indent),
    ]


def _expression_kept(case: Case, kept: str, test: str) -> Edits:
    program, made = case.program, _wrapping(case)
    for outer in program.above(made):
        if isinstance(outer, ast.stmt):
            break
        if isinstance(outer, Comprehension | ast.Lambda):
            raise NotApplicable
    if made.lineno != made.end_lineno:
        raise NotApplicable
    line = f"    {kept} = {program.source(made)}"
    return [program.before(case.statement, test, line), program.replaced(made, kept)]


def _wrapping(case: Case) -> ast.Call:
    """Return the call of ``tf.function`` that is reported."""
    for node in case.expressions:
        if isinstance(node, ast.Call) and last_name(node.func) == "function":
            if not isinstance(node.func, ast.Call):
                return node
    raise NotApplicable


@negates({"TFR501", "TFR502"})
def kept_by_lru_cache(case: Case) -> Edits:
    """The function is made anew: a cached function makes it, once for each function."""
    made = _wrapping(case)
    defined = {f.name for f in case.program.tree.body if isinstance(f, Function)}
    if "wrapped again" in case.finding.message or not made.args:
        raise NotApplicable
    if not isinstance(made.args[0], ast.Name) or made.args[0].id not in defined:
        raise NotApplicable
    kept, source = case.program.unused("kept"), case.program.source(made.func)
    lines = (
        *("import functools", "", "", "@functools.lru_cache(maxsize=None)"),
        *(f"def {kept}(function):", f"    return {source}(function)"),
    )
    return [
        case.program.above_definitions(*lines),
        case.program.replaced(made, f"{kept}({made.args[0].id})"),
    ]


# It is Keras' method


@negates({"TFR402", "TFR601", "TFR602"})
def method_of_its_own(case: Case) -> Edits:
    """The method is Keras': the model's class defines it itself."""
    if not isinstance(case.made.func, ast.Attribute):
        raise NotApplicable
    program, name = case.program, case.made.func.attr
    method = (f"def {name}(self, *arguments, **options):", "    return None", "")
    keras = re.compile(r"\b(?:\w+\.)*(?:Sequential|Model)\b")
    edits: list[Edit] = []
    for node in ast.walk(program.tree):
        if isinstance(node, ast.ClassDef) and any(
            keras.search(program.source(b)) for b in node.bases
        ):
            edits.append(program.at_start(node.body, *method))
        elif isinstance(node, ast.Call) and keras.fullmatch(program.source(node.func)):
            own = program.unused("Own")
            header = (
                f"class {own}({program.source(node.func)}):",
                *(f"    {m}" for m in method[:2]),
            )
            if not edits or own not in edits[0].text:
                edits.insert(0, program.above_definitions("", "", *header))
            edits.append(program.replaced(node.func, own))
    if not edits:
        raise NotApplicable
    return edits


@negates(KERAS | {"TFR304", "TFR401"})
def another_library(case: Case) -> Edits:
    """The object is Keras': it is of an unknown package with the same names."""
    program, text = case.program, case.program.text
    package = program.unused("estimators")
    if case.finding.code == "TFR401" and "keras" not in program.source(case.made.func):
        raise NotApplicable
    patterns = (
        (rf"\b{case.tf}\.keras\b", package),
        (r"^(import|from) (keras)\b", None),
        (r"^from tensorflow import keras$", f"import {package} as keras"),
        (r"^(import|from) (tensorflow\.keras)\b", None),
    )
    edits = []
    for pattern, new in patterns:
        for match in re.finditer(pattern, text, re.MULTILINE):
            if new is not None:
                edits.append(Edit(match.start(), match.end(), new))
            elif match[1] == "import" and text[match.end() :].startswith("\n"):
                edits.append(Edit(*match.span(2), f"{package} as {match[2]}"))
            else:
                edits.append(Edit(*match.span(2), package))
    if not edits:
        raise NotApplicable
    return [program.above_definitions(f"import {package}"), *edits]


# It happens in a graph, and nothing expects it


@negates({"TFR304", "TFR402", "TFR406"})
def under_init_scope(case: Case) -> Edits:
    """The operand is symbolic: the body is lifted out of the graph, its parameters set there."""
    function = case.body_function
    own = [argument.arg for argument in parameters(function)]
    if isinstance(case.program.parents[function], ast.ClassDef):
        own = own[1:]
    kept = names(case.made.func) if case.finding.code == "TFR402" else set()
    lines = [f"    {name} = {case.tf}.ones([2, 2])" for name in own if name not in kept]
    return case.program.under(function.body, f"with {case.tf}.init_scope():", *lines)


@negates(IN_A_GRAPH)
def eager_only(case: Case) -> Edits:
    """It happens in a graph: it is guarded by tf.executing_eagerly()."""
    _ = case.body_function
    if isinstance(case.statement, ast.Global):  # what happens is behind it
        raise NotApplicable
    return case.program.under([case.statement], f"if {case.tf}.executing_eagerly():")


@negates(None)
def excluded_by_its_type(case: Case) -> Edits:
    """It runs: a condition asks of a value for a type that it never has."""
    return _excluded(case, "isinstance({}, (list, tuple))")


@negates(None)
def excluded_by_being_none(case: Case) -> Edits:
    """It runs: it stands under what would have to be None, and never is."""
    return _excluded(case, "{} is None")


def _excluded(case: Case, test: str) -> Edits:
    """Put the statement of a finding under a condition on a number."""
    if isinstance(case.statement, (Function, ast.Global)):
        raise NotApplicable
    name = case.program.unused("count")
    lines = (f"{name} = 3",)
    header = f"if {test.format(name)}:"
    return [
        case.program.above_definitions(*lines),
        *case.program.under([case.statement], header),
    ]


@negates(IN_A_GRAPH)
def graph_has_returned(case: Case) -> Edits:
    """It happens in a graph: what is traced has returned before."""
    _ = case.body_function
    test = f"if not {case.tf}.executing_eagerly():"
    return [case.program.before(case.statement, test, "    return None")]


@negates(RAISING)
def expected_by_pytest(case: Case) -> Edits:
    """Nobody expects the error: the calls stand under pytest.raises."""
    return _expected(case, ["import pytest"], "with pytest.raises(Exception):")


@negates(RAISING)
def expected_by_unittest(case: Case) -> Edits:
    """Nobody expects the error: the calls stand under assertRaises."""
    return _expected(case, ["import unittest"], "with unittest.TestCase().assertRaises(Exception):")


@negates(RAISING)
def expected_by_a_generator(case: Case) -> Edits:
    """Nobody expects the error: the calls stand under a context manager of the program's own."""
    name = case.program.unused("expecting")
    lines = (
        "import contextlib",
        "@contextlib.contextmanager",
        f"def {name}(error):",
        "    try:",
        "        yield",
        "    except error as caught:",
        "        print(caught)",
    )
    return _expected(case, lines, f"with {name}(Exception):")


def _expected(case: Case, lines: Sequence[str], header: str) -> Edits:
    """Put the calls of the function that raises under a header."""
    message = case.finding.message
    # What raises where it is defined raises whatever is around the calls.
    at_call = {"TFR205": "passed at", "TFR503": "is gone"}.get(case.finding.code, "raises")
    if "raises" not in message or at_call not in message:
        raise NotApplicable
    if case.finding.code in ("TFR104", "TFR209", "TFR503"):
        steps = [case.statement]
    else:
        steps = list(dict.fromkeys(case.program.statement(call) for call in case.calls))
    if not steps:
        raise NotApplicable
    edits = [case.program.above_definitions(*lines)]
    return edits + [edit for step in steps for edit in case.program.under([step], header)]


@negates({"TFR209"})
def caught(case: Case) -> Edits:
    """Nobody expects the error: the call stands in a try that catches it."""
    handler = ["except (KeyError, TypeError):", "    print()"]
    under = case.program.under([case.statement], "try:")
    return [*under, case.program.after(case.statement, *handler)]


@negates({"TFR408"})
def same_seed(case: Case) -> Edits:
    """The seed is another one: all that are set are the same, and the first is before all calls."""
    program = case.program
    seeds = [
        node.args[0]
        for node in ast.walk(program.tree)
        if isinstance(node, ast.Call) and last_name(node.func) == "set_seed"
    ]
    edits = [program.replaced(seed, "7") for seed in seeds]
    return [*edits, program.above_definitions(f"{case.tf}.random.set_seed(7)")]


@negates({"TFR408"})
def drawn_by_a_generator(case: Case) -> Edits:
    """The function draws with the seeds of its trace: it draws from a generator."""
    program = case.program
    generator = program.unused("generator")
    drawing = [
        node.func.value
        for node in ast.walk(program.tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("normal", "uniform")
    ]
    edits = [program.replaced(module, generator) for module in drawing]
    made = f"{generator} = {case.tf}.random.Generator.from_seed(1)"
    return [*edits, program.above_definitions(made)]


@negates({"TFR506"})
def made_before(case: Case) -> Edits:
    """Each iteration makes an instance: another one, made before the loop, is used."""
    program = case.program
    one = program.unused("one")
    if isinstance(case.loop, Comprehension):
        raise NotApplicable
    made = program.source(case.made)
    if names(case.made) & names(case.loop.target if isinstance(case.loop, ast.For) else case.loop):
        made = f"{ast.unparse(case.made.func)}(1)"
    return [program.before(case.loop, f"{one} = {made}"), program.replaced(case.made, one)]


@negates({"TFR505"})
def behind_an_option(case: Case) -> Edits:
    """It is always switched: it stands behind an option of the command line."""
    options = case.program.unused("options")
    lines = (
        *("import argparse", f"{options} = argparse.ArgumentParser()"),
        f'{options}.add_argument("--eager", action="store_true")',
        f"{options} = {options}.parse_args()",
    )
    edits = [case.program.above_definitions(*lines)]
    return [*edits, *case.program.under([case.statement], f"if {options}.eager:")]


@negates(None)
def tensorflow_1(case: Case) -> Edits:
    """The module is one of TensorFlow 2: it switches that off, and nothing is reported of it.

    That is a decision, not a measurement: a tf.function retraces in TensorFlow 1's mode, too.
    """
    if case.finding.code == "TFR203":
        raise NotApplicable
    return [case.program.above_definitions(f"{case.tf}.compat.v1.disable_v2_behavior()")]


def variant_of(case: Case, name: str) -> Variant | None:
    """Return what a generator makes of a finding's program; None where it does not apply."""
    generator, codes = GENERATORS[name]
    if codes is not None and case.finding.code not in codes:
        return None
    try:
        return case.program.edited(name, generator(case))
    except NotApplicable:
        return None


def look(
    program: Program,
    path: str,
    codes: frozenset[str],
    outcome: Outcome,
    *,
    only: str = "",
    show: bool = False,
) -> None:
    """Try every generator on every finding of a program."""
    found = check(program.text, path, codes=codes)
    for finding in found:
        same = sum((f.line, f.code) == (finding.line, finding.code) for f in found)
        for name in GENERATORS:
            variant = variant_of(Case(program, finding), name) if only in name else None
            if variant is None:
                continue
            if show:
                print(f"# {path}:{finding.line} {finding.code}: {name}\n{variant.text}")
            outcome.tried[name] += 1
            outcome.differences += _still_there(variant, path, codes, finding, same)


def _still_there(
    variant: Variant, path: str, codes: frozenset[str], finding: Finding, count: int
) -> list[Difference]:
    try:
        compile(variant.text, path, "exec", dont_inherit=True)
        after = check(variant.text, path, codes=codes)
    except Exception as error:  # a crash, or a variant that is no Python
        return [Difference(variant.name, "crash", finding.line, type(error).__name__, str(error))]
    same = [f for f in after if f.code == finding.code and variant.origin(f.line) == finding.line]
    if len(same) < count:
        return []
    return [Difference(variant.name, "still there", finding.line, finding.code, same[0].message)]


def main() -> int:
    """Run the command."""
    made = parser(__doc__)
    made.add_argument("--only", default="", help="only generators whose name contains this")
    made.add_argument("--show", action="store_true", help="print every variant")
    made.add_argument("--list", action="store_true", help="print the generators and stop")
    options = made.parse_args()
    if options.list:
        for name, (generator, codes) in GENERATORS.items():
            premise = (generator.__doc__ or "").partition("\n")[0]
            print(f"{name}: {premise}\n    {' '.join(sorted(codes or ['every code']))}")
        return 0
    return run(options, partial(look, only=options.only, show=options.show))


if __name__ == "__main__":
    sys.exit(main())
