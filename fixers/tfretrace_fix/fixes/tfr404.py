"""TFR404: a random number or the time that is frozen into the graph is drawn by the graph.

The distribution and the shape stay. NumPy and Python leave it to the uses which dtype the number
gets: the fix follows it to the tensors that it meets. A single number may also decide, or index:
then the body gets what its uses need, as where an argument becomes a tensor.

What a graph cannot draw, or would not draw from the same seed, is drawn where the function is
called, and passed to it; so is what it reads of the environment.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from dataclasses import dataclass, field

from flake8_tfretrace import Finding
from flake8_tfretrace.facts import BodyFacts
from flake8_tfretrace.program import CallSite, Function, Place, Program
from flake8_tfretrace.program.library import CLOCKS, is_of_library
from flake8_tfretrace.program.scopes import lookup, start
from flake8_tfretrace.program.tracetypes import PythonValue, SequenceValue, TensorValue
from tfretrace_fix.conversion import Number, convert
from tfretrace_fix.edits import (
    AddArgument,
    AddParameter,
    Edit,
    InsertBefore,
    Replace,
    ReplaceStatement,
    SetKeyword,
)
from tfretrace_fix.effects import is_seeded, library_drawing, runs_eagerly
from tfretrace_fix.fixes.arguments import all_calls, uses_of
from tfretrace_fix.functions import HOST_VALUES, uses
from tfretrace_fix.names import tensorflow_name
from tfretrace_fix.plans import Context, Plan, Refusal
from tfretrace_fix.targets import statement_around

_SIGNATURES = {
    "numpy.random.normal": ("normal", "mean stddev size"),
    "numpy.random.standard_normal": ("normal", "size"),
    "numpy.random.randn": ("normal", "*size"),
    "numpy.random.uniform": ("uniform", "minval maxval size"),
    "numpy.random.random": ("uniform", "size"),
    "numpy.random.random_sample": ("uniform", "size"),
    "numpy.random.rand": ("uniform", "*size"),
    "random.random": ("uniform", ""),
    "random.uniform": ("uniform", "minval maxval"),
    "random.gauss": ("normal", "mean stddev"),
    "random.normalvariate": ("normal", "mean stddev"),
}
"""The function of ``tf.random``, and what the arguments are to it."""
_COMPOSED = {
    "numpy.random.beta": ("a b size", "share of {a} and {b}"),
    "numpy.random.gamma": ("shape scale size", "gamma of {shape}"),
    "numpy.random.standard_gamma": ("shape size", "gamma of {shape}"),
    "numpy.random.exponential": ("scale size", "gamma of 1.0"),
    "numpy.random.standard_exponential": ("size", "gamma of 1.0"),
    "random.betavariate": ("alpha beta", "share of {alpha} and {beta}"),
}
"""Distributions that come from gamma: the parameters, and what is drawn.

Of two gamma draws, the share of the first has a beta distribution.
"""
_INTEGERS = {
    "numpy.random.randint": "low high size",
    "numpy.random.choice": "low size",
    "random.randint": "low last",
    "random.randrange": "low high",
}
"""The parameters of functions that draw integers; without ``high`` they are below ``low``."""
_KEYWORDS = {"loc": "mean", "scale": "stddev", "low": "minval", "high": "maxval", "size": "size"}
_KEYWORDS |= {"mu": "mean", "sigma": "stddev", "a": "minval", "b": "maxval"}
_FLOATS = ("float16", "float32", "float64")
_SIMPLE = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Return)
_REPEATING = (
    *(ast.IfExp, ast.BoolOp, ast.Compare, ast.Lambda),
    *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
)


@dataclass
class _Draw:
    """A call that is replaced, and what is found out about it."""

    program: Program
    tensorflow: str
    call: ast.Call
    place: Place
    edits: list[Edit] = field(default_factory=list)
    is_computed_with: bool = False
    """Whether it meets Python numbers before it meets a tensor."""

    @property
    def function(self) -> Function:
        return self.place.function


def plan(finding: Finding, context: Context) -> Plan:
    """Draw in the graph, at every call; or else where the function is called."""
    try:
        return _in_graph(finding, context)
    except Refusal as refusal:
        try:
            return _at_calls(finding, context)
        except Refusal:
            raise refusal from None


def _at_calls(finding: Finding, context: Context) -> Plan:
    """Pass what the body draws to the function, by the names that it has there."""
    facts: BodyFacts = finding.facts
    program, function = context.program, facts.function
    covers = [
        other
        for other in context.findings
        if other.code == "TFR404" and other.facts.function is function
    ]
    traced, node = program.traced_of(function), function.node
    if len(traced) != 1 or not isinstance(node, ast.FunctionDef):
        raise Refusal(f"'{function.name}' is not one tf.function")
    if node.args.vararg or node.args.kwarg or node.args.kwonlyargs or node.args.defaults:
        raise Refusal(f"'{function.name}' takes more than plain arguments")
    sites = all_calls(context, traced[0])
    for site in sites:
        if program.graph.holds(site.place):
            raise Refusal(f"line {site.node.lineno} calls it in a graph")
    tensorflow, imports = tensorflow_name(program, function.body, *(s.place for s in sites))
    edits: list[Edit] = [*imports]
    # In the order in which they are drawn.
    drawn = dict(_assignment(program, other) for other in covers)
    moved = {node for statement in drawn for node in ast.walk(statement)}
    for reached in program.effects.reached([function]):
        for call, place in reached.calls:
            if call not in moved and _is_drawn(program, call, place):
                raise Refusal(f"'{ast.unparse(call.func)}' draws from the same numbers")
    for statement, name in sorted(drawn.items(), key=lambda item: start(item[0])):
        for site in sites:
            _check_names(program, statement.value, site, function)
        template, body = _as_argument(program, tensorflow, function, statement, name)
        edits += [ReplaceStatement(statement, ""), AddParameter(node, name), *body]
        for site in sites:
            code, values = template, {"value": statement.value}
            before = _statement(program, site, name)
            if before is not None:
                edits.append(InsertBefore(before, f"{name} = {{value}}", values))
                code, values = template.replace("{value}", name), {}
            if site.node.keywords:
                edits.append(SetKeyword(site.node, name, code, values))
            else:
                edits.append(AddArgument(site.node, code, values))
    because = f"'{function.name}' takes what it draws at every call then"
    return Plan(tuple(edits), tuple(covers), because)


def _assignment(program: Program, finding: Finding) -> tuple[ast.Assign, str]:
    """Return the statement that gives a name to what is drawn, once in each call, and the name."""
    facts: BodyFacts = finding.facts
    statement = statement_around(program, facts.node)
    if isinstance(statement, ast.Assign) and facts.place.node is facts.function.node:
        (target, *others) = statement.targets
        if isinstance(target, ast.Name) and not others:
            if len(facts.function.body.scope.bindings[target.id]) == 1:
                return statement, target.id
    raise Refusal(f"'{ast.unparse(facts.node)}' has no name of its own")


def _check_names(program: Program, value: ast.expr, site: CallSite, function: Function) -> None:
    """Raise Refusal where an expression means something else, or nothing, at a call."""
    kept = _kept_attributes(program, value, site, function)
    for node in ast.walk(value):
        if isinstance(node, ast.Lambda | ast.comprehension | ast.NamedExpr | ast.Await):
            raise Refusal(f"'{ast.unparse(value)}' is more than a call")
        if isinstance(node, ast.Name) and node not in kept:
            owner, _ = lookup(node.id, function.body.scope)
            is_global = owner is None or owner is program.index.module.body.scope
            if not is_global or lookup(node.id, site.place.scope)[0] is not owner:
                raise Refusal(f"'{node.id}' is not known where '{function.name}' is called")


def _kept_attributes(
    program: Program, value: ast.expr, site: CallSite, function: Function
) -> set[ast.expr]:
    """Return the names of the instance in an expression that mean the same at a call of a method.

    What it reads of that the method does not set before.
    """
    receiver = site.node.func.value if isinstance(site.node.func, ast.Attribute) else None
    is_bound = function.owner is not None and function.call_parameters != function.parameters
    if not is_bound or not isinstance(receiver, ast.Name):
        return set()
    name = function.parameters[0].name
    bindings = program.bindings(receiver, site.place)
    if receiver.id != name or [binding.kind for binding in bindings] != ["parameter"]:
        return set()
    stored = {
        store.attr
        for reached in program.effects.reached([function])
        for store, _ in reached.attribute_stores
    }
    return {
        node.value
        for node in ast.walk(value)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == name
        and node.attr not in stored
    }


def _statement(program: Program, site: CallSite, name: str) -> ast.stmt | None:
    """Return the statement that makes a call once, if ``name`` can be set in front of it."""
    statement = statement_around(program, site.node)
    if not isinstance(statement, _SIMPLE) or hasattr(builtins, name):
        return None
    is_free = lookup(name, site.place.scope)[0] is None and name not in site.place.scope.outside
    around: ast.AST | None = site.node
    later: list[ast.AST] = []
    while is_free and around is not statement and around is not None:
        # Such an expression makes the call now and then, or several times.
        is_free = not isinstance(around, _REPEATING)
        later.append(around)
        around = program.syntax.parent(program.index.module, around)
    for node in ast.walk(statement):
        if isinstance(node, ast.Call) and node not in later:
            # What comes before the call may draw as well.
            is_known = is_of_library(program.qualified(node.func, site.place) or "")
            is_free &= is_known and not _is_drawn(program, node, site.place)
    return statement if is_free else None


def _is_drawn(program: Program, call: ast.Call, place: Place) -> bool:
    return (program.qualified(call.func, place) or "").startswith(HOST_VALUES)


def _as_argument(
    program: Program, tensorflow: str, function: Function, statement: ast.Assign, name: str
) -> tuple[str, list[Edit]]:
    """Return the template of an argument for what a statement draws, and edits of the body."""
    value = program.value(statement.value, function.body)
    parts = (part for part in ast.walk(statement.value) if isinstance(part, ast.Attribute))
    if any((program.qualified(part, function.body) or "").startswith("os.") for part in parts):
        # What the environment says stays the same, and may decide.
        return "{value}", []
    if isinstance(value, TensorValue) and value.variable is False:
        is_array = value.numpy is True and value.dtype == "float32"
        if is_array or value.numpy is False:
            return "{value}", [*uses_of(program, function, name, is_array=is_array)]
    if not isinstance(value, PythonValue) or value.kind != "float":
        raise Refusal(f"it is not known what '{ast.unparse(statement.value)}' is")
    (binding,) = function.body.scope.bindings[name]
    conversion = convert(program, tensorflow, function, {binding: Number("float64")})
    return f"{tensorflow}.constant({{value}}, {tensorflow}.float64)", [*conversion.edits.values()]


def _in_graph(finding: Finding, context: Context) -> Plan:
    facts: BodyFacts = finding.facts
    program = context.program
    tensorflow, imports = tensorflow_name(program, facts.place)
    if not isinstance(facts.node, ast.Call):
        raise Refusal(
            "the graph cannot read the environment: read it where "
            f"'{facts.function.name}' is called, and pass it"
        )
    if runs_eagerly(program, facts.function):
        raise Refusal(f"eager callers of '{facts.function.name}' draw a new value already")
    place = program.index.places[facts.node]
    decided = _decided(program, facts.node, facts.function)
    for other in context.findings:
        if other.code == "TFR404" and other.facts.node in decided:
            # The graph has both branches then, where Python ran one of them.
            raise Refusal(f"it decides whether line {other.line} draws: that has to change first")
    library = library_drawing(program, facts.node, place)
    if library is not None and is_seeded(program, library) and _is_traced_again(facts, context):
        raise Refusal(
            "each call traces and so draws the next number of a seed already, which a graph cannot"
        )
    draw = _Draw(program, tensorflow, facts.node, place)
    if program.qualified(facts.node.func, place) in _INTEGERS:
        _decide(draw)
    else:
        try:
            _replace(draw)
        except Refusal as refusal:
            if _is_first_elsewhere(finding, context, tensorflow):
                # It may meet a tensor when that is done.
                raise
            draw = _Draw(program, tensorflow, facts.node, place)
            try:
                _decide(draw)
            except Refusal:
                raise refusal from None
    because = "the value is a new one at every call, and not from the same generator"
    return Plan((*draw.edits, *imports), (finding,), because)


def _decided(program: Program, node: ast.expr, function: Function) -> set[ast.AST]:
    """Return what runs or not by a condition that ``node`` is part of."""
    child: ast.AST = node
    while isinstance(child, ast.expr):
        parent = program.syntax.parent(function, child)
        if isinstance(parent, ast.If | ast.IfExp) and child is parent.test:
            return {*ast.walk(parent)} - {*ast.walk(parent.test)}
        if parent is None:
            break
        child = parent
    return set()


def _is_traced_again(facts: BodyFacts, context: Context) -> bool:
    """Whether calls retrace the function: then it does what it draws anew."""
    return any(
        other.code.startswith("TFR1") and getattr(other.facts, "traced", None) is traced
        for traced in context.program.traced_of(facts.function)
        for other in context.findings
    )


def _is_first_elsewhere(finding: Finding, context: Context, tensorflow: str) -> bool:
    """Whether another draw of the same function can be replaced as it is."""
    for other in context.findings:
        facts: BodyFacts = other.facts
        if other.code != "TFR404" or other is finding or not isinstance(facts.node, ast.Call):
            continue
        if facts.function is not finding.facts.function:
            continue
        place = context.program.index.places[facts.node]
        try:
            _replace(_Draw(context.program, tensorflow, facts.node, place))
        except Refusal:
            continue
        return True
    return False


def _replace(draw: _Draw) -> None:
    """Add the edits: of the call itself, and of what its value is handed to."""
    tensorflow, call = draw.tensorflow, draw.call
    qualified = draw.program.qualified(call.func, draw.place) or ""
    if qualified == "time.time":
        try:
            dtype = _dtype(draw, call, f"{tensorflow}.float32")
        except Refusal as refusal:
            raise Refusal(f"{refusal}; {_no_clock(draw)}") from None
        template = f"{tensorflow}.timestamp()"
        if dtype != f"{tensorflow}.float64":
            if draw.is_computed_with:
                raise Refusal(_no_clock(draw))
            template = f"{tensorflow}.cast({template}, {dtype})"
        draw.edits.append(Replace(call, template))
        return
    template, values, shape = _drawn(draw, qualified)
    replaced: ast.expr = call
    default = f"{tensorflow}.float32" if shape == "[]" else f"{tensorflow}.float64"
    conversion = _conversion(draw)
    if conversion is not None:
        replaced, default = conversion
    dtype = _dtype(draw, replaced, default)
    is_default = dtype == f"{tensorflow}.float32"
    code = template.replace("<dtype>", "" if is_default else f", dtype={dtype}")
    draw.edits.append(Replace(replaced, code, values))


def _no_clock(draw: _Draw) -> str:
    return (
        "the operations of a graph run in another order than they are written in: take the time "
        f"where '{draw.function.name}' is called"
    )


def _drawn(draw: _Draw, qualified: str) -> tuple[str, dict[str, ast.expr], str]:
    """Return what draws in the graph, its values, and the code of the shape.

    ``<dtype>`` in the template stands for the argument of that name.
    """
    tensorflow = draw.tensorflow
    if qualified in _COMPOSED:
        names, what = _COMPOSED[qualified]
        values, shape = _arguments(draw, names.split())
        kind, _, of = what.partition(" of ")
        if any(f"{{{name}}}" in of and name not in values for name in names.split()):
            raise Refusal("an argument is missing")
        parameters = f"[{of.replace(' and ', ', ')}]" if kind == "share" else of
        # TensorFlow's is the inverse of NumPy's.
        rate = ", beta=1 / {scale}" if "scale" in values else ""
        template = f"{tensorflow}.random.gamma({shape}, {parameters}{rate}<dtype>)"
        if kind == "share":
            template = f"{tensorflow}.linalg.normalize({template}, ord=1, axis=-1)[0][..., 0]"
        return template, values, shape
    if qualified in CLOCKS:
        raise Refusal(_no_clock(draw))
    if qualified not in _SIGNATURES:
        raise Refusal(f"'{ast.unparse(draw.call.func)}' has no counterpart in a graph")
    function, names = _SIGNATURES[qualified]
    values, shape = _arguments(draw, names.split())
    arguments = [shape, *(f"{n}={{{n}}}" for n in values if n in ("mean", "stddev"))]
    arguments += [f"{n}={{{n}}}" for n in values if n in ("minval", "maxval")]
    return f"{tensorflow}.random.{function}({', '.join(arguments)}<dtype>)", values, shape


def _decide(draw: _Draw) -> None:
    """Draw a single number that may decide or index, and convert the body to a tensor of it."""
    program, call = draw.program, draw.call
    qualified = program.qualified(call.func, draw.place) or ""
    if draw.place.function.place is None:
        raise Refusal("it is drawn outside a function")
    is_integer = qualified in _INTEGERS
    if is_integer:
        template, values, shape = _drawn_integer(draw, _INTEGERS[qualified])
    else:
        template, values, shape = _drawn(draw, qualified)
    if shape != "[]":
        raise Refusal("an array of numbers would have to become a tensor")
    number = Number("int32" if is_integer else "float64")
    conversion = convert(program, draw.tensorflow, draw.function, {call: number})
    # Where it meets no tensor, nobody sees how many digits were drawn.
    dtype = f", dtype={draw.tensorflow}.float64" if conversion.edits else ""
    draw.edits.append(Replace(call, template.replace("<dtype>", dtype), values))
    draw.edits += conversion.edits.values()


def _drawn_integer(draw: _Draw, names: str) -> tuple[str, dict[str, ast.expr], str]:
    values, shape = _arguments(draw, names.split())
    bounds = [node for name, node in values.items() if name != "size"]
    for node in bounds:
        value = draw.program.value(node, draw.place)
        if not isinstance(value, PythonValue) or value.kind != "int":
            raise Refusal(f"'{ast.unparse(node)}' is not known to be a Python int")
    match [name for name in values if name != "size"]:
        case ["low"]:
            written = "maxval={low}"
        case ["low", "high"]:
            written = "minval={low}, maxval={high}"
        case ["low", "last"]:
            last = values["last"]
            known = last.value if isinstance(last, ast.Constant) else None
            above = str(known + 1) if isinstance(known, int) else "{last} + 1"
            written = f"minval={{low}}, maxval={above}"
        case _:
            raise Refusal("an argument is missing")
    tensorflow = draw.tensorflow
    code = f"{tensorflow}.random.uniform({shape}, {written}, dtype={tensorflow}.int32)"
    return code, values, shape


def _arguments(draw: _Draw, names: list[str]) -> tuple[dict[str, ast.expr], str]:
    """Return the arguments under the names of ``tf.random``, and the code of the shape."""
    call = draw.call
    if any(isinstance(argument, ast.Starred) for argument in call.args):
        raise Refusal("it is not clear which shape it has")
    if names == ["*size"] and not call.keywords:
        dimensions = {f"dimension{i}": node for i, node in enumerate(call.args)}
        return dimensions, f"[{', '.join(f'{{{name}}}' for name in dimensions)}]"
    given = dict(zip(names, call.args, strict=False))
    for keyword in call.keywords:
        given_name = keyword.arg or ""
        name = given_name if given_name in names else _KEYWORDS.get(given_name)
        if name is None or name not in names:
            raise Refusal(f"the call has the argument '{keyword.arg or '**'}'")
        given[name] = keyword.value
    size = given.get("size")
    if size is None or (isinstance(size, ast.Constant) and size.value is None):
        given.pop("size", None)
        for node in given.values():
            if not isinstance(draw.program.value(node, draw.place), PythonValue):
                raise Refusal(f"'{ast.unparse(node)}' may decide the shape")
        return given, "[]"
    value = draw.program.value(size, draw.place)
    if isinstance(value, PythonValue) and value.kind == "int":
        return given, "[{size}]"
    if isinstance(value, SequenceValue) or getattr(size, "attr", "") == "shape":
        return given, "{size}"
    raise Refusal(f"it is not clear which shape '{ast.unparse(size)}' is")


def _conversion(draw: _Draw) -> tuple[ast.Call, str] | None:
    """Return the call of ``astype`` on the value, with the dtype that it gives."""
    attribute = draw.program.syntax.parent(draw.function, draw.call)
    if not isinstance(attribute, ast.Attribute) or attribute.attr != "astype":
        return None
    call = draw.program.syntax.parent(draw.function, attribute)
    if not isinstance(call, ast.Call) or len(call.args) != 1 or call.keywords:
        return None
    (given,) = call.args
    name = (draw.program.qualified(given, draw.place) or "").rpartition(".")[2]
    if isinstance(given, ast.Constant):
        name = str(given.value)
    if name not in _FLOATS:
        raise Refusal(f"it is converted to '{ast.unparse(given)}'")
    return call, f"{draw.tensorflow}.{name}"


# the dtype that the uses need


def _dtype(draw: _Draw, node: ast.expr, default: str) -> str:
    """Return the code of the dtype that ``node`` must have where it is used."""
    found = set(_uses(draw, node, default))
    if len(found) != 1:
        raise Refusal("its uses need different dtypes")
    return found.pop()


def _uses(draw: _Draw, node: ast.expr, default: str) -> Iterator[str]:
    """Yield the dtype of each use; ``default`` where the value is a tensor of its own."""
    parent = draw.program.syntax.parent(draw.function, node)
    match parent:
        case ast.BinOp(left=left, right=right):
            yield from _meeting(draw, parent, right if node is left else left, default)
        case ast.Compare(left=left, comparators=[right]):
            other = right if node is left else left
            if isinstance(draw.program.value(other, draw.place), PythonValue):
                raise Refusal(f"the graph would have to decide '{ast.unparse(parent)}'")
            yield _of_tensor(draw, other)
        case ast.UnaryOp(op=ast.USub()):
            yield from _uses(draw, parent, default)
        case ast.Return():
            yield default
        case ast.Tuple() if isinstance(
            draw.program.syntax.parent(draw.function, parent), ast.Return
        ):
            yield default
        case ast.Call(func=func, args=[first, *_]) if first is node:
            qualified = draw.program.qualified(func, draw.place) or ""
            used = uses(draw.program, parent, draw.place)
            is_converted = used is not None and first in used.converted
            if qualified == "tensorflow.constant" and _has_dtype(parent):
                # It makes no tensor of a tensor.
                draw.edits.append(Replace(func, f"{draw.tensorflow}.cast"))
            elif qualified != "tensorflow.cast" and not is_converted:
                raise Refusal(f"it is handed to {ast.unparse(func)}()")
            value = draw.program.value(parent, draw.place)
            if not is_converted and getattr(value, "dtype", None) in _FLOATS:
                assert isinstance(value, TensorValue)
                yield f"{draw.tensorflow}.{value.dtype}"
            else:
                yield default
        case ast.Assign(targets=[ast.Name(id=name)]):
            if len(draw.function.body.scope.bindings.get(name, ())) != 1:
                raise Refusal(f"'{name}' is set more than once")
            for use, _ in draw.program.syntax.uses(draw.function).get(name, ()):
                yield from _uses(draw, use, default)
        case _:
            raise Refusal("it is used where the graph needs to know its value")


def _meeting(draw: _Draw, node: ast.BinOp, other: ast.expr, default: str) -> Iterator[str]:
    """Yield the dtypes that arithmetic with ``other`` asks for."""
    value = draw.program.value(other, draw.place)
    if value.is_number:
        draw.is_computed_with = True
        yield from _uses(draw, node, default)
    else:
        yield _of_tensor(draw, other)


def _of_tensor(draw: _Draw, other: ast.expr) -> str:
    """Return the code of the dtype of a tensor that the value meets."""
    value = draw.program.value(other, draw.place)
    text = ast.unparse(other)
    if not isinstance(value, TensorValue) or value.numpy is not False:
        raise Refusal(f"it meets '{text}', which is not known to be a tensor")
    if value.dtype in _FLOATS:
        return f"{draw.tensorflow}.{value.dtype}"
    if value.dtype is not None or not isinstance(other, ast.Name):
        raise Refusal(f"it meets '{text}', which is {value.dtype or 'of unknown dtype'}")
    bindings = draw.program.bindings(other, draw.place)
    if any(b.kind != "parameter" for b in bindings):
        raise Refusal(f"it meets '{text}', which is of unknown dtype")
    return f"{other.id}.dtype"


def _has_dtype(call: ast.Call) -> bool:
    keywords = [keyword.arg for keyword in call.keywords]
    return (len(call.args) == 2 and not keywords) or (len(call.args) == 1 and keywords == ["dtype"])
