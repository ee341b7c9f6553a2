"""What a method makes at each call, of what its instance holds, is kept by the instance."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence

from flake8_tfretrace.modules import is_set_elsewhere
from flake8_tfretrace.program import Class, Function, Place, Program, TracedFunction
from flake8_tfretrace.program.imports import is_below, written_names
from flake8_tfretrace.program.scopes import lookup
from flake8_tfretrace.program.tracetypes import (
    ChoiceValue,
    ClassValue,
    FunctionValue,
    TraceType,
)
from tfretrace_fix.captures import doubt_of_moving
from tfretrace_fix.edits import Edit
from tfretrace_fix.fixes.tfr401 import made_by_constructor
from tfretrace_fix.plans import Refusal
from tfretrace_fix.programs import is_program
from tfretrace_fix.targets import Code, Target

_FIXED = frozenset({"class", "function", "import", "parameter"})
"""The kinds of definitions of names that stand for one thing."""
_OF_CALLBACK = frozenset({"model", "params"})
"""The attributes of a callback that Keras sets."""
_PLAIN = frozenset({"object", "abc.ABC", "tensorflow.Module"})
"""Bases that do nothing with attributes which are neither variables nor modules."""
_OF_ATTRIBUTES = frozenset(
    """
    __copy__ __deepcopy__ __del__ __getattr__ __getattribute__ __getstate__ __init_subclass__
    __new__ __reduce__ __reduce_ex__ __setattr__ __setstate__
    """.split()
)
"""Methods that copy an instance, or see all attributes that it gets, or when it goes."""
_LIBRARIES = frozenset({"keras", "numpy", "tensorflow"})
"""Libraries that copy no object of a program, but for what is named among :data:`_LOOKING`."""
_COPYING = frozenset(
    """
    concurrent copy copyreg ctypes dataclasses doctest gc importlib inspect logging.config
    logging.handlers marshal multiprocessing pickle pickletools pkgutil profile runpy shelve
    sqlite3 unittest weakref xmlrpc
    """.split()
)
"""Modules of Python that copy or store objects, or look at them in ways of their own."""
_LOOKING = (
    *("__import__", "clone_model", "dir", "dump", "dumps", "eval", "exec", "export", "getstate"),
    *("save", "savez", "savez_compressed", "vars"),
)
"""Calls that may copy objects, store them, or look at all their attributes."""


def kept_by_instance(
    program: Program,
    code: Code,
    name: str,
    method: Function,
    traced: Sequence[TracedFunction],
    passed: Sequence[ast.expr] = (),
) -> tuple[str, list[Edit], str | None]:
    """Return the attribute that the constructor keeps ``code`` in, the edits for it, and a doubt.

    ``name`` is what to call it; ``traced`` are the functions that are then traced less often,
    ``passed`` those of their arguments that will be the attribute.

    Raises:
        Refusal: the instance has no place for it, or what it is made of may change.
    """
    owner = method.owner
    assert owner is not None and isinstance(method.node, ast.FunctionDef)
    own = method.parameters[0].name
    if owner.node.decorator_list or "__slots__" in owner.attributes:
        raise Refusal(f"instances of '{owner.name}' may have no place to keep it")
    if any(owner in program.classes.bases(other) for other in program.index.classes):
        raise Refusal(f"other classes derive from '{owner.name}'")
    for node in ast.walk(code.node):
        if isinstance(node, ast.Attribute):
            for other in program.effects.on_attribute(node, code.place):
                raise Refusal(f"it reads '{ast.unparse(node)}', which '{other.name}' changes")
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == own:
            if is_set_elsewhere(node.attr, owner.name, program.filename):
                raise Refusal(f"another file of the project sets '{ast.unparse(node)}'")
    kept, making = made_by_constructor(program, code, name, method)
    target = Target(method.node, method.body, in_module=False)
    doubts = [
        doubt_of_copies(program, owner),
        doubt_of_moving(program, [code], target, traced, passed, given={own}),
        *(_doubt_of_method(program, one) for one in _run(program, code, traced)),
    ]
    return kept, [making], next(filter(None, doubts), None)


def _run(program: Program, code: Code, traced: Sequence[TracedFunction]) -> Iterator[Function]:
    """Yield what runs in the traces that there will be fewer of."""
    functions = [one.function for one in traced]
    for part in ast.walk(code.node):
        if isinstance(part, ast.expr):
            value = program.value(part, code.place)
            functions.append(value.function if isinstance(value, FunctionValue) else None)
    yield from program.effects.reached([one for one in functions if one is not None])


def _doubt_of_method(program: Program, function: Function) -> str | None:
    """Return what a function that runs in the traces reads and other code may change; or None."""
    for name in program.syntax.uses(function):
        owner, bindings = lookup(name, function.body.scope)
        if owner is None or owner.function is function or any(b.kind in _FIXED for b in bindings):
            continue
        if len(bindings) > 1 or any(b.place.loops for b in bindings):
            return f"'{name}', which it reads, is set more than once"
    if function.owner is None or not function.is_method:
        return None
    return doubt_of_attributes(program, function.owner, function, function.parameters[0].name)


def doubt_of_copies(program: Program, cls: Class) -> str | None:
    """Return why something may copy instances of a class, or look at all their attributes; or None.

    What an instance keeps is copied with it: a function that reads its attributes goes on to read
    those of the instance that it was made for.
    """
    copied = "the function is kept with its instance, and copied with it"
    if not is_program(program) or program.files.linked:
        return copied
    for one in program.classes.family(cls):
        for base in one.bases:
            value = program.value(base, one.place)
            is_own = isinstance(value, ClassValue) and value.cls is not None
            if not is_own and program.qualified(base, one.place) not in _PLAIN:
                return copied
        if one.node.keywords or not _OF_ATTRIBUTES.isdisjoint(one.methods):
            return copied
    for node in ast.walk(program.tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            if not all(_copies_nothing(written) for _, written in written_names(node)):
                return copied
    looking = (call for name in _LOOKING for call in program.calls.named(name))
    if any(_may_look(program, *call) for call in looking):
        return copied
    return copied if "__dict__" in program.syntax.attribute_reads else None


def _copies_nothing(dotted: str) -> bool:
    """Whether what is imported copies no objects of the program."""
    package, _, _ = dotted.partition(".")
    if package in _LIBRARIES:
        return True
    is_copying = any(is_below(dotted, module) for module in _COPYING)
    return package in sys.stdlib_module_names and not is_copying


def _may_look(program: Program, call: ast.Call, place: Place) -> bool:
    """Whether a call of that name may look at objects; JSON is of numbers, lists and the like."""
    return not is_below(program.qualified(call.func, place) or "", "json")


def doubt_of_attributes(program: Program, owner: Class, function: Function, own: str) -> str | None:
    """Return which attribute of the instance may change after the trace.

    Raises:
        Refusal: one does.
    """
    doubts: list[str] = []
    for _, parent in program.syntax.uses(function).get(own, ()):
        if not isinstance(parent, ast.Attribute):
            doubts.append(f"what '{function.name}' does with '{own}' is not known")
            continue
        if not isinstance(parent.ctx, ast.Load):
            raise Refusal(f"tracing sets '{ast.unparse(parent)}'")
        if parent.attr in _OF_CALLBACK and program.keras.is_callback(owner):
            doubts.append(f"each training sets '{ast.unparse(parent)}' anew")
        elsewhere = is_set_elsewhere(parent.attr, owner.name, program.filename)
        if elsewhere:
            raise Refusal(f"another file of the project sets '{ast.unparse(parent)}'")
        if elsewhere is None:
            doubts.append(f"whether other files set '{ast.unparse(parent)}' is not known")
        value = program.value(parent, function.body)
        is_known = type(value) is not TraceType and not isinstance(value, ChoiceValue)
        if not is_known and program.classes.method(owner, parent.attr) is None:
            doubts.append(f"what '{ast.unparse(parent)}' is, and whether it changes, is not known")
    return next(iter(doubts), None)
