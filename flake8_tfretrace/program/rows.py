"""How many rows an array has, by how it was made: also where its other dimensions are unknown."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_tfretrace import knowledge
from flake8_tfretrace.program.keras import STEPS
from flake8_tfretrace.program.linear import assigned, part_of
from flake8_tfretrace.program.model import Program
from flake8_tfretrace.program.scopes import Binding, Place, sole_definition
from flake8_tfretrace.program.syntax import argument, bind, named_argument
from flake8_tfretrace.program.tracetypes import (
    PythonValue,
    SequenceValue,
    StreamValue,
    TensorValue,
    TraceType,
)

FEW_ROWS = 128
"""So many rows, four batches of Keras', take less time than to set up a pipeline for them."""
BATCH_ROWS = 4096
"""So many rows fit a small model at once, and take it less time than to set up a pipeline."""
_SPLITTING = frozenset({"sklearn.model_selection.train_test_split"})
"""Functions that return the parts of a whole data set."""
_READING = frozenset({"numpy.genfromtxt", "numpy.loadtxt", "pandas.read_csv", "pandas.read_excel"})
"""Functions that read a table, which is a whole data set as a rule."""
_KEEPING = frozenset({"astype", "copy", "drop", "dropna", "fillna", "reshape", "to_numpy"})
"""Methods of tables and arrays that keep most of their rows."""
_BATCH_BY_BATCH = frozenset({"cache", "prefetch", "repeat", "shuffle", "skip", "take"})
"""Steps of a dataset that leave each of its batches as it is."""


def rows_of_inputs(program: Program, node: ast.expr, place: Place) -> int | None:
    """Return how many rows a model gets; of several inputs, which have to have as many each.

    Where one input has more rows than others, that is an error, or many rows all the same.
    """
    return _rows_of_inputs(program, node, place, frozenset()) or None


def _rows_of_inputs(
    program: Program, node: ast.expr, place: Place, seen: frozenset[ast.AST]
) -> int | None:
    if isinstance(node, ast.Name):
        source = sole_definition(node, place)
        if source is not None and isinstance(source[0], (ast.List, ast.Tuple, ast.Dict)):
            return _rows_of_inputs(program, *source, seen)
    parts: list[ast.expr] = []
    if isinstance(node, (ast.List, ast.Tuple)):
        parts = node.elts
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        # A list of inputs, with more of them at either end.
        written = [s for s in (node.left, node.right) if isinstance(s, (ast.List, ast.Tuple))]
        parts = [part for side in written for part in side.elts]
    elif isinstance(node, ast.Dict):
        parts = node.values
    found = [_rows(program, part, place, seen) for part in parts]
    known = [rows for rows in found if rows is not None]
    return max(known) if known else _rows(program, node, place, seen)


def rows_of(program: Program, node: ast.expr, place: Place) -> int | None:
    """Return the size of the first dimension of what ``node`` gives; None if it is not known.

    Where there are several, the greatest if each is a batch, the least if none is. A bound stands
    for the number.
    """
    return _rows(program, node, place, frozenset()) or None


def _rows(program: Program, node: ast.expr, place: Place, seen: frozenset[ast.AST]) -> int | None:
    """Return the number, or 0 for what only comes back to what is being worked out."""
    if node in seen:
        return 0
    seen = seen | {node}
    known = _known(program.value(node, place))
    if known is not None:
        return known
    if isinstance(node, ast.Subscript):
        return _of_subscript(program, node, place, seen)
    if isinstance(node, ast.Call):
        return _of_call(program, node, place, seen)
    if isinstance(node, ast.BinOp):
        return _of_operands(program, node, place, seen)
    if isinstance(node, ast.ListComp):
        count = program.trips.elements(node, place)
        if count is None and len(node.generators) == 1:
            count = _rows(program, node.generators[0].iter, place, seen)
        return count
    if isinstance(node, ast.Name):
        bindings = program.bindings(node, place)
        return _alike({_of_binding(program, binding, seen) for binding in bindings})
    return None


def _alike(found: set[int | None]) -> int | None:
    """Return what stands for several numbers of rows."""
    known = {rows for rows in found if rows}
    if None in found or not found:
        return None
    if len(known) < 2 or max(known) <= BATCH_ROWS:
        return max(known, default=0)
    return min(known) if min(known) > BATCH_ROWS else None


def is_data_set(
    program: Program, node: ast.expr, place: Place, seen: frozenset[ast.AST] = frozenset()
) -> bool:
    """Whether an array, or one that callers pass for it, is the whole of a data set.

    Models are trained on it for several epochs, or validated with it, it is split off, or read as a
    table.
    """
    if node in seen:
        return False
    seen |= {node}
    if not isinstance(node, ast.Name):
        whole = _whole_of(program, node, place)
        return whole is not None and (whole is node or is_data_set(program, whole, place, seen))
    bindings = program.bindings(node, place)
    for call, around in program.calls.named("fit"):
        for used in _trained_on(program, call, around):
            if used.id == node.id and not set(bindings).isdisjoint(program.bindings(used, around)):
                return True
    sources: list[tuple[ast.expr, Place]] = []
    for binding in bindings:
        value = binding.value
        if binding.kind == "parameter":
            sources += program.calls.given(binding.place.function, binding.name)
            continue
        if binding.kind == "assign" and isinstance(value, ast.Call):
            if program.qualified(value.func, binding.place) in _SPLITTING:
                return True
        if (source := assigned(binding)) is not None:
            sources.append((source, binding.place))
    return any(is_data_set(program, source, at, seen) for source, at in sources)


def _whole_of(program: Program, node: ast.expr, place: Place) -> ast.expr | None:
    """Return what an array has most rows of; the call itself where that reads a table.

    A part whose bounds depend on loop variables, or on what callers pass, is a window.
    """
    if isinstance(node, ast.Attribute):
        return node.value if node.attr in ("iloc", "loc", "values") else None
    if isinstance(node, ast.Subscript):
        first = node.slice.elts[0] if isinstance(node.slice, ast.Tuple) else node.slice
        names = [part for part in ast.walk(first) if isinstance(part, ast.Name)]
        is_part = isinstance(first, ast.Slice) and not any(
            binding.kind in ("loop", "parameter") or binding.place.loops
            for name in names
            for binding in program.bindings(name, place)
        )
        return node.value if is_part else None
    if not isinstance(node, ast.Call):
        return None
    if (program.qualified(node.func, place) or "") in _READING:
        return node
    is_kept = isinstance(node.func, ast.Attribute) and node.func.attr in _KEEPING
    return node.func.value if is_kept and isinstance(node.func, ast.Attribute) else None


def _trained_on(program: Program, call: ast.Call, place: Place) -> Iterator[ast.Name]:
    """Yield the arrays that ``fit`` goes over more than once, or validates with."""
    validation = named_argument(call, "validation_data")
    given = [validation] if validation is not None else []
    epochs = argument(call, 3, "epochs")
    if epochs is not None and program.value(epochs, place).constant != 1:
        given += [*call.args[:1], *(k.value for k in call.keywords if k.arg == "x")]
    for node in given:
        parts = node.elts if isinstance(node, (ast.List, ast.Tuple)) else [node]
        yield from (part for part in parts if isinstance(part, ast.Name))


def _known(value: TraceType) -> int | None:
    if isinstance(value, SequenceValue) and value.items:
        # Several inputs: arrays of the same length.
        known = [rows for item in value.items if (rows := _known(item)) is not None]
        return max(known, default=None)
    return value.most_rows if isinstance(value, TensorValue) else None


def _of_subscript(
    program: Program, node: ast.Subscript, place: Place, seen: frozenset[ast.AST]
) -> int | None:
    first = node.slice.elts[0] if isinstance(node.slice, ast.Tuple) else node.slice
    if isinstance(first, ast.Slice):
        rows = _rows(program, node.value, place, seen)
        window = program.trips.sliced(first, place)
        return rows if window is None else min(window, rows or window)
    value = program.value(first, place)
    if isinstance(first, ast.Constant) and first.value is Ellipsis:
        return _rows(program, node.value, place, seen)
    if isinstance(value, PythonValue):
        if value.kind == "int" and isinstance(node.value, ast.Name):
            # One of the parts of a batch: one row of it would be no input.
            bindings = program.bindings(node.value, place)
            if all(binding.kind == "loop" and not binding.path for binding in bindings):
                return _alike({_of_binding(program, binding, seen) for binding in bindings})
        return 1 if value.kind == "none" else None
    if isinstance(value, TensorValue) and value.dtype in (None, "bool"):
        return None
    # Numbers that choose rows: as many as there are.
    count = _length(program, first, place, seen) if isinstance(value, SequenceValue) else None
    return _rows(program, first, place, seen) if count is None else count


def _length(program: Program, node: ast.expr, place: Place, seen: frozenset[ast.AST]) -> int | None:
    """Return how many elements a list has at most, also one that a function returns."""
    known = program.trips.elements(node, place)
    if known is not None or node in seen:
        return known
    if isinstance(node, ast.Name):
        source = sole_definition(node, place)
        return None if source is None else _length(program, *source, seen | {node})
    function = program.calls.target(node) if isinstance(node, ast.Call) else None
    returns = () if function is None else function.returns
    return _alike(
        {
            None if s.value is None else _length(program, s.value, at, seen | {node})
            for s, at in returns
        }
    )


def _of_operands(
    program: Program, node: ast.BinOp, place: Place, seen: frozenset[ast.AST]
) -> int | None:
    """Return how many rows arithmetic leaves: those of the array beside a number or a row."""
    sides = (node.left, node.right)
    known = [_rows(program, side, place, seen) for side in sides]
    numbers = [isinstance(program.value(side, place), PythonValue) for side in sides]
    for rows, other, is_number in ((*known, numbers[1]), (*known[::-1], numbers[0])):
        if rows is not None and (is_number or rows > 1 or other in (0, 1)):
            return rows
    return None


def _of_call(
    program: Program, call: ast.Call, place: Place, seen: frozenset[ast.AST]
) -> int | None:
    func = call.func
    if isinstance(func, ast.Attribute) and func.attr == "reshape" and call.args:
        return _leading(program.value(call.args[0], place))
    data = _asked_for(program, call, place)
    if data is not None:
        return _rows_of_inputs(program, data, place, seen)
    known = knowledge.function(program.qualified(func, place) or "")
    bound = None if known is None else known.bind(call)
    shape = None if known is None else known.returned(bound).shape
    if bound is not None and shape is not None and shape.sign == "=" and len(shape.names) == 1:
        source = bound.get(shape.names[0])
        count = None if source is None else _length(program, source, place, seen)
        return (
            _rows(program, source, place, seen) if source is not None and count is None else count
        )
    if isinstance(func, ast.Attribute) and func.attr in ("astype", "numpy", "copy"):
        return _rows(program, func.value, place, seen)
    return _returned(program, call, (), seen)


def _asked_for(program: Program, call: ast.Call, place: Place) -> ast.expr | None:
    """Return what a model predicts from: a row of each of its outputs for each row of that."""
    func = call.func
    if not isinstance(func, ast.Attribute) or STEPS.get(func.attr) != "predict_step":
        return None
    is_model = program.keras.kind(program.value(func.value, place)) == "model"
    return argument(call, 0, "x") if is_model else None


def _of_part(
    program: Program,
    node: ast.expr | None,
    path: tuple[int | None, ...],
    place: Place,
    seen: frozenset[ast.AST],
) -> int | None:
    """Return how many rows an expression gives, or a part of it: an element of a tuple or list."""
    part = part_of(node, path)
    if part is not None:
        return _rows(program, part, place, seen)
    if node is None or node in seen:
        return None
    seen |= {node}
    if isinstance(node, ast.ListComp):
        # One expression makes all its elements.
        at = program.syntax.place(place.function, node.elt)
        return _of_part(program, node.elt, path[1:], at, seen)
    if isinstance(node, ast.Name):
        bindings = program.bindings(node, place)
        if len(bindings) == 1 and bindings[0].kind == "assign":
            (binding,) = bindings
            return _of_part(program, binding.value, binding.path + path, binding.place, seen)
    if not isinstance(node, ast.Call):
        return None
    data = _asked_for(program, node, place)
    if data is not None and len(path) == 1:
        return _rows_of_inputs(program, data, place, seen)
    return _returned(program, node, path, seen)


def _returned(
    program: Program, call: ast.Call, path: tuple[int | None, ...], seen: frozenset[ast.AST]
) -> int | None:
    """Return how many rows what a function of the program returns has, or a part of it."""
    function = program.calls.target(call)
    returns = () if function is None else function.returns
    return _alike({_of_part(program, s.value, path, place, seen) for s, place in returns})


def _leading(shape: TraceType) -> int | None:
    """Return the first number of a shape: the greatest that it may be, if all are known."""
    if isinstance(shape, SequenceValue) and shape.items:
        shape = shape.items[0]
    constants = shape.constants if isinstance(shape, PythonValue) else None
    sizes = [n for n in constants or () if isinstance(n, int) and n >= 0]
    return max(sizes) if sizes and len(sizes) == len(constants or ()) else None


def _of_binding(program: Program, binding: Binding, seen: frozenset[ast.AST]) -> int | None:
    if binding.kind == "assign" and binding.value is not None:
        return _of_part(program, binding.value, binding.path, binding.place, seen)
    if binding.kind == "loop" and isinstance(binding.node, (ast.For, ast.comprehension)):
        return _of_batches(program, binding.node.iter, program.index.places[binding.node])
    if binding.kind != "parameter":
        return None
    function = binding.place.function
    parameter = function.parameter(binding.name)
    parameters = function.call_parameters
    found: set[int | None] = set()
    for call, place in program.calls.callers(function):
        given = [n for n, p, starred in bind(parameters, call) if p is parameter and not starred]
        found.add(_rows(program, given[0], place, seen) if given else None)
    return _alike(found)


def _of_batches(program: Program, node: ast.expr, place: Place) -> int | None:
    """Return how many rows what a loop gets from a dataset has at most, if that makes batches."""
    dataset = program.value(node, place)
    for step in steps_of(program, dataset) if isinstance(dataset, StreamValue) else ():
        name = step.func.attr if isinstance(step.func, ast.Attribute) else None
        if name in ("batch", "padded_batch"):
            size = argument(step, 0, "batch_size")
            return _leading(program.value(size, program.index.places[step]))
        if name is not None and name not in _BATCH_BY_BATCH:
            return None
    return _batch_size(program, node, place)


def _batch_size(
    program: Program, node: ast.expr, place: Place, seen: frozenset[ast.AST] = frozenset()
) -> int | None:
    """Return the batch size that a loader, or generator, of other libraries was made with."""
    if node in seen:
        return None
    seen |= {node}
    if isinstance(node, ast.Name):
        source = sole_definition(node, place)
        return None if source is None else _batch_size(program, *source, seen)
    if not isinstance(node, ast.Call):
        return None
    size = named_argument(node, "batch_size")
    if size is not None:
        return _leading(program.value(size, place))
    # enumerate(loader), tqdm(loader), loader.load()
    func, sources = node.func, node.args
    if isinstance(func, ast.Attribute) and not sources:
        sources = [func.value]
    is_starred = bool(sources) and isinstance(sources[0], ast.Starred)
    return _batch_size(program, sources[0], place, seen) if sources and not is_starred else None


def steps_of(program: Program, dataset: StreamValue) -> Iterator[ast.Call]:
    """Yield the calls that a dataset comes from, the last one first."""
    node: ast.AST | None = dataset.site
    while isinstance(node, ast.Call):
        yield node
        if isinstance(node.func, ast.Attribute):
            source = node.func.value
        elif node.args:
            # enumerate(dataset), iter(dataset)
            source = node.args[0]
        else:
            return
        base = program.value(source, program.index.places[node])
        node = base.site if isinstance(base, StreamValue) else None
